import type { GuildKnowledge } from '../knowledge/store.ts';
import { jobUrls } from './job-urls.ts';

/**
 * Where a site is at home: its start URLs, in their order, as its last crawl was led on from them (rule 5.8). A move for good
 * is in the start URLs themselves; then what an earlier crawl met is past.
 */
export async function homeOf(
  guild: Pick<GuildKnowledge, 'lastJobOf'>,
  sourceId: number,
  startUrls: readonly string[],
): Promise<readonly string[]> {
  const crawled = await guild.lastJobOf(sourceId, 'crawl');
  if (crawled === null || crawled.movedStart === null) return startUrls;
  const isPast = jobUrls(crawled.spec).join('\n') !== startUrls.join('\n');
  return isPast ? startUrls : crawled.movedStart.split('\n');
}
