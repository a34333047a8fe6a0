import type { Clock } from '../clock.ts';
import { createTwinMemory } from '../crawler/markdown-twin.ts';
import type { OpenSession } from '../crawler/session.ts';
import type { JobRecord, JobSpec } from '../knowledge/ledger.ts';
import { StoreError, type GuildKnowledge, type JobsLease, type KnowledgeStore } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import { MAX_JOB_MS } from '../promises.ts';
import { createBreather } from './breather.ts';
import { createBroadcast } from './broadcast.ts';
import type { JobContext, JobStream } from './context.ts';
import { crawl } from './crawl.ts';
import { isJobEnd, type JobEnd, type JobEvent } from './event.ts';
import type { GuildLeases } from './guild-leases.ts';
import { createHostStandings, recordStandings, refusalSentence } from './host-refusals.ts';
import { importPages } from './import.ts';
import { isScheduled } from './job-places.ts';
import { jobHosts } from './job-urls.ts';
import { endedBefore, endJob } from './job.ts';
import { refresh } from './refresh.ts';
import { createStopSwitch, type StopRequest, type StopSwitch } from './stop-switch.ts';
import { sync } from './sync.ts';
import { emptyTally, tally, type JobTally } from './tally.ts';
import { watch } from './watch.ts';

export interface RunDeps {
  readonly store: Pick<KnowledgeStore, 'hostChecks'>;
  readonly leases: GuildLeases;
  readonly openSession: OpenSession;
  readonly reader: PageReader;
  readonly clock: Clock;
  /** Told of each event, beside those who watch this run. */
  tell(event: JobEvent): void;
  /** Told of an exception nobody foresaw; the job it ended is reported as failed. */
  reportBug(error: unknown): void;
}

/** One job from its turn to its end, whoever watches. */
export interface JobRun {
  /** Runs it; never rejects. If it was stopped before, it is only brought to its end. */
  start(): Promise<void>;
  stop(why: StopRequest): void;
  tally(): JobTally;
  watch(): AsyncGenerator<JobEvent, void, void>;
  readonly ended: Promise<JobEnd>;
}

/** How often a job looks whether another process has finished with its guild's jobs, in milliseconds. */
const LEASE_POLL_MS = 1000;

const OUR_MISTAKE = 'Heimdall made a mistake. The job ended; what was stored stays.';

