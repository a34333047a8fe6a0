import type { SkipReason } from '../crawler/skip-reason.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import { MAX_PAGES_PER_JOB } from '../promises.ts';
import { isHostStop } from './check-answer.ts';
import type { JobContext, JobStream } from './context.ts';
import { linesOf } from './lines.ts';
import { visit, type Visited } from './visit.ts';

export interface SyncVisits {
  readonly sourceId: number;
  /** May a redirect lead there (rule 5.1)? */
  isInScope(url: string): boolean;
  /** What the sitemap says of a URL. */
  lastmodOf(url: string): string | null;
  /** Whether the sitemap's dates are believed by now: each page that is asked for tells. */
  isTrusted(): Promise<boolean>;
}

export interface Synced {
  /** Why it had to stop; null when there was nothing left to do. */
  readonly stopped: SkipReason | null;
  /** Pages that were wanted and not asked for. */
  readonly left: number;
}

/** Asks for the pages in the job's queue, one after the other, until they or the job's caps are used up. */
export async function* syncPages(ctx: JobContext, visits: SyncVisits): JobStream<Synced> {
  const { guild, job, stop } = ctx;
  const queue: string[] = [];
  for await (const { url, state } of linesOf(guild, job.id))
    if (state === 'queued' || state === 'in-flight') queue.push(url);
  const known = new Set(queue);
  const withheld = new Set(await guild.withheldUrls(visits.sourceId));
  let requests = job.visited;
  const budget = (): SkipReason | null => (requests >= MAX_PAGES_PER_JOB ? 'page-limit' : null);
  for (const [index, url] of queue.entries()) {
    const stopped = stop.stopReason() ?? budget();
    if (stopped !== null) return { stopped, left: queue.length - index };
    const page = await ownPage(ctx, visits, url);
    if (page !== null && !(await visits.isTrusted())) {
      yield* leaveAlone(ctx, url);
      continue;
    }
    let current = url;
    const visited = yield* visit(ctx, {
      url,
      depth: 1,
      source: async () => visits.sourceId,
      named: false,
      ...(page === null ? {} : { known: page }),
      gate(target) {
        if (target === current) return budget();
        if (withheld.has(target)) return 'removed-by-admin';
        if (known.has(target)) return 'redirected';
        return page !== null || visits.isInScope(target) ? budget() : 'redirected-out-of-scope';
      },
      requested() {
        requests += 1;
      },
      redirected(target) {
        known.add(target);
        current = target;
      },
      offer: async () => [],
    });
    if (visited.stopped !== null) return { stopped: visited.stopped, left: queue.length - index };
    if (wasJudged(visited) && isNoPage(url, visited))
      await guild.freshness.recordTry(visits.sourceId, { url, lastmod: visits.lastmodOf(url) }, ctx.clock.now());
  }
  return { stopped: null, left: 0 };
}

/** The page as this source has it; one that another source alone has is new here, and is linked when it was read. */
async function ownPage({ guild }: JobContext, { sourceId }: SyncVisits, url: string): Promise<CheckedPage | null> {
  const page = await guild.freshness.checkedPageAt(url);
  return page?.sources.some(({ id }) => id === sourceId) === true ? page : null;
}

/** Whether the site answered for this very address; what was left alone with the whole host is still to be had. */
function wasJudged({ asked, ending }: Visited): boolean {
  return asked && !(ending?.kind === 'skip' && isHostStop(ending.reason));
}

/** Whether the page is not to be had under this address of the sitemap, but under another one or not at all. */
function isNoPage(url: string, { url: endedAt, ending }: Visited): boolean {
  if (endedAt !== url || ending === null) return true;
  if (ending.kind !== 'check') return ending.kind !== 'save';
  const { kind } = ending.check.verdict;
  return kind !== 'confirmed' && kind !== 'read';
}

/** The sitemap's dates proved wrong meanwhile: the page's weekly check will tell (rule 8.5). */
async function* leaveAlone({ guild, job, stop }: JobContext, url: string): JobStream {
  const ending = { kind: 'skip', reason: 'date-doubted' } as const;
  await guild.recordVisit(job.id, { url, ending, met: [], spentMs: stop.spentMs() });
  yield { kind: 'skipped', url, reason: ending.reason };
}
