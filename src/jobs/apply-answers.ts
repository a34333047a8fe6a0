import type { CheckResult, PageVerdict } from '../knowledge/freshness.ts';
import { StoreError, type KnowledgeStore } from '../knowledge/store.ts';
import type { CheckAnswer } from './check-answer.ts';
import { checkEvent } from './check-event.ts';
import type { CheckWriter } from './check-writer.ts';
import type { DueCopy, DueUrl } from './due-pages.ts';
import type { JobEvent } from './event.ts';
import { judgeAnswer } from './judge-answer.ts';

export interface ApplyDeps {
  readonly store: KnowledgeStore;
  readonly writer: CheckWriter;
  /** Told of the one event in which each URL ends. */
  tell(event: JobEvent): void;
}

/** What a host answered about one URL, not yet in any guild's file. */
export interface TakenAnswer {
  readonly due: Pick<DueUrl, 'url' | 'copies'>;
  readonly answer: CheckAnswer;
  readonly at: Date;
}

/**
 * Applies answers of one host to every guild that has the pages, to each by its own rules and all of a guild's in one
 * transaction. Answers for several guilds are kept until each of them has applied its own (rule 4.3). A guild whose file
 * refuses keeps its trouble to itself, until there is none left that takes the answer: then nobody needs to ask on.
 */
export async function applyAnswers(
  { store, writer, tell }: ApplyDeps,
  host: string,
  taken: readonly TakenAnswer[],
): Promise<void> {
  const shared = taken.filter(({ due }) => due.copies.length > 1);
  if (shared.length > 0) await store.hostChecks.keepAnswers(host, shared.map(keptOf));
  const applied = await Promise.all(
    taken.map(({ due, answer, at }) =>
      Promise.all(due.copies.map((copy) => apply(writer, copy, answer, at, 'at-once'))),
    ),
  );
  if (shared.length > 0) await store.hostChecks.letGo(shared.map(({ due }) => due.url));
  for (const [index, { due, answer }] of taken.entries()) {
    const outcomes = applied[index] ?? [];
    const strongest = outcomes.filter(isApplied).toSorted((a, b) => RANK[b.result.change] - RANK[a.result.change])[0];
    const trouble = outcomes.find((outcome) => outcome instanceof StoreError);
    if (strongest !== undefined) tell(checkEvent(due.url, strongest.verdict, strongest.result, titleOf(answer)));
    else if (trouble !== undefined) throw trouble;
    if (trouble !== undefined) tell({ kind: 'note', text: `${due.url}: ${trouble.problem.sentence}` });
  }
}

function isApplied(outcome: Applied | StoreError): outcome is Applied {
  return !(outcome instanceof StoreError);
}

/** Answers that an earlier run took and not every guild has applied: the pages are not asked for again. */
export async function applyKept({ store, writer, tell }: ApplyDeps, host: string): Promise<void> {
  for (const { url, takenAt, answer: text, guilds } of await store.hostChecks.keptAnswers(host)) {
    const answer: CheckAnswer = JSON.parse(text);
    for (const { guildId, pageId } of guilds) {
      const opened = await store.guild(guildId);
      const page = opened.ok ? await opened.value.freshness.checkedPage(pageId) : null;
      if (!opened.ok || page === null) continue;
      const outcome = await apply(writer, { guild: opened.value, page }, answer, takenAt, 'kept');
      if (!isApplied(outcome)) tell({ kind: 'note', text: `${url}: ${outcome.problem.sentence}` });
      else if (outcome.result.change !== 'stale')
        tell(checkEvent(url, outcome.verdict, outcome.result, titleOf(answer)));
    }
    await store.hostChecks.letGo([url]);
  }
}

function keptOf({ due: { url, copies }, answer, at }: TakenAnswer) {
  return {
    url,
    takenAt: at,
    answer: JSON.stringify(answer),
    guilds: copies.map(({ guild, page }) => ({ guildId: guild.guildId, pageId: page.pageId })),
  };
}

/** Which of several guilds' results is told where one event stands for all. */
const RANK: Readonly<Record<CheckResult['change'], number>> = {
  stale: 0,
  unchanged: 1,
  kept: 2,
  updated: 3,
  removed: 4,
};

interface Applied {
  readonly verdict: PageVerdict;
  readonly result: CheckResult;
}

async function apply(
  writer: CheckWriter,
  { guild, page }: DueCopy,
  answer: CheckAnswer,
  at: Date,
  waited: 'at-once' | 'kept',
): Promise<Applied | StoreError> {
  // A kept answer meets the page as it is by now, perhaps checked since.
  const basis = waited === 'kept' ? {} : { checkedBefore: page.checkedAt };
  try {
    const verdict = await judgeAnswer(guild, page, answer, at);
    return { verdict, result: await writer.write(guild, { pageId: page.pageId, at, ...basis, verdict }) };
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

function titleOf(answer: CheckAnswer): string | null {
  return answer.kind === 'read' ? answer.page.title : null;
}
