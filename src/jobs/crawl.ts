import { findSitemap } from '../crawler/discover.ts';
import { createFrontier, type Frontier, type FrontierEntry } from '../crawler/frontier.ts';
import type { RobotsReading } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { createTrapGuard, type TrapGuard } from '../crawler/traps.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import { isProvisional, type JobUrl, type MetUrl, type VisitEnding } from '../knowledge/ledger.ts';
import type { CrawlOptions } from '../knowledge/store.ts';
import { MAX_PAGES_PER_JOB } from '../promises.ts';
import { addAllButLast } from './add-met.ts';
import { createCandidates, type Candidates } from './candidates.ts';
import type { JobContext, JobStream } from './context.ts';
import { concludeCrawl, isKept, startProblemOf, type StartProblem } from './crawl-end.ts';
import { createCrawlScope, type CrawlScope } from './crawl-scope.ts';
import { historyOf } from './history.ts';
import { runJob, type Conclusion } from './job.ts';
import { linesOf } from './lines.ts';
import { drain } from './polite-events.ts';
import { visit, type Visited } from './visit.ts';

/** What a crawl is made of while it runs. */
interface Crawl {
  readonly ctx: JobContext;
  readonly options: CrawlOptions;
  readonly sourceId: number;
  readonly frontier: Frontier;
  readonly scope: CrawlScope;
  readonly candidates: Candidates;
  readonly traps: TrapGuard;
  /** The site is looked through again: how many new pages may be added. Null: a crawl that an admin asked for. */
  readonly mostNew: number | null;
  /** Addresses that an admin took out: a crawl of his own brings them back, scheduled work does not. */
  readonly withheld: ReadonlySet<string>;
  /** New pages that came in so far. */
  added: number;
  /** New URLs left for the next run because enough were added. */
  aside: number;
  /** Page requests sent in this run (rule 6.1 counts them on the wire). */
  visited: number;
  /** Pages asked for that came to an end, in all runs. */
  asked: number;
  /** URLs that an earlier run left and this one, which only retries, leaves to the next. */
  carried: number;
  /** Whether any page of this run is in the store now as its site has it. */
  kept: boolean;
  /** What became of a start URL that did not end in a page. */
  startProblem: StartProblem | null;
}

/** Crawls a site from its start URLs, breadth first, within its scope and its caps (rules 6.1 to 6.7). */
export function crawl(
  ctx: JobContext,
  startUrls: readonly string[],
  options: CrawlOptions,
  sourceId: number,
): JobStream {
  const pages = Math.min(options.pages, MAX_PAGES_PER_JOB);
  return runJob(ctx, pages, crawlSite(ctx, { startUrls, options: { ...options, pages }, sourceId, mostNew: null }));
}

/** Which site is crawled. */
export interface SiteCrawl {
  readonly startUrls: readonly string[];
  readonly options: CrawlOptions;
  readonly sourceId: number;
  /**
   * The site is looked through again (rule 8.2): pages that are stored are checked conditionally, and at most so many new
   * ones come in. Null: a crawl that an admin asked for.
   */
  readonly mostNew: number | null;
}

/** The crawl itself, without its beginning and end; and how many URLs it knew and did not ask for. */
export async function* crawlSite(ctx: JobContext, site: SiteCrawl): JobStream<Conclusion & { readonly left: number }> {
  const withheld = site.mostNew === null ? [] : await ctx.guild.withheldUrls(site.sourceId);
  const crawl = prepare(ctx, site, new Set(withheld));
  let sitemapDue = await restore(crawl);
  let stopped: SkipReason | null = null;
  while (stopped === null) {
    const entry = crawl.frontier.take();
    // Once every start URL has been read it is known which site this is, and whether it may be read at all.
    if (sitemapDue && (entry === null || (entry.depth > 0 && robotsOf(crawl) !== null))) {
      sitemapDue = false;
      if (entry !== null) crawl.frontier.giveBack(entry);
      yield* meetSitemap(crawl);
      continue;
    }
    if (entry === null) break;
    stopped = yield* step(crawl, entry);
  }
  if (crawl.candidates.beyond > 0) {
    yield {
      kind: 'note',
      text: `The site names more addresses than one crawl can hold: ${crawl.candidates.beyond} links were not looked at.`,
    };
  }
  const { kept, startProblem, asked, carried, aside, frontier, scope } = crawl;
  const [start] = scope.starts;
  const gapMs = start === undefined ? 0 : ctx.session.gapMs(new URL(start));
  const left = frontier.size + aside + carried;
  const remainingMs = ctx.stop.remainingMs();
  const ended = stopped ?? (aside > 0 ? 'new-page-limit' : carried > 0 ? 'page-limit' : null);
  const again = crawl.mostNew !== null;
  return { ...concludeCrawl({ stopped: ended, kept, again, startProblem, asked, left, gapMs, remainingMs }), left };
}

