import type { CheckedPage, PageVerdict } from '../knowledge/freshness.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { verdictFor, type CheckAnswer } from './check-answer.ts';
import { withoutEcho } from './echo.ts';

/** What the answer means for one guild's page, by that guild's own rules and by what else it has stored and taken out. */
export async function judgeAnswer(
  guild: GuildKnowledge,
  page: CheckedPage,
  answer: CheckAnswer,
  at: Date,
): Promise<PageVerdict> {
  if (answer.kind !== 'read' || answer.url === page.url)
    return withoutEcho(guild, page, verdictFor(answer, page, at), page.url);
  if (await isTakenOut(guild, answer.url)) return { kind: 'unreadable', reason: 'removed-by-admin', note: answer.url };
  // Its site may have moved since the page was looked up, because its start URL came first in the same check.
  const { sources } = (await guild.freshness.checkedPage(page.pageId)) ?? page;
  const asItIsNow = { ...page, sources };
  return withoutEcho(guild, asItIsNow, verdictFor(answer, asItIsNow, at), answer.url);
}

/** An admin took it out, and no redirect brings it back. */
async function isTakenOut(guild: GuildKnowledge, url: string): Promise<boolean> {
  return (await guild.removedPage(url))?.why === 'admin' || (await guild.isWithheld(url));
}
