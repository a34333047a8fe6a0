import type { CrawlOptions } from '../knowledge/store.ts';
import { MAX_NEW_PAGES_PER_WATCH, MAX_PAGES_PER_JOB } from '../promises.ts';
import type { JobContext, JobStream } from './context.ts';
import { crawlSite } from './crawl.ts';
import { runJob, type Conclusion } from './job.ts';

/**
 * Looks a watched site through once more (rule 8.2): what is stored is checked, which counts as its weekly check, and a
 * few new pages come in. What is left over is the next run's, which goes on from here.
 */
export function watch(
  ctx: JobContext,
  startUrls: readonly string[],
  options: CrawlOptions,
  sourceId: number,
): JobStream {
  return runJob(ctx, MAX_PAGES_PER_JOB, watching(ctx, startUrls, options, sourceId));
}

async function* watching(
  ctx: JobContext,
  startUrls: readonly string[],
  options: CrawlOptions,
  sourceId: number,
): JobStream<Conclusion> {
  const { guild, clock } = ctx;
  const { left, ...conclusion } = yield* crawlSite(ctx, {
    startUrls,
    options: { ...options, pages: MAX_PAGES_PER_JOB },
    sourceId,
    mostNew: MAX_NEW_PAGES_PER_WATCH,
  });
  const { end, detail } = conclusion;
  if (end !== 'interrupted')
    await guild.freshness.setSchedule(sourceId, { ranAt: clock.now(), outcome: detail ?? end, backlog: left });
  return conclusion;
}
