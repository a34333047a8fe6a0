import type { CheckedPage, PageVerdict } from '../knowledge/freshness.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { newHome } from './new-home.ts';

/**
 * A page that suddenly says what another one says is most likely an error page with status 200, the same for all: the
 * text that is stored stays.
 */
export async function withoutEcho(
  guild: GuildKnowledge,
  page: CheckedPage,
  verdict: PageVerdict,
): Promise<PageVerdict> {
  if (verdict.kind !== 'read') return verdict;
  if (verdict.movedFrom !== undefined) return newHome(guild, page, verdict);
  const { contentHash } = verdict.page.page;
  if (contentHash === page.contentHash) return verdict;
  const twin = await guild.twinOf(verdict.page.sourceId, contentHash, page.url);
  return twin === null ? verdict : { kind: 'unreadable', reason: 'duplicate-content', note: twin.url };
}
