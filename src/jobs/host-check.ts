import type { Clock } from '../clock.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import type { Limits, SessionEvent } from '../crawler/politely.ts';
import type { OpenSession, PoliteSession } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure, FetchOutcome } from '../fetch/outcome.ts';
import type { HostRecord } from '../knowledge/host-checks.ts';
import type { KnowledgeStore } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import { applyAnswers, applyKept, type TakenAnswer } from './apply-answers.ts';
import { answerOf, isHostStop } from './check-answer.ts';
import type { CheckWriter } from './check-writer.ts';
import { createBreather } from './breather.ts';
import { duePagesOn, type DueUrl } from './due-pages.ts';
import { normalised, type Read } from './ending.ts';
import type { JobEvent } from './event.ts';
import { told } from './polite-events.ts';
import { readBody } from './read-body.ts';
import { judgeTwin, twinRequest } from './twins.ts';
import { freshSince } from './weekly.ts';

/**
 * Most pages are as they were, and a transaction for each would cost more than its request: so many answers 304 wait for
 * one another, and so long at most. What a kill takes with it is still due, and is asked for once more.
 */
const MOST_WAITING = 100;
const LONGEST_WAIT_MS = 60_000;

export interface HostCheckDeps {
  readonly store: KnowledgeStore;
  readonly openSession: OpenSession;
  readonly reader: PageReader;
  readonly writer: CheckWriter;
  readonly clock: Clock;
  /** Told of each event as it happens. */
  tell(event: JobEvent): void;
}

/** How a host's weekly check ended. `refused`: it answered 401 or 403 so often that it is left alone (rule 2.5). */
export type HostEnd = 'done' | 'nothing-due' | 'refused' | 'unavailable' | 'interrupted';

export interface HostOutcome {
  readonly end: HostEnd;
  readonly robots: readonly RobotsRecord[];
}

/**
 * The weekly check of one host: one session, one robots.txt, and one request for each URL that is due, whichever guilds
 * have it (rules 4.3, 8.1). It may be ended at any moment: what was applied is applied, the rest is still due.
 */
export async function checkHost(
  deps: HostCheckDeps,
  { host, refusals }: HostRecord,
  slot: Date,
  limits: Limits,
): Promise<HostOutcome> {
  const { store, openSession, clock } = deps;
  await applyKept(deps, host);
  const due = await duePagesOn(store, host, freshSince(slot), clock.now());
  const [first] = due;
  if (first === undefined) return { end: 'nothing-due', robots: [] };
  // Who shares the URL shares the request; it is counted for one of them.
  const guildId = first.copies[0]?.guild.guildId ?? '';
  const session = openSession({ guildId, limits, robots: [], resumed: true });
  const robots: RobotsRecord[] = [];
  let taken: TakenAnswer[] = [];
  async function applyTaken(): Promise<void> {
    const batch = taken;
    taken = [];
    if (batch.length > 0) await applyAnswers(deps, host, batch);
  }
  try {
    const breathe = createBreather();
    let since = clock.monotonic();
    for (const url of due) {
      await breathe();
      const { outcome, read } = await askDue(deps, session, url, robots);
      const stop = outcome.kind === 'refused' && isHostStop(outcome.reason) ? endOf(outcome.reason) : null;
      if (stop !== null && (stop === 'interrupted' || outcome.url.host === host)) {
        await applyTaken();
        return { end: stop, robots };
      }
      if (taken.length === 0) since = clock.monotonic();
      const aiInput = session.knownRobots(outcome.url)?.record.aiInput !== false;
      const answer = answerOf({ outcome, read, aiInput });
      taken.push({ due: url, answer, at: clock.now() });
      const isFull = taken.length >= MOST_WAITING || clock.monotonic() - since >= LONGEST_WAIT_MS;
      if (answer.kind !== 'unmodified' || isFull) await applyTaken();
      // A host that refused us last time is asked for one page; only when it answers, for the others.
      if (refusals > 0 && url === first && isRefusal(outcome)) return { end: 'refused', robots };
    }
    await applyTaken();
    return { end: 'done', robots };
  } finally {
    await session.close();
  }
}

/** Asks for the representation that the guilds hold: the page, or its Markdown twin as long as that is of use. */
async function askDue(
  deps: HostCheckDeps,
  session: PoliteSession,
  { url, address, validators }: DueUrl,
  robots: RobotsRecord[],
): Promise<Asked> {
  function note(event: SessionEvent): void {
    if (event.kind === 'robots') robots.push(event.record);
    for (const one of told(event, deps.clock)) deps.tell(one);
  }
  if (address !== null) {
    const question = { page: url, address, validators: validators ?? {} };
    const answer = await session.ask({ ...twinRequest(question), gate: mayGo }, note);
    const twin = await judgeTwin({ ...deps, twins: null }, question, answer);
    if (twin !== null) return 'kind' in twin ? { outcome: twin, read: null } : twin;
  }
  const own = address === null && validators !== null ? { validators } : {};
  const outcome = await session.ask({ url: new URL(url), gate: mayGo, ...own }, note);
  const read = outcome.kind === 'body' ? await readBody(deps, normalised(outcome.url), outcome) : null;
  return { outcome, read };
}

/** Pages that are stored are checked wherever they lie. */
const mayGo = (): null => null;

interface Asked {
  readonly outcome: FetchOutcome<SkipReason>;
  readonly read: Read | null;
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
