import type { Clock } from '../clock.ts';
import type { Schedule } from '../knowledge/freshness.ts';
import type { JobRecord, NewJob } from '../knowledge/ledger.ts';
import type { GuildKnowledge, KnowledgeStore, Source, SourceSpec } from '../knowledge/store.ts';
import { refusalOf, refusalSentence } from './host-refusals.ts';
import { isDue, nextRun } from './next-run.ts';
import { jobUrls } from './job-urls.ts';
import type { JobHandle, JobRunner } from './runner.ts';
import { homeOf } from './site-home.ts';
import { isStandIn } from './stand-in-crawl.ts';

/** Work of guilds that is due by itself: looks at watched sites, and sitemap syncs (rules 8.2, 8.3, 8.7). */
export interface ScheduledJobs {
  /**
   * Starts every job of this kind that is due, each once: what was missed during a stop is made up by one run, and a job
   * that is still under way is not started again.
   */
  start(kind: 'watch' | 'sync'): Promise<readonly JobHandle[]>;
}

export interface ScheduledJobsDeps {
  readonly store: KnowledgeStore;
  readonly runner: JobRunner;
  readonly clock: Clock;
}

type SiteSpec = Extract<SourceSpec, { kind: 'site' }>;

export function createScheduledJobs({ store, runner, clock }: ScheduledJobsDeps): ScheduledJobs {
  async function startIn(guild: GuildKnowledge, kind: 'watch' | 'sync'): Promise<readonly JobHandle[]> {
    const now = clock.now();
    const handles: JobHandle[] = [];
    for (const schedule of await guild.freshness.schedules()) {
      if (kindOf(schedule) !== kind || !isDue(schedule.mode, schedule.dueAt, now)) continue;
      const handle = await startOne(guild, schedule, kind, now);
      if (handle !== null) handles.push(handle);
    }
    return handles;
  }

  async function startOne(
    guild: GuildKnowledge,
    schedule: Schedule,
    kind: 'watch' | 'sync',
    now: Date,
  ): Promise<JobHandle | null> {
    const source = await guild.source(schedule.sourceId);
    if (source === null || source.spec.kind !== 'site') return null;
    const { startUrls } = source.spec;
    const next = nextRun(schedule.mode, hostOf(startUrls), now);
    const refusal = await refusalOf(store.hostChecks, hostOf(await homeOf(guild, source.id, startUrls)), now);
    if (refusal !== null) {
      const outcome = refusalSentence(refusal, now);
      if ((await guild.freshness.claimRun(schedule, next, null)) !== 'taken')
        await guild.freshness.setSchedule(source.id, { ranAt: now, outcome });
      return null;
    }
    const last = await guild.lastJobOf(source.id, kind);
    const unfinished = last !== null && last.state !== 'finished';
    const job = await guild.freshness.claimRun(
      schedule,
      next,
      unfinished ? null : newJob(source, kind, now, await goesOnWith(guild, source, last)),
    );
    // Another process was faster.
    if (job === 'taken') return null;
    return submit(guild, job ?? last);
  }

  /** A job that runs already is neither started twice nor told of twice. */
  function submit(guild: GuildKnowledge, job: JobRecord | null): JobHandle | null {
    if (job === null || runner.active(guild.guildId).some(({ jobId }) => jobId === job.id)) return null;
    return runner.submit(guild, job);
  }

  return {
    async start(kind) {
      const handles: JobHandle[] = [];
      for (const guildId of await store.hostChecks.guildsDue(clock.now())) {
        const opened = await store.guild(guildId);
        // A guild that cannot be opened stops that guild alone.
        if (opened.ok) handles.push(...(await startIn(opened.value, kind)));
      }
      return handles;
    },
  };
}

function kindOf({ mode }: Schedule): 'watch' | 'sync' | null {
  if (mode === 'off') return null;
  return mode === 'weekly' ? 'watch' : 'sync';
}

function newJob({ id, spec }: Source, kind: 'watch' | 'sync', createdAt: Date, continues: JobRecord | null): NewJob {
  const { startUrls, options } = siteOf(spec);
  return { spec: { kind, startUrls, options }, sourceId: id, createdAt, continues: continues?.id ?? null };
}

/** A crawl that hit a cap is gone on with (rule 6.6); what is left of a sitemap, the sitemap names again. */
async function goesOnWith(guild: GuildKnowledge, { spec }: Source, last: JobRecord | null): Promise<JobRecord | null> {
  if (last === null || !isPartial(last) || !isStillThere(last, siteOf(spec))) return null;
  return last.spec.kind !== 'sync' || (await isStandIn(guild, last)) ? last : null;
}

function siteOf(spec: SourceSpec): SiteSpec {
  if (spec.kind !== 'site') throw new Error('only sites are watched');
  return spec;
}

/** Whether the site is where the job began, or where the job saw it move to: one that has moved since is begun anew. */
function isStillThere({ spec, movedStart }: JobRecord, { startUrls }: SiteSpec): boolean {
  const starts = startUrls.join('\n');
  return starts === jobUrls(spec).join('\n') || starts === movedStart;
}

function isPartial({ end }: JobRecord): boolean {
  return end === 'page-limit' || end === 'time-limit' || end === 'new-page-limit';
}

function hostOf([start = '']: readonly string[]): string {
  return new URL(start).host;
}
