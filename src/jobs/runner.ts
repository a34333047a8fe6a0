import type { JobRecord, JobSpec } from '../knowledge/ledger.ts';
import type { GuildKnowledge, KnowledgeStore } from '../knowledge/store.ts';
import { createBroadcast } from './broadcast.ts';
import type { JobEnd, JobEvent, JobKind } from './event.ts';
import { shareLeases } from './guild-leases.ts';
import { hasPlace, isScheduled } from './job-places.ts';
import { jobHosts } from './job-urls.ts';
import { createRun, type JobRun, type RunDeps } from './run.ts';
import type { JobTally } from './tally.ts';

/** A job that is waiting or running, as a surface sees it. */
export interface JobHandle {
  readonly guildId: string;
  readonly jobId: number;
  readonly spec: JobSpec;
  /** 0 while it runs; else its place among the jobs of its guild and kind that wait: 1 is the next to run. */
  place(): number;
  tally(): JobTally;
  /** Its events from now on. Stopping to read them stops nothing. */
  watch(): AsyncGenerator<JobEvent, void, void>;
  cancel(): void;
  readonly ended: Promise<JobEnd>;
}

/** An event of one of all the jobs, or of the weekly checks, which are no guild's job and bear the number 0. */
export interface JobNews {
  readonly guildId: string;
  readonly jobId: number;
  readonly job: JobKind | 'weekly-check';
  readonly event: JobEvent;
}

/**
 * Owns every running job: it drives them, and surfaces only watch. Within a guild, crawls run one after the other, and
 * so do imports; of the jobs that look through one site, a single one runs at a time. Across guilds the free places go
 * round, so that one with many jobs keeps no other waiting, and scheduled work leaves room for what people ask for.
 */
export interface JobRunner {
  submit(guild: GuildKnowledge, job: JobRecord): JobHandle;
  active(guildId: string): readonly JobHandle[];
  /** Whether a job of any guild runs or waits that was sent to this host, name and port. */
  worksOn(host: string): boolean;
  /** The events of every job from now on: for the log and the metrics. */
  watch(): AsyncGenerator<JobNews, void, void>;
  /** Jobs of all guilds together, as they stand now. */
  load(): { readonly running: number; readonly waiting: number };
  /** Takes no more work, interrupts what runs so that the next start goes on with it, and waits for it to end. */
  stop(): Promise<void>;
}

export interface RunnerDeps extends Omit<RunDeps, 'leases' | 'tell'> {
  readonly store: KnowledgeStore;
  /** Jobs that may run at once in this process. */
  readonly maxJobs: number;
}

/** A job in its lane: one guild's crawls, or one guild's imports. */
interface Entry {
  readonly lane: string;
  readonly hosts: ReadonlySet<string>;
  readonly handle: JobHandle;
  readonly run: JobRun;
}

export function createRunner(deps: RunnerDeps): JobRunner {
  const leases = shareLeases(deps.store);
  const waiting: Entry[] = [];
  const running = new Map<string, Entry>();
  const news = createBroadcast<JobNews>();
  /** How many active jobs were sent to each host. */
  const jobsOn = new Map<string, number>();
  let stopping = false;

  /** How many jobs had been started when each guild's last one was; a guild that has waited longest has the least. */
  const turns = new Map<string, number>();
  let started = 0;

  /** Starts what may start: the oldest job of each free lane, guild by guild in turn, while there are places. */
  function dispatch(): void {
    for (let entry = nextEntry(); entry !== null; entry = nextEntry()) {
      const { lane, run } = entry;
      waiting.splice(waiting.indexOf(entry), 1);
      running.set(lane, entry);
      turns.set(entry.handle.guildId, (started += 1));
      void run.start().finally(() => {
        running.delete(lane);
        dispatch();
      });
    }
    if (waiting.length === 0 && running.size === 0) turns.clear();
  }

  /** What may start next: of the guild whose last turn is longest ago the oldest job of a free lane, people's first. */
  function nextEntry(): Entry | null {
    const active = [...running.values()];
    const free = waiting.filter((entry) => !running.has(entry.lane) && !active.some((other) => meet(entry, other)));
    const places = {
      most: deps.maxJobs,
      running: active.length,
      scheduled: active.filter(({ handle }) => isScheduled(handle.spec)).length,
      scheduledWaits: free.some(({ handle }) => isScheduled(handle.spec)),
    };
    const ready = free.filter(({ handle }) => hasPlace(handle.spec, places));
    const asked = deps.maxJobs === 1 ? [] : ready.filter(({ handle }) => !isScheduled(handle.spec));
    const turnOf = ({ handle }: Entry): number => turns.get(handle.guildId) ?? 0;
    return (asked.length > 0 ? asked : ready).reduce<Entry | null>(
      (first, entry) => (first === null || turnOf(entry) < turnOf(first) ? entry : first),
      null,
    );
  }

  function count(hosts: ReadonlySet<string>, by: 1 | -1): void {
    for (const host of hosts) {
      const jobs = (jobsOn.get(host) ?? 0) + by;
      if (jobs === 0) jobsOn.delete(host);
      else jobsOn.set(host, jobs);
    }
  }

  /** A job that is stopped before its turn is over at once: nobody waits for a turn only to give it up. */
  function giveUp(entry: Entry): void {
    const index = waiting.indexOf(entry);
    if (index < 0) return;
    waiting.splice(index, 1);
    void entry.run.start();
  }

  function stop(entry: Entry, why: 'cancelled' | 'interrupted'): void {
    entry.run.stop(why);
    giveUp(entry);
  }

  return {
    submit(guild, job) {
      const from = { guildId: guild.guildId, jobId: job.id, job: job.spec.kind };
      const run = createRun({ ...deps, leases, tell: (event) => news.push({ ...from, event }) }, guild, job);
      const lane = `${guild.guildId}:${job.spec.kind}`;
      const handle: JobHandle = {
        guildId: guild.guildId,
        jobId: job.id,
        spec: job.spec,
        place: () => waiting.filter((other) => other.lane === lane).indexOf(entry) + 1,
        tally: run.tally,
        watch: run.watch,
        cancel: () => stop(entry, 'cancelled'),
        ended: run.ended,
      };
      const entry: Entry = { lane, handle, run, hosts: jobHosts(job.spec) };
      waiting.push(entry);
      count(entry.hosts, 1);
      void run.ended.then(() => count(entry.hosts, -1));
      // After this turn, so that whoever submits it can begin to watch before the first event.
      setImmediate(stopping ? () => stop(entry, 'interrupted') : dispatch);
      return handle;
    },
    active: (guildId) =>
      [...running.values(), ...waiting].map(({ handle }) => handle).filter((handle) => handle.guildId === guildId),
    worksOn: (host) => jobsOn.has(host),
    watch: () => news.watch(),
    load: () => ({ running: running.size, waiting: waiting.length }),
    async stop() {
      stopping = true;
      const entries = [...running.values(), ...waiting];
      for (const entry of entries) stop(entry, 'interrupted');
      await Promise.all(entries.map(({ handle }) => handle.ended));
      news.end();
    },
  };
}

/**
 * Both look through a site that is, to its host, one and the same: side by side they would ask it twice as fast. An import
 * is a few pages that somebody waits for, and goes beside them.
 */
function meet(one: Entry, other: Entry): boolean {
  if (one.handle.guildId !== other.handle.guildId) return false;
  if (one.handle.spec.kind === 'import' || other.handle.spec.kind === 'import') return false;
  return [...one.hosts].some((host) => other.hosts.has(host));
}
