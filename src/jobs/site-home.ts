import type { GuildKnowledge } from '../knowledge/store.ts';

/** Where a site is at home: its start URLs, in their order, as its last crawl was led on from them (rule 5.8). */
export async function homeOf(
  guild: Pick<GuildKnowledge, 'lastJobOf'>,
  sourceId: number,
  startUrls: readonly string[],
): Promise<readonly string[]> {
  const crawled = await guild.lastJobOf(sourceId, 'crawl');
  return crawled?.movedStart?.split('\n') ?? startUrls;
}
