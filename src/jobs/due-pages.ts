import type { Validators } from '../fetch/outcome.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import { StoreError, type GuildKnowledge, type KnowledgeStore } from '../knowledge/store.ts';

/** One guild's copy of a page. */
export interface DueCopy {
  readonly guild: GuildKnowledge;
  readonly page: CheckedPage;
}

/** A URL that is due, and every guild that has it (rule 4.3). */
export interface DueUrl {
  readonly url: string;
  /** The representation to ask for, where it is not the URL itself: a Markdown twin. */
  readonly address: string | null;
  /** Sent only where every due guild holds the same ones; null otherwise. */
  readonly validators: Validators | null;
  readonly copies: readonly DueCopy[];
}

/** What is due on a host in all guilds, each URL once. A guild whose file cannot be used keeps its trouble to itself. */
export async function duePagesOn(
  store: KnowledgeStore,
  host: string,
  before: Date,
  now: Date,
): Promise<readonly DueUrl[]> {
  const byUrl = new Map<string, DueCopy[]>();
  for (const guildId of await store.hostChecks.guildsOn(host)) {
    const opened = await store.guild(guildId);
    if (!opened.ok) continue;
    const guild = opened.value;
    for (const page of await duePagesIn(guild, host, before, now)) {
      const copies = byUrl.get(page.url);
      if (copies === undefined) byUrl.set(page.url, [{ guild, page }]);
      else copies.push({ guild, page });
    }
  }
  const due = [...byUrl].map(([url, copies]) => ({ url, copies, ...sharedBy(copies) }));
  // Where the start page of a site has moved for good, the others may follow it.
  return [...due.filter(isStart), ...due.filter((one) => !isStart(one))];
}

function isStart({ url, copies }: Pick<DueUrl, 'url' | 'copies'>): boolean {
  return copies.some(({ page }) =>
    page.sources.some(({ spec }) => spec.kind === 'site' && spec.startUrls.includes(url)),
  );
}

async function duePagesIn(
  guild: GuildKnowledge,
  host: string,
  before: Date,
  now: Date,
): Promise<readonly CheckedPage[]> {
  try {
    const pages = await guild.freshness.duePages(host, before, now);
    if (pages.length === 0) await guild.freshness.leaveHostIfEmpty(host);
    return pages;
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}

/** Validators speak of one representation: where guilds hold different ones, a 304 would not say whose copy is good. */
function sharedBy(copies: readonly DueCopy[]): Pick<DueUrl, 'address' | 'validators'> {
  const [first, ...others] = copies.map(({ page }) => page);
  if (first === undefined) return { address: null, validators: null };
  const { validators, fetchedFrom } = first;
  const same = others.every(
    (page) =>
      page.fetchedFrom === fetchedFrom &&
      page.validators.etag === validators.etag &&
      page.validators.lastModified === validators.lastModified,
  );
  // Equal validators of different texts would be the server's mistake; it would make one guild's copy stand still.
  const sameText = others.every((page) => page.contentHash === first.contentHash);
  return same && sameText ? { address: fetchedFrom, validators } : { address: null, validators: null };
}
