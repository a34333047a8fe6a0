import type { Schedule } from '../knowledge/freshness.ts';
import type { CrawlOptions } from '../knowledge/store.ts';
import type { JobContext } from './context.ts';

/** A site that is kept up to date by its sitemap. */
export interface SyncSite {
  readonly startUrls: readonly string[];
  /** Where they lead (rule 5.8). */
  readonly home: readonly string[];
  readonly options: CrawlOptions;
  readonly sourceId: number;
}

/** Notes what a run came to. */
export async function note(
  { guild, clock }: JobContext,
  { sourceId }: SyncSite,
  change: Partial<Schedule>,
): Promise<void> {
  await guild.freshness.setSchedule(sourceId, { ranAt: clock.now(), ...change });
}

/**
 * For the digest, on the first day of it: what the last run came to already needs no telling.
 *
 * @param head how the outcome begins as long as it is the same trouble, whatever the details of the day
 */
export async function reportOnce(
  { guild, clock }: JobContext,
  url: string,
  { outcome }: Schedule,
  detail: string,
  head: string = detail,
): Promise<void> {
  if (outcome?.startsWith(head) !== true) await guild.freshness.noteSitemapTrouble(url, detail, clock.now());
}
