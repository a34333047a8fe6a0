import { isTrusted } from '../knowledge/lastmod-trust.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { Citation } from '../odin/citation.ts';
import { shownTime } from './wording.ts';

/** What a reader should know of a cited page that is not as it was when it was read, in a few words; by citation. */
export type CitationMarks = ReadonlyMap<number, string>;

/**
 * Marks cited pages that changed since they were read, as far as anybody told: their sitemap names a newer date, and is
 * honest (rule 8.5), or they were not found at their last check (rule 10.9).
 */
export async function marksOf(guild: GuildKnowledge, citations: readonly Citation[]): Promise<CitationMarks> {
  const marks = new Map<number, string>();
  for (const { n, pageId, taught } of citations) {
    const mark = taught ? null : await markOf(guild, pageId);
    if (mark !== null) marks.set(n, mark);
  }
  return marks;
}

async function markOf({ freshness }: GuildKnowledge, pageId: number): Promise<string | null> {
  const page = await freshness.checkedPage(pageId);
  if (page === null) return null;
  const { missingSince, sitemapLastmod, checkedLastmod, fetchedAt, sources } = page;
  if (missingSince !== null) return `not found there since ${shownTime(missingSince).slice(0, 10)}`;
  if (sitemapLastmod === null || sitemapLastmod <= (checkedLastmod ?? fetchedAt.toISOString())) return null;
  const states = await freshness.sourceStates();
  const isHonest = sources.some(({ id }) => {
    const schedule = states.get(id)?.schedule;
    return schedule === undefined || isTrusted({ right: schedule.lastmodRight, wrong: schedule.lastmodWrong });
  });
  return isHonest ? 'the page changed since' : null;
}
