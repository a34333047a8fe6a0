import type { CheckedPage, PageVerdict } from '../knowledge/freshness.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { newHome } from './new-home.ts';

/**
 * A page that suddenly says what another one says is most likely an error page with status 200, the same for all: the
 * text that is stored stays. So it does while a page redirects for now to another one of its site, a login for example:
 * what is read there is that page's text, even where it has not been asked for itself yet.
 */
export async function withoutEcho(
  guild: GuildKnowledge,
  page: CheckedPage,
  verdict: PageVerdict,
  readAt: string,
): Promise<PageVerdict> {
  if (verdict.kind !== 'read') return verdict;
  if (verdict.movedFrom !== undefined) return newHome(guild, page, verdict);
  const { sourceId, page: content } = verdict.page;
  if (content.contentHash === page.contentHash) return verdict;
  const target = readAt === page.url ? null : await guild.pageAt(readAt);
  const twin = target?.sourceIds.includes(sourceId)
    ? target
    : await guild.twinOf(sourceId, content.contentHash, page.url);
  return twin === null ? verdict : { kind: 'unreadable', reason: 'duplicate-content', note: twin.url };
}
