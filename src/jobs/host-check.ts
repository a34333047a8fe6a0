import type { Clock } from '../clock.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import { createTwinMemory, type TwinMemory } from '../crawler/markdown-twin.ts';
import type { Limits, SessionEvent } from '../crawler/politely.ts';
import type { OpenSession, PageRequest, PoliteSession } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure, FetchOutcome } from '../fetch/outcome.ts';
import type { HostRecord } from '../knowledge/host-checks.ts';
import type { KnowledgeStore } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import { MAX_REFUSALS_IN_A_ROW } from '../promises.ts';
import { applyAnswers, applyKept, type TakenAnswer } from './apply-answers.ts';
import { answerOf, isHostStop } from './check-answer.ts';
import type { CheckWriter } from './check-writer.ts';
import { createBreather } from './breather.ts';
import { duePagesOn, type DueUrl } from './due-pages.ts';
import { normalised } from './ending.ts';
import type { JobEvent } from './event.ts';
import { askKept } from './kept-twin.ts';
import { eventsOf, told } from './polite-events.ts';
import { createReached } from './reached.ts';
import { readBody } from './read-body.ts';
import { noteHtml, type Asked } from './twins.ts';
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
  const reached = createReached(due);
  let taken: TakenAnswer[] = [];
  async function applyTaken(): Promise<void> {
    const batch = taken;
    taken = [];
    if (batch.length > 0) await applyAnswers(deps, host, batch);
  }
  try {
    const breathe = createBreather();
    // Most hosts serve no twins, and nothing is to be known about them.
    const twins = due.some(({ address }) => address !== null) ? createTwinMemory() : null;
    const check = { session, robots, twins };
    let since = clock.monotonic();
    const isEnough = countRefusals(host, refusals);
    for (const url of due) {
      await breathe();
      const met = reached.answerTo(url);
      if (met !== null) {
        taken.push({ due: url, answer: met, at: clock.now() });
        continue;
      }
      const { outcome, read } = await askDue(deps, check, url);
      const stop = outcome.kind === 'refused' && isHostStop(outcome.reason) ? endOf(outcome.reason) : null;
      if (stop !== null && (stop === 'interrupted' || outcome.url.host === host)) {
        await applyTaken();
        return { end: stop, robots };
      }
      if (taken.length === 0) since = clock.monotonic();
      const aiInput = session.knownRobots(outcome.url)?.record.aiInput !== false;
      const answer = answerOf({ outcome, read, aiInput });
      reached.note(url, answer, outcome.hops.length === 0 ? url.url : normalised(outcome.url));
      taken.push({ due: url, answer, at: clock.now() });
      const isFull = taken.length >= MOST_WAITING || clock.monotonic() - since >= LONGEST_WAIT_MS;
      if (answer.kind !== 'unmodified' || isFull) await applyTaken();
      if (isEnough(outcome)) return { end: 'refused', robots };
    }
    await applyTaken();
    return { end: 'done', robots };
  } finally {
    await session.close();
  }
}

/** One check of a host while it runs. */
interface Check {
  readonly session: PoliteSession;
  readonly robots: RobotsRecord[];
  /** Null: nothing that is due on the host came from a twin. */
  readonly twins: TwinMemory | null;
}

/** Asks for the representation that the guilds hold: the page, or its Markdown twin as long as that is of use. */
function askDue(deps: HostCheckDeps, check: Check, due: DueUrl): Promise<Asked> {
  return check.twins !== null && due.address !== null
    ? askTwin(deps, { ...check, twins: check.twins }, due, due.address)
    : askPage(deps, check, due);
}

async function askPage(
  deps: HostCheckDeps,
  { session, robots, twins }: Check,
  { url, validators }: Pick<DueUrl, 'url' | 'validators'>,
): Promise<Asked> {
  function note(event: SessionEvent): void {
    if (event.kind === 'robots') robots.push(event.record);
    for (const one of told(event, deps.clock)) deps.tell(one);
  }
  const own = validators === null ? {} : { validators };
  const outcome = await session.ask({ url: new URL(url), gate: mayGo, ...own }, note);
  const read = outcome.kind === 'body' ? await readBody(deps, normalised(outcome.url), outcome) : null;
  if (twins !== null) noteHtml(twins, url, { outcome, read });
  return { outcome, read };
}

async function askTwin(
  deps: HostCheckDeps,
  { session, robots, twins }: Check & { readonly twins: TwinMemory },
  { url, validators, copies }: DueUrl,
  address: string,
): Promise<Asked> {
  const send = (request: PageRequest) =>
    eventsOf(session.page(request), async function* (event) {
      if (event.kind === 'robots') robots.push(event.record);
      yield* told(event, deps.clock);
    });
  const kept = { page: url, address, validators: validators ?? {}, copies };
  const asking = askKept({ ...deps, session, twins }, kept, {
    twin: (request) => send({ ...request, gate: mayAnswerItself }),
    async *page() {
      const outcome = yield* send({ url: new URL(url), gate: mayGo });
      const read = outcome.kind === 'body' ? await readBody(deps, normalised(outcome.url), outcome) : null;
      return { outcome, read };
    },
  });
  for (let step = await asking.next(); ; step = await asking.next()) {
    if (step.done === true) return step.value;
    deps.tell(step.value);
  }
}

/** Pages that are stored are checked wherever they lie. */
const mayGo = (): null => null;

/** What a twin redirects to is no twin. */
const mayAnswerItself: PageRequest['gate'] = (_url, hops) => (hops.length === 0 ? null : 'redirected');

function endOf(reason: SkipReason): HostEnd {
  if (reason === 'host-refused') return 'refused';
  return reason === 'robots-unavailable' || reason === 'time-limit' ? 'unavailable' : 'interrupted';
}

/**
 * Whether the host has refused us often enough to be left alone (rule 2.5), to be asked after each outcome. One that did so
 * last time is asked for one page; only when it answers, for the others.
 */
function countRefusals(host: string, refusals: number): (outcome: FetchOutcome<SkipReason>) => boolean {
  let most = refusals > 0 ? 1 : MAX_REFUSALS_IN_A_ROW;
  let inARow = 0;
  return (outcome) => {
    const isRefused = outcome.url.host === host && isRefusal(outcome);
    inARow = isRefused ? inARow + 1 : 0;
    if (!isRefused) most = MAX_REFUSALS_IN_A_ROW;
    return inARow >= most;
  };
}

function isRefusal(outcome: FetchOutcome<SkipReason>): boolean {
  return outcome.kind === 'failed' && isRefusalStatus(outcome.failure);
}

function isRefusalStatus(failure: FetchFailure): boolean {
  return failure.code === 'http-status' && (failure.status === 401 || failure.status === 403);
}
