import {
  exportLines,
  readExport,
  type ExportLine,
  type ExportedPage,
  type ExportedSource,
} from '../knowledge/transfer.ts';
import type { Binding } from '../knowledge/bindings.ts';
import type { GuildKnowledge, Source } from '../knowledge/store.ts';

/** Pages read from the store in one go. */
const AT_ONCE = 50;

/** Everything a guild knows as the lines of an export (rule 9.5). */
export async function* exportOf(guild: GuildKnowledge, exportedAt: Date): AsyncGenerator<string, void, void> {
  const bindings = await guild.bindings();
  const sources = await Promise.all(
    (await guild.sources()).map((source) => exportedSource(guild, source, bindings.get(source.id) ?? [])),
  );
  yield* exportLines({ exportedAt, sources, pages: () => exportedPages(guild) });
}

async function exportedSource(
  guild: GuildKnowledge,
  { id, spec, addedAt }: Source,
  bindings: readonly Binding[],
): Promise<ExportedSource> {
  return { kind: 'source', id, spec, addedAt, withheld: await guild.withheldUrls(id), bindings };
}

async function* exportedPages(guild: GuildKnowledge): AsyncGenerator<ExportedPage, void, void> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const part = await guild.pages({ limit: AT_ONCE, offset });
    for (const { id } of part) {
      const page = await exportedPage(guild, id);
      if (page !== null) yield page;
    }
    if (part.length < AT_ONCE) return;
  }
}

/** Null for a page that was removed a moment ago. */
async function exportedPage(guild: GuildKnowledge, id: number): Promise<ExportedPage | null> {
  const details = await guild.page(id);
  if (details === null) return null;
  const { id: _, passages: _count, ...page } = details;
  return { kind: 'page', ...page, passages: await guild.passagesOf(id) };
}

/** What an import of an export came to. */
export type Imported =
  | {
      readonly ok: true;
      readonly sources: number;
      /** `kept`: what was stored here had been fetched later. */
      readonly pages: Readonly<Record<'new' | 'updated' | 'unchanged' | 'kept', number>>;
    }
  | { readonly ok: false; readonly sentence: string };

/**
 * Takes an export in. It is read through first, so that a damaged one changes nothing; then each page is stored by
 * itself. Cut short, it is simply done again.
 */
export async function importExport(guild: GuildKnowledge, open: () => AsyncIterable<string>): Promise<Imported> {
  for await (const line of readExport(open())) if (!line.ok) return line;
  const pages = { new: 0, updated: 0, unchanged: 0, kept: 0 };
  /** Number in the file -> number here. */
  const sourceIds = new Map<number, number>();
  for await (const line of readExport(open())) {
    if (!line.ok) return line;
    const change = await takeIn(guild, line, sourceIds);
    if (change !== null) pages[change] += 1;
  }
  return { ok: true, sources: sourceIds.size, pages };
}

async function takeIn(
  guild: GuildKnowledge,
  { value }: Extract<ExportLine, { ok: true }>,
  sourceIds: Map<number, number>,
): Promise<'new' | 'updated' | 'unchanged' | 'kept' | null> {
  if (value.kind === 'source') {
    const { id } = await guild.addSource(value.spec, value.addedAt);
    await guild.withhold(id, value.withheld);
    for (const binding of value.bindings) await guild.bind(id, binding);
    sourceIds.set(value.id, id);
    return null;
  }
  const { kind: _, sourceIds: named, validators, noindex, aiInput, fetchedAt, readAt, changedAt, ...content } = value;
  const page = { ...content, links: [] };
  const own = named.flatMap((id) => sourceIds.get(id) ?? []);
  return guild.takeIn({ sourceIds: own, page, validators, noindex, aiInput, fetchedAt, readAt, changedAt });
}
