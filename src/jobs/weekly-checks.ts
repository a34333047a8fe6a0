import type { Limits } from '../crawler/politely.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { HostRecord, KnownHost } from '../knowledge/host-checks.ts';
import { StoreError, type GuildId, type JobsLease } from '../knowledge/store.ts';
import { IN_FLIGHT_PER_GUILD } from '../promises.ts';
import { createBroadcast } from './broadcast.ts';
import { createCheckWriter } from './check-writer.ts';
import type { JobEnd, JobEvent } from './event.ts';
import { checkHost, type HostCheckDeps, type HostOutcome } from './host-check.ts';
import type { JobNews } from './runner.ts';
import { refusalSentence } from './host-refusals.ts';
import { noteSilence } from './host-silence.ts';
import { createStopSwitch, type StopSwitch } from './stop-switch.ts';
import { emptyTally, tally, type JobTally } from './tally.ts';
import { backOffUntil, DAY_MS, dueSlot, freshSince, MINUTE_MS } from './weekly.ts';

/**
 * The weekly checks of all guilds' pages (rule 8.1): hosts side by side, each by itself and in pace. Hosts that fall due
 * while others are still being asked join them; a host is never asked by two checks at once, whichever process runs them.
 */
export interface WeeklyChecks {
  /**
   * Begins with every host that is due and not yet under way. Null when nothing is under way then: nothing is due, or
   * another process checks.
   */
  start(): Promise<ChecksUnderWay | null>;
  /** Hosts that are being asked now, and hosts in line. */
  load(): { readonly running: number; readonly waiting: number };
  /** The events of every run from now on: for the log and the metrics. */
  watch(): AsyncGenerator<JobNews, void, void>;
  /** Interrupts what runs, and begins nothing more; what was not asked for stays due. */
  stop(): Promise<void>;
}

export interface ChecksUnderWay {
  watch(): AsyncGenerator<JobEvent, void, void>;
  tally(): JobTally;
  /** Interrupts this run: what was not asked for stays due. */
  stop(): void;
  readonly ended: Promise<void>;
}

export interface WeeklyChecksDeps extends Omit<HostCheckDeps, 'writer' | 'tell'> {
  /** Hosts asked side by side; 100 unless told otherwise. */
  readonly lanes?: number;
  /**
   * Whether a job works on this host now. It goes first: the host is not begun with, or its check breaks off and goes on
   * later, so that a site is not asked by two at a time; and what a watched site's look has asked for is fresh then.
   */
  isBusy(host: string): boolean;
  reportBug(error: unknown): void;
}

/** No job's guild: it works for all of them. */
export const EVERY_GUILD = '*';
const NO_JOB = 0;
const LANES = 100;
/** Hosts of one guild asked side by side: half of what a guild may have in flight is left to its jobs (rule 4.2). */
const LANES_PER_GUILD = IN_FLIGHT_PER_GUILD / 2;
/** A host that asks for a longer break than this is asked again another day. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** So long is a host left alone whose answers we could not keep: trying every minute would be asking for nothing. */
const REST_MS = DAY_MS;

interface DueHost {
  readonly record: KnownHost;
  readonly slot: Date;
}

interface Run extends ChecksUnderWay {
  load(): { readonly running: number; readonly waiting: number };
  add(due: readonly DueHost[]): void;
}

export function createWeeklyChecks(given: WeeklyChecksDeps): WeeklyChecks {
  const { store, clock } = given;
  const news = createBroadcast<JobNews>();
  const deps = {
    ...given,
    writer: createCheckWriter(),
    rest: (host: string) => void resting.set(host, clock.monotonic() + REST_MS),
    tell: (event: JobEvent) => news.push({ guildId: EVERY_GUILD, jobId: NO_JOB, job: 'weekly-check', event }),
  };
  /** Hosts whose check broke off on our side, and until when they are left alone: they are due, and could not be done. */
  const resting = new Map<string, number>();
  let run: Run | null = null;
  let stopping = false;
  let starting: Promise<unknown> = Promise.resolve();

  async function begin(): Promise<ChecksUnderWay | null> {
    const now = clock.now();
    const due = (await store.hostChecks.hosts()).flatMap((record): DueHost[] => {
      const isLeftAlone = given.isBusy(record.host) || (resting.get(record.host) ?? 0) > clock.monotonic();
      const slot = isLeftAlone ? null : dueSlot(record, now);
      return slot === null ? [] : [{ record, slot }];
    });
    if (stopping) return null;
    if (run === null && due.length > 0) {
      const lease = await store.leaseChecks();
      if (lease === null) return null;
      run = createRun(deps, lease, () => {
        run = null;
      });
    }
    run?.add(due);
    return run;
  }

  return {
    start() {
      const next = starting.then(begin);
      starting = next.catch(() => undefined);
      return next;
    },
    load: () => run?.load() ?? { running: 0, waiting: 0 },
    watch: () => news.watch(),
    async stop() {
      stopping = true;
      await starting;
      run?.stop();
      await run?.ended;
      news.end();
    },
  };
}

interface RunDeps extends WeeklyChecksDeps, HostCheckDeps {
  tell(event: JobEvent): void;
  rest(host: string): void;
}

