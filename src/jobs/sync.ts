import { findSitemap, type FoundSitemap } from '../crawler/discover.ts';
import { createScope } from '../crawler/scope.ts';
import type { SitemapEntry } from '../crawler/sitemap-entries.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { CheckedPage, PageVerdict, Schedule } from '../knowledge/freshness.ts';
import type { MetUrl } from '../knowledge/ledger.ts';
import { isTrusted } from '../knowledge/lastmod-trust.ts';
import { MAX_PAGES_PER_JOB, SITEMAP_ABSENCE_DAYS } from '../promises.ts';
import { addAllButLast } from './add-met.ts';
import { checkEvent } from './check-event.ts';
import type { JobContext, JobStream } from './context.ts';
import { endFor, runJob, type Conclusion } from './job.ts';
import { drain } from './polite-events.ts';
import { absentSince, diffSitemap, judgeSize, type SitemapDiff } from './sitemap-diff.ts';
import { homeOf } from './site-home.ts';
import { pagesOf } from './source-pages.ts';
import { IN_PART, missingPart } from './sitemap-trouble.ts';
import { crawlInstead, isStandIn, standIn } from './stand-in-crawl.ts';
import { note, reportOnce, type SyncSite } from './sync-notes.ts';
import { syncPages, type SyncVisits } from './sync-pages.ts';

/**
 * The daily sync (rule 8.3): robots.txt and the sitemap, then the pages that are new or say that they changed; every
 * other page is left alone. A site without a working sitemap is crawled every 90 days instead (rule 8.4).
 */
export function sync(ctx: JobContext, site: Omit<SyncSite, 'home'>): JobStream {
  return runJob(ctx, MAX_PAGES_PER_JOB, syncing(ctx, site));
}

async function* syncing(ctx: JobContext, given: Omit<SyncSite, 'home'>): JobStream<Conclusion> {
  const { guild, job } = ctx;
  const site: SyncSite = { ...given, home: await homeOf(guild, given.sourceId, given.startUrls) };
  // A crawl that stood in for the sitemap goes on where it ended, and so does a sync that was interrupted.
  if (await isStandIn(guild, job)) return yield* standIn(ctx, site);
  if ((await guild.urlsOf(job.id, { limit: 1, offset: 0 })).length > 0)
    return yield* visitWanted(ctx, site, null, null);

  const [start] = site.home;
  if (start === undefined) throw new Error('a site has a start URL');
  const schedule = await guild.freshness.schedule(site.sourceId);
  const robots = yield* drain(ctx, ctx.session.robots(new URL(start)));
  if (robots === null) return { end: endFor(ctx.stop.stopReason() ?? 'time-limit') };
  if (robots.kind === 'nothing') {
    const detail = 'robots.txt could not be read, so nothing was asked for.';
    await reportOnce(ctx, start, schedule, detail);
    await note(ctx, site, { outcome: detail });
    return { end: 'robots', detail };
  }
  const { sitemap } = site.options;
  const found = yield* drain(
    ctx,
    findSitemap(ctx.session, {
      site: new URL(start),
      custom: typeof sitemap === 'string' ? null : sitemap.url,
      lastUsed: schedule.sitemapUrl,
      shareOfTime: 1 / 2,
    }),
  );
  yield { kind: 'note', text: found.sentence };
  const stopped = ctx.stop.stopReason();
  if (stopped !== null && !found.complete) return { end: endFor(stopped) };
  if (found.url === null && !robots.policy.allows(new URL(start))) {
    // What became of the pages is told by their checks.
    const detail = 'robots.txt disallows the start page, and no sitemap may be read.';
    await note(ctx, site, { outcome: detail });
    return { end: 'robots', detail };
  }
  const belongs = isInScope(site);
  const entries = found.entries.filter(({ loc }) => belongs(loc));
  if (entries.length === 0) return yield* crawlInstead(ctx, site, schedule, found);
  return yield* applySitemap(ctx, site, schedule, { ...found, entries });
}

