import type { FoundSitemap } from '../crawler/discover.ts';
import type { Schedule } from '../knowledge/freshness.ts';
import type { JobRecord } from '../knowledge/ledger.ts';
import type { CrawlOptions, GuildKnowledge } from '../knowledge/store.ts';
import { FULL_CRAWL_DAYS, MAX_PAGES_PER_JOB } from '../promises.ts';
import type { JobContext, JobStream } from './context.ts';
import { crawlSite } from './crawl.ts';
import type { Conclusion } from './job.ts';
import { NO_SITEMAP, noSitemap } from './sitemap-trouble.ts';
import { pagesOf } from './source-pages.ts';
import { note, reportOnce, type SyncSite } from './sync-notes.ts';
import { DAY_MS } from './weekly.ts';

/** Without a working sitemap, the site is crawled when the last time is long enough ago (rule 8.4). */
export async function* crawlInstead(
  ctx: JobContext,
  site: SyncSite,
  schedule: Schedule,
  found: FoundSitemap,
): JobStream<Conclusion> {
  const due = await isDue(ctx, site, schedule);
  const detail = `${noSitemap(found)} ${due ? 'The whole site is crawled instead.' : NOT_YET}`;
  await reportOnce(ctx, schedule.sitemapUrl ?? site.startUrls[0] ?? '', schedule, detail, NO_SITEMAP);
  if (due) return yield* standIn(ctx, site);
  await note(ctx, site, { outcome: detail });
  return { end: 'done', detail };
}

const NOT_YET = `Without one the whole site is crawled every ${FULL_CRAWL_DAYS} days instead; name another (knowledge crawl, option sitemap), or watch the site weekly (knowledge watch).`;

/** The crawl itself, from its beginning or from where the job, or the one it continues, had come to. */
export async function* standIn(ctx: JobContext, site: SyncSite): JobStream<Conclusion> {
  const crawledAt = ctx.clock.now();
  // The sync has just looked for a sitemap, and found none.
  const options: CrawlOptions = { ...site.options, pages: MAX_PAGES_PER_JOB, sitemap: 'off' };
  const { left, ...conclusion } = yield* crawlSite(ctx, { ...site, options, mostNew: MAX_PAGES_PER_JOB });
  if (conclusion.end !== 'interrupted') {
    const { end, detail } = conclusion;
    const outcome =
      detail === undefined
        ? `${NO_SITEMAP}; the whole site was crawled instead.`
        : `${NO_SITEMAP}; the whole site is crawled instead. ${detail}`;
    // A site that could not be looked through is tried again the next day.
    const failed = end === 'failed' || end === 'robots';
    await note(ctx, site, { outcome, backlog: left, ...(failed ? {} : { crawledAt }) });
  }
  return conclusion;
}

/**
 * Whether a sync became a crawl: it goes on with one, or it began with the start URLs. What a sitemap brings in lies deeper
 * than those.
 */
export async function isStandIn(guild: GuildKnowledge, { id, continues }: JobRecord): Promise<boolean> {
  if (continues !== null) return true;
  const [first] = await guild.urlsOf(id, { limit: 1, offset: 0 });
  return first?.depth === 0;
}

/**
 * A sitemap that worked yesterday and fails today leaves nothing to make up. What it named tells of one that was never read
 * to its end.
 */
async function isDue({ guild, clock }: JobContext, { sourceId }: SyncSite, schedule: Schedule): Promise<boolean> {
  const source = await guild.source(sourceId);
  const before = clock.now().getTime() - FULL_CRAWL_DAYS * DAY_MS;
  const isRecent = (at: Date | null | undefined): boolean => (at?.getTime() ?? 0) > before;
  if ([schedule.crawledAt, schedule.syncedAt, source?.addedAt].some(isRecent)) return false;
  for await (const page of pagesOf(guild.freshness, sourceId)) if (isRecent(page.sitemapLastSeenAt)) return false;
  return true;
}