/** From the first host that is due until none is left. */
function createRun(deps: RunDeps, lease: JobsLease, over: () => void): Run {
  const { clock, lanes = LANES } = deps;
  const broadcast = createBroadcast<JobEvent>();
  const waiting: DueHost[] = [];
  const known = new Set<string>();
  const active = new Map<StopSwitch, KnownHost>();
  let totals = emptyTally;
  let state: 'new' | 'running' | 'stopping' | 'over' = 'new';
  let settle = (): void => {};
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });

  const tell = (event: JobEvent): void => {
    totals = tally(totals, event);
    broadcast.push(event);
    deps.tell(event);
  };

  async function lane(due: DueHost): Promise<void> {
    const stop = createStopSwitch(clock, Number.POSITIVE_INFINITY, 0);
    active.set(stop, due.record);
    try {
      await check(due, stop);
    } catch (error) {
      deps.rest(due.record.host);
      if (error instanceof StoreError) tell({ kind: 'note', text: `${due.record.host}: ${error.problem.sentence}` });
      else deps.reportBug(error);
    } finally {
      active.delete(stop);
      known.delete(due.record.host);
      next();
    }
  }

  async function check({ record, slot }: DueHost, stop: StopSwitch): Promise<void> {
    const limits: Limits = {
      ...stop,
      remainingMs: () => LONGEST_WAIT_MS,
      stopReason: () => stop.stopReason() ?? (deps.isBusy(record.host) ? 'interrupted' : null),
    };
    await conclude(record, slot, await checkHost({ ...deps, tell }, record, slot, limits));
  }

  async function conclude(record: HostRecord, slot: Date, { end, robots }: HostOutcome): Promise<void> {
    if (end === 'interrupted') return;
    const now = clock.now();
    const after = recordAfter(record, slot, end, now);
    if (end === 'unavailable')
      await noteSilence(deps.store, { host: record.host, before: freshSince(slot), robots }, now);
    if (end === 'refused') {
      const why = explainFailure({ code: 'http-status', status: 403 });
      tell({ kind: 'note', text: `${refusalSentence(after, now)} ${why}` });
    }
    await deps.store.hostChecks.record(
      after,
      robots.map(({ body: _, ...evidence }) => evidence),
    );
  }

  function next(): void {
    if (state === 'new' || state === 'over') return;
    const isRunning = state === 'running';
    if (isRunning) fillLanes();
    if (active.size === 0) finish(isRunning ? 'done' : 'interrupted');
  }

  /** Begins with hosts in line, as many as there are free lanes, and of no guild too many. */
  function fillLanes(): void {
    const lanesOf = new Map<GuildId, number>();
    for (const { guildId } of active.values()) lanesOf.set(guildId, (lanesOf.get(guildId) ?? 0) + 1);
    for (let place = 0; active.size < lanes && place < waiting.length;) {
      const due = waiting[place];
      const taken = due === undefined ? LANES_PER_GUILD : (lanesOf.get(due.record.guildId) ?? 0);
      if (due === undefined || taken >= LANES_PER_GUILD) {
        place += 1;
        continue;
      }
      waiting.splice(place, 1);
      lanesOf.set(due.record.guildId, taken + 1);
      void lane(due);
    }
  }

  function finish(end: JobEnd): void {
    state = 'over';
    over();
    lease.release();
    tell({ kind: 'finished', at: clock.now(), end });
    broadcast.end();
    settle();
  }

  // After this turn, so that whoever began it can watch before the first event.
  setImmediate(() => {
    tell({
      kind: 'started',
      jobId: NO_JOB,
      job: 'refresh',
      guildId: EVERY_GUILD,
      at: clock.now(),
      expected: known.size,
    });
    if (state === 'new') state = 'running';
    next();
  });
  return {
    ended,
    tally: () => totals,
    load: () => ({ running: active.size, waiting: waiting.length }),
    watch: () => broadcast.watch(),
    add(due) {
      for (const one of due) {
        if (known.has(one.record.host)) continue;
        known.add(one.record.host);
        waiting.push(one);
      }
      next();
    },
    stop() {
      if (state === 'over') return;
      if (state === 'running') setImmediate(next);
      state = 'stopping';
      for (const stop of active.keys()) stop.stop('interrupted');
    },
  };
}

/** How the host stands after its check. */
function recordAfter(
  record: HostRecord,
  slot: Date,
  end: Exclude<HostOutcome['end'], 'interrupted'>,
  now: Date,
): HostRecord {
  const { host, checkedFor } = record;
  switch (end) {
    case 'nothing-due':
      // Nobody asked, so nobody knows whether it still refuses.
      return { ...record, checkedFor: slot };
    case 'done':
      return { host, checkedFor: slot, refusals: 0, notBefore: null };
    case 'refused': {
      const refusals = record.refusals + 1;
      return { host, checkedFor: slot, refusals, notBefore: backOffUntil(slot, refusals) };
    }
    case 'unavailable':
      return { host, checkedFor, refusals: record.refusals, notBefore: new Date(now.getTime() + DAY_MS) };
    default:
      return end satisfies never;
  }
}
