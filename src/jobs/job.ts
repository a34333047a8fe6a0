import type { LimitSkip, SkipReason } from '../crawler/skip-reason.ts';
import { isProvisional } from '../knowledge/ledger.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { JobContext, JobStream } from './context.ts';
import type { JobEnd } from './event.ts';
import { linesOf } from './lines.ts';
import { eventOfLine } from './replay.ts';

/** What a job's own part comes to. */
export interface Conclusion {
  readonly end: JobEnd;
  readonly detail?: string;
}

/** Why a URL that was known at the end was not asked for. */
const LEFT_BECAUSE: Readonly<Record<JobEnd, LimitSkip | 'robots-unavailable'>> = {
  done: 'interrupted',
  'page-limit': 'page-limit',
  'time-limit': 'time-limit',
  'new-page-limit': 'new-page-limit',
  cancelled: 'cancelled',
  robots: 'robots-unavailable',
  interrupted: 'interrupted',
  failed: 'interrupted',
};

/** The end that a reason to stop leads to. */
export function endFor(reason: SkipReason): JobEnd {
  switch (reason) {
    case 'page-limit':
    case 'time-limit':
    case 'new-page-limit':
    case 'cancelled':
    case 'interrupted':
      return reason;
    default:
      return 'robots';
  }
}

/** Wraps a job's own part in what every job has: its start, its end, and a line for each URL that was left. */
export async function* runJob(ctx: JobContext, expected: number, work: JobStream<Conclusion>): JobStream {
  const { guild, job, clock, stop } = ctx;
  await guild.markRunning(job.id);
  const resumes = ctx.resumed ? 'interrupted' : job.continues === null ? null : 'partial';
  yield {
    kind: 'started',
    jobId: job.id,
    job: job.spec.kind,
    guildId: guild.guildId,
    at: clock.now(),
    expected,
    ...(job.sourceId === null ? {} : { sourceId: job.sourceId }),
    ...(resumes === null ? {} : { resumes }),
  };
  if (ctx.resumed) yield* endedBefore(guild, job.id);
  const conclusion = yield* work;
  // An interrupted job is not over: its rows stay as they are, and the next start goes on from them (rule 6.5).
  if (conclusion.end !== 'interrupted')
    yield* endJob(guild, job.id, { ...conclusion, at: clock.now(), spentMs: stop.spentMs() });
  yield { kind: 'finished', at: clock.now(), ...conclusion };
}

/** Ends a job in the ledger, and tells of the URLs whose ending is known only now. */
export async function* endJob(
  guild: GuildKnowledge,
  jobId: number,
  ending: Conclusion & { readonly at: Date; readonly spentMs: number },
): JobStream {
  await guild.finishJob(jobId, { ...ending, leftReason: LEFT_BECAUSE[ending.end] });
  for await (const line of linesOf(guild, jobId)) {
    if (line.state === 'left' || isProvisional(line.reason)) yield* eventOfLine(line);
  }
}

/** What the job told before it was interrupted. */
export async function* endedBefore(guild: GuildKnowledge, jobId: number): JobStream {
  for await (const line of linesOf(guild, jobId)) if (!isProvisional(line.reason)) yield* eventOfLine(line);
}