function prepare(
  ctx: JobContext,
  { startUrls, options, sourceId, mostNew }: SiteCrawl,
  withheld: ReadonlySet<string>,
): Crawl {
  const frontier = createFrontier();
  const scope = createCrawlScope(startUrls, ctx.job.movedStart?.split('\n') ?? startUrls, options);
  const candidates = createCandidates({
    frontier,
    judge: scope.judge,
    policy: (url) => {
      const standing = ctx.session.knownRobots(url);
      return standing?.kind === 'policy' ? standing.policy : null;
    },
  });
  const traps = createTrapGuard();
  const { visited } = ctx.job;
  return {
    ctx,
    options,
    sourceId,
    frontier,
    scope,
    candidates,
    traps,
    mostNew,
    withheld,
    added: 0,
    aside: 0,
    visited,
    asked: 0,
    carried: 0,
    kept: false,
    startProblem: null,
  };
}

/** Takes over what the job, or the partial one it continues, knew. Returns whether the sitemap is still to be read. */
async function restore(crawl: Crawl): Promise<boolean> {
  const {
    ctx: { guild, job },
    frontier,
    scope,
    options,
  } = crawl;
  for (const url of await guild.knownUrls(job.id)) frontier.note(url);
  const lines: JobUrl[] = [];
  for await (const line of linesOf(guild, job.id)) lines.push(line);
  for (const { url, via, depth } of lines) if (depth === 0) scope.restore(url, via);
  // What was in flight when the process died had come first, and is asked for again first.
  for (const { url, state, via, depth } of lines) if (state === 'in-flight') frontier.offer(url, via, depth);
  for (const { url, state, via, depth, reason } of lines) {
    if (state === 'queued') frontier.offer(url, via, depth);
    else if (!isProvisional(reason)) frontier.note(url);
  }
  crawl.added = lines.filter(({ change }) => change === 'new').length;
  const { asked, sitemapRead } = await historyOf(guild, job);
  crawl.asked = asked;
  crawl.carried = lines.filter(({ state }) => state === 'left').length;
  if (lines.length === 0) {
    const met = scope.starts.filter((url) => frontier.offer(url, null, 0));
    await guild.addUrls(
      job.id,
      met.map((url): MetUrl => ({ url, via: null, depth: 0 })),
    );
  }
  return options.sitemap !== 'off' && !sitemapRead;
}

/** Visits one URL of the frontier, or skips it. Returns why the job has to stop, if it has to. */
async function* step(crawl: Crawl, entry: FrontierEntry): JobStream<SkipReason | null> {
  const { ctx, frontier, traps, scope } = crawl;
  const { url } = entry;
  const budget = (): SkipReason | null => (crawl.visited >= crawl.options.pages ? 'page-limit' : null);
  const stop = ctx.stop.stopReason() ?? budget();
  if (stop !== null) {
    frontier.giveBack(entry);
    return stop;
  }
  const unwanted = scope.isStart(url) ? null : (withheldAt(crawl, url) ?? traps.judge(url, entry.depth));
  if (unwanted !== null) {
    await ctx.guild.recordVisit(ctx.job.id, {
      url,
      ending: { kind: 'skip', reason: unwanted },
      met: [],
      spentMs: ctx.stop.spentMs(),
    });
    yield { kind: 'skipped', url, reason: unwanted };
    return null;
  }
  const known = crawl.mostNew === null ? null : await ownPage(crawl, url);
  if (crawl.mostNew !== null && known === null && crawl.added >= crawl.mostNew && !scope.isStart(url)) {
    // It stays in the ledger's queue, for the run that goes on from here.
    crawl.aside += 1;
    return null;
  }
  return yield* visitPage(crawl, entry, known, budget);
}

function withheldAt({ withheld }: Crawl, url: string): SkipReason | null {
  return withheld.has(url) ? 'removed-by-admin' : null;
}

