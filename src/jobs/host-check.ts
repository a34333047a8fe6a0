import type { Clock } from '../clock.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import type { Limits } from '../crawler/politely.ts';
import type { OpenSession, PoliteSession } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure, FetchOutcome, Validators } from '../fetch/outcome.ts';
import type { CheckResult, PageVerdict } from '../knowledge/freshness.ts';
import type { HostRecord } from '../knowledge/host-checks.ts';
import type { KnowledgeStore } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import { answerOf, isHostStop, verdictFor, type CheckAnswer } from './check-answer.ts';
import type { CheckWriter } from './check-writer.ts';
import type { JobStream } from './context.ts';
import { duePagesOn, type DueCopy, type DueUrl } from './due-pages.ts';
import { checkEvent } from './check-event.ts';
import { withoutEcho } from './echo.ts';
import { normalised } from './ending.ts';
import { eventsOf, told } from './polite-events.ts';
import { readBody } from './read-body.ts';
import { freshSince } from './weekly.ts';

export interface HostCheckDeps {
  readonly store: KnowledgeStore;
  readonly openSession: OpenSession;
  readonly reader: PageReader;
  readonly writer: CheckWriter;
  readonly clock: Clock;
}

/** How a host's weekly check ended. `refused`: it answered 401 or 403 so often that it is left alone (rule 2.5). */
export type HostEnd = 'done' | 'refused' | 'unavailable' | 'interrupted';

export interface HostOutcome {
  readonly end: HostEnd;
  readonly robots: readonly RobotsRecord[];
}

/**
 * The weekly check of one host: one session, one robots.txt, and one request for each URL that is due, whichever guilds
 * have it (rules 4.3, 8.1). It may be ended at any moment: what was applied is applied, the rest is still due.
 */
export async function* checkHost(
  deps: HostCheckDeps,
  { host, refusals }: HostRecord,
  slot: Date,
  limits: Limits,
): JobStream<HostOutcome> {
  const { store, openSession, clock } = deps;
  yield* applyKept(deps, host);
  const due = await duePagesOn(store, host, freshSince(slot), clock.now());
  const [first] = due;
  if (first === undefined) return { end: 'done', robots: [] };
  // Who shares the URL shares the request; it is counted for one of them.
  const guildId = first.copies[0]?.guild.guildId ?? '';
  const session = openSession({ guildId, limits, robots: [], resumed: true });
  const robots: RobotsRecord[] = [];
  try {
    for (const url of due) {
      const outcome = yield* ask(deps, session, url, robots);
      const stop = outcome.kind === 'refused' && isHostStop(outcome.reason) ? endOf(outcome.reason) : null;
      if (stop !== null) return { end: stop, robots };
      yield* conclude(deps, session, url, outcome);
      // A host that refused us last time is asked for one page; only when it answers, for the others.
      if (refusals > 0 && url === first && isRefusal(outcome)) return { end: 'refused', robots };
    }
    return { end: 'done', robots };
  } finally {
    await session.close();
  }
}

async function* ask(
  { clock }: HostCheckDeps,
  session: PoliteSession,
  { url, address, validators }: DueUrl,
  robots: RobotsRecord[],
): JobStream<FetchOutcome<SkipReason>> {
  const work = session.page({ url: new URL(address ?? url), gate: () => null, ...validatorsIn(validators) });
  return yield* eventsOf(work, async function* (event) {
    if (event.kind === 'robots') robots.push(event.record);
    yield* told(event, clock);
  });
}

function validatorsIn(validators: Validators | null): { readonly validators?: Validators } {
  return validators === null ? {} : { validators };
}

/** Reads the answer, keeps it when it is for several guilds, and applies it to each by its own rules. */
async function* conclude(
  deps: HostCheckDeps,
  session: PoliteSession,
  { url, copies }: DueUrl,
  outcome: FetchOutcome<SkipReason>,
): JobStream {
  const { store, clock } = deps;
  const read = outcome.kind === 'body' ? await readBody(deps, normalised(outcome.url), outcome) : null;
  const aiInput = session.knownRobots(outcome.url)?.record.aiInput !== false;
  const answer = answerOf({ outcome, read, aiInput });
  const at = clock.now();
  if (copies.length > 1) {
    await store.hostChecks.keepAnswer(new URL(url).host, {
      url,
      takenAt: at,
      answer: JSON.stringify(answer),
      guilds: copies.map(({ guild, page }) => ({ guildId: guild.guildId, pageId: page.pageId })),
    });
  }
  const applied = await Promise.all(copies.map((copy) => apply(deps, copy, answer, at)));
  if (copies.length > 1) for (const { guild } of copies) await store.hostChecks.answerApplied(url, guild.guildId);
  const strongest = applied.toSorted((a, b) => RANK[b.result.change] - RANK[a.result.change])[0];
  if (strongest !== undefined) yield checkEvent(url, strongest.verdict, strongest.result, titleOf(answer));
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

async function apply({ writer }: HostCheckDeps, copy: DueCopy, answer: CheckAnswer, at: Date): Promise<Applied> {
  const { guild, page } = copy;
  const verdict = await withoutEcho(guild, page, verdictFor(answer, page, at));
  return { verdict, result: await writer.write(guild, { pageId: page.pageId, at, verdict }) };
}

/** Answers that an earlier run took and not every guild has applied: the pages are not asked for again. */
async function* applyKept(deps: HostCheckDeps, host: string): JobStream {
  const { store } = deps;
  for (const { url, takenAt, answer: text, guilds } of await store.hostChecks.keptAnswers(host)) {
    const answer: CheckAnswer = JSON.parse(text);
    for (const { guildId, pageId } of guilds) {
      const opened = await store.guild(guildId);
      const page = opened.ok ? await opened.value.freshness.checkedPage(pageId) : null;
      if (opened.ok && page !== null) {
        const { verdict, result } = await apply(deps, { guild: opened.value, page }, answer, takenAt);
        if (result.change !== 'stale') yield checkEvent(url, verdict, result, titleOf(answer));
      }
      await store.hostChecks.answerApplied(url, guildId);
    }
  }
}

function titleOf(answer: CheckAnswer): string | null {
  return answer.kind === 'read' ? answer.page.title : null;
}

function endOf(reason: SkipReason): HostEnd {
  if (reason === 'host-refused') return 'refused';
  return reason === 'robots-unavailable' || reason === 'time-limit' ? 'unavailable' : 'interrupted';
}

function isRefusal(outcome: FetchOutcome<SkipReason>): boolean {
  return outcome.kind === 'failed' && isRefusalStatus(outcome.failure);
}

function isRefusalStatus(failure: FetchFailure): boolean {
  return failure.code === 'http-status' && (failure.status === 401 || failure.status === 403);
}