/** @param found the sitemap with those of its entries that belong to the site */
async function* applySitemap(
  ctx: JobContext,
  site: SyncSite,
  schedule: Schedule,
  found: FoundSitemap,
): JobStream<Conclusion> {
  const { guild, clock } = ctx;
  const now = clock.now();
  const { entries } = found;
  const size = judgeSize(entries.length, schedule.sitemapSize, schedule.shrunkSince, now);
  if (size === 'shrunk' && found.complete) {
    const detail = `The sitemap names ${entries.length} pages of this site and named ${schedule.sitemapSize ?? 0} before. Nothing was changed; if that is right, it is believed in ${SITEMAP_ABSENCE_DAYS} days.`;
    if (schedule.shrunkSince === null) await reportOnce(ctx, found.url ?? '', schedule, detail);
    await note(ctx, site, { outcome: detail, sitemapUrl: found.url, shrunkSince: schedule.shrunkSince ?? now });
    return { end: 'done', detail };
  }
  await guild.freshness.recordSightings(
    entries.map(({ loc, lastmod }) => ({ url: loc, lastmod })),
    now,
  );
  const trouble = missingPart(found);
  if (trouble !== null) await reportOnce(ctx, found.url ?? '', schedule, trouble, IN_PART);
  if (found.complete) yield* removeAbsent(ctx, site, absentSince(schedule.syncedAt, now), now);
  const allowed = entries.filter(({ loc }) => isAllowed(ctx, new URL(loc)));
  const diff = await diffOf(ctx, site, allowed, now);
  const { doubted } = diff;
  if (doubted > 0) {
    yield {
      kind: 'note',
      text: `${doubted} pages have a newer date, but the dates of this sitemap proved wrong too often: their weekly check will tell.`,
    };
  }
  await guild.freshness.setSchedule(site.sourceId, {
    sitemapUrl: found.url,
    ...(found.complete ? { sitemapSize: entries.length, shrunkSince: null, syncedAt: now } : {}),
  });
  const last = await addAllButLast(guild, ctx.job.id, diff.wanted.map(metOf));
  await guild.addUrls(ctx.job.id, last);
  return yield* visitWanted(ctx, site, diff, trouble);
}

function metOf({ url }: { readonly url: string }): MetUrl {
  return { url, via: 'sitemap', depth: 1 };
}

/** Which of its addresses a sitemap may bring in: what a crawl of this site would follow (rule 5.1). */
function isInScope({ home, options }: SyncSite): (url: string) => boolean {
  const scope = createScope({ startUrls: home, ...options });
  return (url) => scope.judge(url) === null;
}

/** What robots.txt forbids is not asked for; what is stored of it stays (rule 3.8). */
function isAllowed({ session }: JobContext, url: URL): boolean {
  const standing = session.knownRobots(url);
  return standing?.kind !== 'policy' || standing.policy.allows(url);
}

async function diffOf(
  { guild }: JobContext,
  { sourceId }: SyncSite,
  entries: readonly SitemapEntry[],
  now: Date,
): Promise<SitemapDiff> {
  const { freshness } = guild;
  const pages = new Map<string, CheckedPage>();
  for await (const page of pagesOf(freshness, sourceId)) pages.set(page.url, page);
  const trust = trustOf(await freshness.schedule(sourceId));
  const tries = await freshness.sitemapTries(sourceId);
  const withheld = new Set(await guild.withheldUrls(sourceId));
  return diffSitemap({ entries, pages, tries, withheld, trust, now });
}

function trustOf({ lastmodRight: right, lastmodWrong: wrong }: Schedule): { right: number; wrong: number } {
  return { right, wrong };
}

/** Pages that the sitemap has not named for so long leave the answers, and can be restored. */
async function* removeAbsent(
  { guild, job, stop }: JobContext,
  site: SyncSite,
  since: Date | null,
  at: Date,
): JobStream {
  if (since === null) return;
  const verdict: PageVerdict = {
    kind: 'gone',
    reason: 'absent',
    note: `Its sitemap has not named it for ${SITEMAP_ABSENCE_DAYS} days.`,
  };
  for (const { pageId, url } of await guild.freshness.absentPages(site.sourceId, since)) {
    await guild.addUrls(job.id, [{ url, via: null, depth: 1 }]);
    const ending = { kind: 'check', check: { pageId, at, verdict } } as const;
    await guild.recordVisit(job.id, { url, ending, met: [], spentMs: stop.spentMs() });
    yield checkEvent(url, verdict, { change: 'removed', pageId }, null);
  }
}

/** Asks for what is wanted, within the job's caps; the rest waits for the next day. */
async function* visitWanted(
  ctx: JobContext,
  site: SyncSite,
  diff: SitemapDiff | null,
  trouble: string | null,
): JobStream<Conclusion> {
  const { guild } = ctx;
  const lastmods = new Map(diff?.wanted.map(({ url, lastmod }) => [url, lastmod]));
  const visits: SyncVisits = {
    sourceId: site.sourceId,
    isInScope: isInScope(site),
    lastmodOf: (url) => lastmods.get(url) ?? null,
    isTrusted: async () => isTrusted(trustOf(await guild.freshness.schedule(site.sourceId))),
  };
  const { stopped, left } = yield* syncPages(ctx, visits);
  const rest = stopped === null ? null : `${left} pages of the sitemap are left for the next day.`;
  const detail = [trouble, rest].filter((part) => part !== null).join(' ');
  if (stopped !== 'interrupted') await note(ctx, site, { outcome: detail === '' ? 'done' : detail, backlog: left });
  return { end: endOf(stopped), ...(detail === '' ? {} : { detail }) };
}

function endOf(stopped: SkipReason | null): Conclusion['end'] {
  return stopped === null ? 'done' : endFor(stopped);
}