/** The page as the crawled source has it. Without links kept from last time a 304 would be a dead end: then it is asked plainly. */
async function ownPage({ ctx: { guild }, sourceId }: Crawl, url: string): Promise<CheckedPage | null> {
  const known = await guild.freshness.checkedPageAt(url);
  if (known === null || !known.sources.some(({ id }) => id === sourceId)) return null;
  return (await guild.freshness.linksOf(known.pageId)) === null ? { ...known, validators: {} } : known;
}

async function* visitPage(
  crawl: Crawl,
  entry: FrontierEntry,
  known: CheckedPage | null,
  budget: () => SkipReason | null,
): JobStream<SkipReason | null> {
  const { ctx, frontier, scope, candidates } = crawl;
  let current = entry.url;
  let moved = false;
  const visited = yield* visit(ctx, {
    url: entry.url,
    depth: entry.depth,
    source: async () => crawl.sourceId,
    named: false,
    // A start URL that an admin took out still leads to the rest of its site.
    withheld: crawl.withheld.has(entry.url),
    ...(known === null ? {} : { known }),
    gate(target) {
      if (target !== current && crawl.withheld.has(target)) return 'removed-by-admin';
      // A redirect target that is met by itself is read under its own address, and once.
      if (target !== current && frontier.seen(target)) return 'redirected';
      return target === current || scope.mayLead(current, target) ? budget() : 'redirected-out-of-scope';
    },
    requested() {
      crawl.visited += 1;
    },
    redirected(target) {
      scope.redirected(current, target);
      frontier.note(target);
      current = target;
    },
    async offer(found, { permanently, ending }) {
      // Written down before the links of the new scope are, so that a killed crawl finds its scope again.
      moved = cameAlong(ending, known) && scope.land(found.url);
      if (moved) await ctx.guild.recordMovedStart(ctx.job.id, scope.starts.join('\n'));
      if (moved && permanently) await ctx.guild.moveSite(crawl.sourceId, scope.starts);
      return candidates.fromPage(found);
    },
  });
  if (visited.stopped !== null) frontier.giveBack({ ...entry, url: visited.url });
  else afterVisit(crawl, entry, visited);
  if (moved) {
    const from = entry.via ?? entry.url;
    yield { kind: 'note', text: `${from} redirects to ${visited.url}. The crawl goes on there and stays there.` };
  }
  return visited.stopped;
}

/** A stored start page that leads out of its site may lead to a parked domain: the scope follows where its text came along. */
function cameAlong(ending: VisitEnding, known: CheckedPage | null): boolean {
  if (ending.kind !== 'check' || known === null) return true;
  const { verdict } = ending.check;
  if (verdict.kind !== 'read') return false;
  return verdict.movedSites !== undefined || verdict.page.page.contentHash === known.contentHash;
}

function afterVisit(crawl: Crawl, entry: FrontierEntry, { url, asked, ending, text }: Visited): void {
  if (asked) crawl.asked += 1;
  if (ending?.kind === 'save') crawl.added += 1;
  if (isKept(ending)) crawl.kept = true;
  else if (crawl.scope.isStart(entry.url)) crawl.startProblem ??= startProblemOf(url, ending);
  if (text !== null) crawl.traps.learn(url, text, entry.depth);
}

/** What robots.txt of the crawled site says; null before it has been read. */
function robotsOf({ ctx, scope }: Crawl): RobotsReading | null {
  const [site] = scope.starts;
  return site === undefined ? null : ctx.session.knownRobots(new URL(site));
}

/** The sitemap's URLs are candidates like links are (rule 6.3). */
async function* meetSitemap(crawl: Crawl): JobStream {
  const { ctx, options, scope, candidates } = crawl;
  const [site] = scope.starts;
  if (site === undefined || options.sitemap === 'off' || robotsOf(crawl)?.kind !== 'policy') return;
  const custom = options.sitemap === 'auto' ? null : options.sitemap.url;
  const found = yield* drain(ctx, findSitemap(ctx.session, { site: new URL(site), custom }));
  const met = await candidates.fromSitemap(found.entries.map(({ loc }) => loc));
  await ctx.guild.addUrls(ctx.job.id, await addAllButLast(ctx.guild, ctx.job.id, met));
  yield { kind: 'note', text: found.sentence };
  for (const { url, skip } of met) if (skip !== undefined) yield { kind: 'skipped', url, reason: skip, via: 'sitemap' };
}
