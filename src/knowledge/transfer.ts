import { z } from 'zod';
import type { SourceSpec } from './store.ts';

/**
 * A guild's knowledge as text, to be taken elsewhere (rule 9.5): JSON Lines. The first line is the header, then come the
 * sources, then their pages with all that is kept of them, and last a line with the counts, so that a file that was cut
 * short is known for it. What is removed and what jobs did is not part of it.
 */

/** The version this program writes; a greater one was written by a newer Heimdall. */
const VERSION = 1;

/** A list as JSON has it; nobody here changes one. */
const list = <T extends z.ZodType>(item: T): z.ZodReadonly<z.ZodArray<T>> => z.array(item).readonly();

const moment = z.iso.datetime().transform((text) => new Date(text));

const sourceSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), url: z.url() }),
  z.object({
    kind: z.literal('site'),
    startUrls: z.array(z.url()).min(1).readonly(),
    options: z.object({
      pages: z.number().int().positive(),
      exclude: list(z.string()),
      excludeFiles: z.boolean(),
      allowParameters: z.boolean(),
      sitemap: z.union([z.enum(['auto', 'off']), z.object({ url: z.url() })]),
    }),
  }),
]) satisfies z.ZodType<SourceSpec>;

const header = z.object({ kind: z.literal('heimdall-knowledge'), version: z.number(), exportedAt: moment });

const source = z.object({
  kind: z.literal('source'),
  /** Its number in this file; pages name their sources by it. */
  id: z.number().int(),
  spec: sourceSpec,
  addedAt: moment,
  /** Addresses that an admin took out of this site. */
  withheld: list(z.string()),
  /** Who alone sees it: channels and roles of the server that it comes from. */
  bindings: list(z.object({ kind: z.enum(['channel', 'role']), target: z.string() })).default([]),
});

const page = z.object({
  kind: z.literal('page'),
  url: z.url(),
  sourceIds: z.array(z.number().int()).min(1).readonly(),
  title: z.string(),
  description: z.string(),
  language: z.string().nullable(),
  canonical: z.string().nullable(),
  publishedAt: z.string().nullable(),
  modifiedAt: z.string().nullable(),
  contentHash: z.string(),
  validators: z.object({ etag: z.string().exactOptional(), lastModified: z.string().exactOptional() }),
  noindex: z.boolean(),
  aiInput: z.boolean(),
  fetchedAt: moment,
  readAt: moment,
  changedAt: moment,
  images: list(z.object({ url: z.string(), alt: z.string(), context: z.string() })),
  videos: list(
    z.object({
      provider: z.enum(['youtube', 'vimeo']),
      id: z.string(),
      url: z.string(),
      title: z.string().exactOptional(),
    }),
  ),
  markdown: z.string(),
  passages: list(z.object({ anchor: z.string().nullable(), headings: list(z.string()), text: z.string() })),
});

const end = z.object({ kind: z.literal('end'), sources: z.number(), pages: z.number() });

export type ExportedSource = z.infer<typeof source>;
export type ExportedPage = z.infer<typeof page>;

/** What there is to write, in the order it is written. */
export interface ExportParts {
  readonly exportedAt: Date;
  readonly sources: readonly ExportedSource[];
  pages(): AsyncIterable<ExportedPage>;
}

/** The lines of an export, each with its line feed. */
export async function* exportLines({ exportedAt, sources, pages }: ExportParts): AsyncGenerator<string, void, void> {
  yield lineOf({ kind: 'heimdall-knowledge', version: VERSION, exportedAt });
  for (const each of sources) yield lineOf(each);
  let count = 0;
  for await (const each of pages()) {
    count += 1;
    yield lineOf(each);
  }
  yield lineOf({ kind: 'end', sources: sources.length, pages: count });
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** One line read, or one sentence about what is wrong with the file. */
export type ExportLine =
  | { readonly ok: true; readonly value: ExportedSource | ExportedPage }
  | { readonly ok: false; readonly sentence: string };

const content = z.discriminatedUnion('kind', [source, page, end]);

/**
 * Reads an export line by line: its sources and pages in order, and at the first thing that is wrong one sentence and
 * no more. A file without its last line is wrong too.
 */
export async function* readExport(lines: AsyncIterable<string>): AsyncGenerator<ExportLine, void, void> {
  let number = 0;
  const counts = { source: 0, page: 0 };
  const known = new Set<number>();
  let ended = false;
  for await (const line of lines) {
    number += 1;
    const value = parsed(line);
    if (number === 1) {
      const problem = problemOfHeader(value);
      if (problem !== null) return yield wrong(problem);
      continue;
    }
    const read = content.safeParse(value);
    if (!read.success || ended)
      return yield wrong(`Line ${number} of the export is not as Heimdall writes it: the file was changed or damaged.`);
    const { data } = read;
    if (data.kind === 'end') {
      ended = data.sources === counts.source && data.pages === counts.page;
      if (!ended) return yield wrong('Lines are missing in the export: make it anew.');
      continue;
    }
    counts[data.kind] += 1;
    if (data.kind === 'source') known.add(data.id);
    else if (data.sourceIds.some((id) => !known.has(id))) {
      return yield wrong(`Line ${number} of the export names a source that is not in it: the file was changed.`);
    }
    yield { ok: true, value: data };
  }
  return ended ? undefined : yield wrong('The export is cut short: its last lines are missing. Make it anew.');
}

function wrong(sentence: string): ExportLine {
  return { ok: false, sentence };
}

function problemOfHeader(value: unknown): string | null {
  const read = header.safeParse(value);
  if (!read.success) return 'This is not an export of Heimdall: make one with: knowledge export --file FILE';
  return read.data.version > VERSION ? 'This export was made by a newer Heimdall: update this one first.' : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