export function createRun(deps: RunDeps, guild: GuildKnowledge, job: JobRecord): JobRun {
  const { clock } = deps;
  const broadcast = createBroadcast<JobEvent>();
  const stopping = new AbortController();
  const standings = createHostStandings();
  let totals = emptyTally;
  let stopRequest: StopRequest | null = null;
  let stopSwitch: StopSwitch | null = null;
  let settle: (end: JobEnd) => void = () => {};
  const ended = new Promise<JobEnd>((resolve) => {
    settle = resolve;
  });

  const tell = (event: JobEvent): void => {
    totals = tally(totals, event);
    broadcast.push(event);
    deps.tell(event);
  };

  async function tellAll(events: JobStream): Promise<void> {
    const breathe = createBreather();
    for await (const event of events) {
      standings.take(event);
      if (event.kind === 'finished' && event.end !== 'interrupted') await concludeHosts();
      tell(event);
      await breathe();
    }
  }

  async function run(lease: JobsLease | null): Promise<void> {
    const current = await guild.job(job.id);
    if (current === null || current.state === 'finished') return endedElsewhere(current);
    if (stopRequest !== null || lease === null) return endUnbegun(current, lease);
    // A check has as much time as its pages need at their pace (rule 6.1).
    const budgetMs = current.spec.kind === 'refresh' ? Number.POSITIVE_INFINITY : MAX_JOB_MS;
    stopSwitch = createStopSwitch(clock, budgetMs, current.spentMs);
    await drive(current, stopSwitch);
  }

  async function drive(current: JobRecord, stop: StopSwitch): Promise<void> {
    const resumed = current.state === 'running';
    const robots = resumed ? await guild.robotsOf(job.id) : [];
    const session = deps.openSession({ guildId: guild.guildId, limits: stop, robots, resumed });
    const twins = createTwinMemory();
    try {
      await tellAll(
        streamOf({ guild, job: current, session, reader: deps.reader, twins, clock, stop, resumed }, current.spec),
      );
    } finally {
      await session.close();
    }
  }

  /** Hosts that refused are left alone from now on, also by scheduled work, which then came to that (rule 2.5). */
  async function concludeHosts(): Promise<void> {
    const now = clock.now();
    for (const record of await recordStandings(deps.store.hostChecks, standings, now)) {
      const outcome = refusalSentence(record, now);
      tell({ kind: 'note', text: outcome });
      if (job.sourceId !== null && isScheduled(job.spec) && jobHosts(job.spec).has(record.host))
        await guild.freshness.setSchedule(job.sourceId, { outcome });
    }
  }

  /** Until this process may run the guild's jobs, or the job is stopped. */
  async function waitForLease(): Promise<JobsLease | null> {
    for (let tries = 0; ; tries += 1) {
      const lease = await deps.leases.take(guild.guildId);
      if (lease !== null || stopRequest !== null) return lease;
      if (tries === 0)
        tell({ kind: 'note', text: 'Another Heimdall process runs a job of this server. Waiting for it to end.' });
      await clock.sleep(LEASE_POLL_MS, stopping.signal);
    }
  }

  /** It is stopped before it began. Cancelled, it is over; interrupted, it keeps its place for the next start. */
  async function endUnbegun(current: JobRecord, lease: JobsLease | null): Promise<void> {
    const at = clock.now();
    const end = stopRequest ?? 'interrupted';
    // A job that another process may be running is not ours to end.
    const ours = lease !== null || current.state === 'queued';
    if (end === 'interrupted' || !ours) return tell({ kind: 'finished', at, end: 'interrupted' });
    await tellAll(endedBefore(guild, job.id));
    await tellAll(endJob(guild, job.id, { end, at, spentMs: current.spentMs }));
    tell({ kind: 'finished', at, end });
  }

  /** Another process brought it to its end while this one waited. */
  async function endedElsewhere(current: JobRecord | null): Promise<void> {
    tell({ kind: 'started', jobId: job.id, job: job.spec.kind, guildId: guild.guildId, at: job.createdAt });
    if (current !== null) await tellAll(endedBefore(guild, job.id));
    const end = current !== null && isJobEnd(current.end) ? current.end : 'cancelled';
    const detail = current?.detail ?? null;
    tell({ kind: 'finished', at: current?.finishedAt ?? clock.now(), end, ...(detail === null ? {} : { detail }) });
  }

  /** The disk refused, or something nobody foresaw: this job ends, and nothing else does. */
  async function fail(error: unknown): Promise<void> {
    const diskTrouble = error instanceof StoreError;
    const detail = diskTrouble ? error.problem.sentence : OUR_MISTAKE;
    // What the disk would not take now, the next start can go on with; a mistake of ours would only be made again.
    if (!diskTrouble) await endByMistake(error);
    tell({ kind: 'finished', at: clock.now(), end: 'failed', detail });
  }

  async function endByMistake(mistake: unknown): Promise<void> {
    deps.reportBug(mistake);
    const spentMs = stopSwitch?.spentMs() ?? job.spentMs;
    try {
      await tellAll(endJob(guild, job.id, { end: 'failed', detail: OUR_MISTAKE, at: clock.now(), spentMs }));
    } catch (another) {
      deps.reportBug(another);
    }
  }

  return {
    async start() {
      let lease: JobsLease | null = null;
      try {
        lease = await waitForLease();
        await run(lease);
      } catch (error) {
        await fail(error);
      } finally {
        lease?.release();
        broadcast.end();
        settle(totals.end ?? 'failed');
      }
    },
    stop(why) {
      stopRequest ??= why;
      stopping.abort();
      stopSwitch?.stop(why);
    },
    tally: () => totals,
    watch: () => broadcast.watch(),
    ended,
  };
}

function streamOf(ctx: JobContext, spec: JobSpec): JobStream {
  switch (spec.kind) {
    case 'import':
      return importPages(ctx, spec.urls);
    case 'crawl':
      return crawl(ctx, spec.startUrls, spec.options, sourceOf(ctx));
    case 'watch':
      return watch(ctx, spec.startUrls, spec.options, sourceOf(ctx));
    case 'sync':
      return sync(ctx, { ...spec, sourceId: sourceOf(ctx) });
    case 'refresh':
      return refresh(ctx, sourceOf(ctx));
    default:
      return spec satisfies never;
  }
}

function sourceOf({ job }: JobContext): number {
  if (job.sourceId === null) throw new Error(`job ${job.id} belongs to a source`);
  return job.sourceId;
}
