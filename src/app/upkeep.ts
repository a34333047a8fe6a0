import type { Clock } from '../clock.ts';
import { digestOf, isDigestDue, type Digest } from '../jobs/digest.ts';
import type { ScheduledJobs } from '../jobs/scheduled.ts';
import type { ChecksUnderWay, WeeklyChecks } from '../jobs/weekly-checks.ts';
import type { JobHandle, JobNews } from '../jobs/runner.ts';
import type { Schedule, WatchMode } from '../knowledge/freshness.ts';
import type { GuildKnowledge, KnowledgeStore, Source } from '../knowledge/store.ts';
import { digestView } from './digest-view.ts';
import type { View } from './view.ts';

/** What is done by itself (spec 8): weekly checks, looks at watched sites, sitemap syncs, digests, erasing what is over. */
export interface Upkeep {
  /** Begins the weekly checks that are due; null when there is nothing to do. */
  checks(): Promise<ChecksUnderWay | null>;
  /** Begins the scheduled jobs of this kind that are due. */
  jobs(kind: 'watch' | 'sync'): Promise<readonly JobHandle[]>;
  /** Begins everything that is due, and tells the digests that are. */
  tick(tellers: Tellers): Promise<void>;
  /** Sets how a site is watched; its first run is due at once. */
  watch(guild: GuildKnowledge, source: Source, mode: WatchMode): Promise<Schedule>;
  /** Hosts that the weekly checks ask now, and hosts in line. */
  checkLoad(): ReturnType<WeeklyChecks['load']>;
  /** What the weekly checks tell from now on: for the log and the metrics. */
  checkNews(): AsyncGenerator<JobNews, void, void>;
  /** Interrupts the weekly checks. */
  stop(): Promise<void>;
}

/** Who is told of what happens by itself. */
export interface Tellers {
  /** A guild's digest of the week, for its admins. */
  digest(guildId: string, view: View, digest: Digest): Promise<void>;
  /** A job of a guild has begun. */
  job(handle: JobHandle): void;
}

export interface UpkeepDeps {
  readonly store: KnowledgeStore;
  readonly weekly: WeeklyChecks;
  readonly scheduled: ScheduledJobs;
  readonly clock: Clock;
}

/** Changes that one digest tells at most; what is beyond is told a week later. */
const MOST_CHANGES = 5000;
/** How often it is looked whether guilds have a digest due or something to erase, in milliseconds. */
const CHORES_EVERY_MS = 3_600_000;

export function createUpkeep({ store, weekly, scheduled, clock }: UpkeepDeps): Upkeep {
  let choresAt: number | null = null;
  /** When each guild was told its last digest, as far as this process has looked. */
  const told = new Map<string, Date>();

  async function chores(tellers: Tellers): Promise<void> {
    const now = clock.now();
    if (choresAt !== null && Math.abs(now.getTime() - choresAt) < CHORES_EVERY_MS) return;
    choresAt = now.getTime();
    for (const guildId of await store.guildIds()) {
      const last = told.get(guildId);
      // Opening a thousand guilds every hour for nothing would cost more than all else.
      if (last !== undefined && !isDigestDue(last, now)) continue;
      const opened = await store.guild(guildId);
      if (!opened.ok) continue;
      const { freshness } = opened.value;
      const toldAt = await freshness.toldAt();
      if (toldAt === null) await freshness.markTold(0, now);
      else if (isDigestDue(toldAt, now)) {
        const changes = await freshness.untoldChanges(MOST_CHANGES);
        const digest = digestOf(changes);
        // Told first: a digest told twice after a kill is better than one that was never told.
        const isCut = changes.length === MOST_CHANGES;
        if (digest !== null) await tellers.digest(guildId, digestView(digest, isCut), digest);
        await freshness.markTold(changes.at(-1)?.id ?? 0, now);
      }
      told.set(guildId, (await freshness.toldAt()) ?? now);
    }
  }

  return {
    checks: () => weekly.start(),
    jobs: (kind) => scheduled.start(kind),
    async tick(tellers) {
      for (const kind of ['sync', 'watch'] as const)
        for (const handle of await scheduled.start(kind)) tellers.job(handle);
      await weekly.start();
      await chores(tellers);
    },
    async watch({ freshness }, { id }, mode) {
      const { mode: before } = await freshness.schedule(id);
      if (mode !== before)
        // What the last run of another kind came to, and what it advised, is no word on this one.
        await freshness.setSchedule(id, {
          mode,
          dueAt: mode === 'off' ? null : clock.now(),
          ranAt: null,
          outcome: null,
          backlog: 0,
        });
      return freshness.schedule(id);
    },
    checkLoad: () => weekly.load(),
    checkNews: () => weekly.watch(),
    stop: () => weekly.stop(),
  };
}
