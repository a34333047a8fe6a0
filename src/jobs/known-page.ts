import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchOutcome } from '../fetch/outcome.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import type { VisitEnding } from '../knowledge/ledger.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { noMarks } from '../page/page.ts';
import { answerOf, isHostStop } from './check-answer.ts';
import type { JobContext } from './context.ts';
import type { Read } from './ending.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { FoundLinks } from './visit.ts';

/** What a known page came to, by the rules of a check. */
export async function endingOfCheck(
  { guild, session, clock }: JobContext,
  known: CheckedPage,
  { outcome, read }: { readonly outcome: FetchOutcome<SkipReason>; readonly read: Read | null },
): Promise<VisitEnding> {
  // The host as a whole is left alone, or the job reads by itself where this leads to: neither is the page's check.
  if (outcome.kind === 'refused' && (isHostStop(outcome.reason) || outcome.reason.startsWith('redirected')))
    return { kind: 'skip', reason: outcome.reason, note: outcome.url.href };
  const aiInput = session.knownRobots(outcome.url)?.record.aiInput !== false;
  const at = read?.fetchedAt ?? clock.now();
  const verdict = await judgeAnswer(guild, known, answerOf({ outcome, read, aiInput }), at);
  return { kind: 'check', check: { pageId: known.pageId, at, checkedBefore: known.checkedAt, verdict } };
}

/** After a 304 the links kept from last time are used (rule 8.2). */
export async function keptMarks(
  guild: GuildKnowledge,
  known: CheckedPage | undefined,
  outcome: FetchOutcome<SkipReason>,
): Promise<Pick<FoundLinks, 'marks' | 'nofollow'> | null> {
  if (known === undefined || outcome.kind !== 'not-modified') return null;
  const links = (await guild.freshness.linksOf(known.pageId)) ?? [];
  return { marks: { ...noMarks, links: links.map((link) => ({ url: link, rel: [] })) }, nofollow: false };
}
