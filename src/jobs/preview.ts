import { directivesOf } from '../crawler/directives.ts';
import { findSitemap, type FoundSitemap } from '../crawler/discover.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import { createFrontier, type FrontierEntry } from '../crawler/frontier.ts';
import { groupSite, type SiteGroup } from '../crawler/site-groups.ts';
import { skipSentences, type SkipReason } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import { headerValue, type FetchOutcome } from '../fetch/outcome.ts';
import type { MetUrl } from '../knowledge/ledger.ts';
import type { CrawlOptions } from '../knowledge/store.ts';
import { MAX_JOB_MS, MAX_PREVIEW_PAGES } from '../promises.ts';
import { createCandidates } from './candidates.ts';
import type { LookDeps } from './check.ts';
import type { JobStream } from './context.ts';
import { createCrawlScope, type CrawlScope } from './crawl-scope.ts';
import { normalised } from './ending.ts';
import { drainUnrecorded } from './polite-events.ts';
import type { FoundLinks } from './visit.ts';

/** What a crawl would do, found out with robots.txt, the sitemap and at most three pages; nothing is stored (rule 6.8). */
export interface PreviewReport {
  readonly startUrls: readonly string[];
  /** Where the crawl would start after redirects. */
  readonly startsAt: readonly string[];
  readonly robots: RobotsRecord | null;
  readonly sitemap: string | null;
  readonly pagesAsked: number;
  /** URLs known to be in scope after this look: those a crawl would visit first. */
  readonly inScope: readonly string[];
  readonly out: readonly { readonly url: string; readonly reason: SkipReason }[];
  /** Languages and versions that could be left out by their path, and those that are. */
  readonly groups: readonly (SiteGroup & { readonly excluded: boolean })[];
  /** Pages one run would visit, how long it would take, and how many runs it takes for all that is known. */
  readonly expectedPages: number;
  readonly expectedMinutes: number;
  readonly expectedRuns: number;
  /** Days it takes when the site's sitemap is followed, one run a day; null without a sitemap. */
  readonly expectedDays: number | null;
  readonly gapMs: number;
  /** Why nothing would come of it, if so. */
  readonly problem: string | null;
}

export async function* preview(
  deps: LookDeps,
  startUrls: readonly string[],
  options: CrawlOptions,
): JobStream<PreviewReport> {
  const { session, clock } = deps;
  const frontier = createFrontier();
  const scope = createCrawlScope(startUrls, startUrls, options);
  const candidates = createCandidates({
    frontier,
    judge: scope.judge,
    policy: (url) => {
      const standing = session.knownRobots(url);
      return standing?.kind === 'policy' ? standing.policy : null;
    },
  });
  const met = new Map<string, MetUrl>();
  const note = (found: readonly MetUrl[]): void => found.forEach((one) => met.set(one.url, one));
  note(startUrls.filter((url) => frontier.offer(url, null, 0)).map((url) => ({ url, via: null, depth: 0 })));
  let pagesAsked = 0;
  let pagesRead = 0;
  let problem: string | null = null;

  async function* look({ url, depth }: FrontierEntry): JobStream {
    let current = url;
    const work = session.page({
      url: new URL(url),
      gate(target) {
        const to = normalised(target);
        // Requests, not pages: a redirect or a second try takes one of the three.
        if (pagesAsked >= MAX_PREVIEW_PAGES) return 'page-limit';
        if (to !== current && frontier.seen(to)) return 'redirected';
        if (to !== current && !scope.mayLead(current, to)) return 'redirected-out-of-scope';
        if (to !== current) scope.redirected(current, to);
        current = to;
        return null;
      },
    });
    const outcome = yield* drainUnrecorded(clock, work, () => {
      pagesAsked += 1;
    });
    if (outcome.kind !== 'body') {
      if (depth === 0) problem ??= problemOf(url, outcome);
      return;
    }
    pagesRead += 1;
    scope.land(current);
    note(await candidates.fromPage(await linksOf(deps, outcome, current, depth)));
  }

  for (let entry = frontier.take(); entry !== null && pagesAsked < MAX_PREVIEW_PAGES; entry = frontier.take())
    yield* look(entry);

  let sitemap: FoundSitemap | null = null;
  const [start] = scope.starts;
  const site = start === undefined ? null : new URL(start);
  if (site !== null && options.sitemap !== 'off' && session.knownRobots(site)?.kind === 'policy') {
    const custom = options.sitemap === 'auto' ? null : options.sitemap.url;
    sitemap = yield* drainUnrecorded(clock, findSitemap(session, { site, custom }));
    note(await candidates.fromSitemap(sitemap.entries.map(({ loc }) => loc)));
  }

  const all = [...met.values()];
  const inScope = all.filter(({ skip }) => skip === undefined).map(({ url }) => url);
  const gapMs = site === null ? 0 : session.gapMs(site);
  const expected = expectation(inScope.length, options.pages, gapMs);
  return {
    startUrls,
    startsAt: scope.starts,
    robots: site === null ? null : (session.knownRobots(site)?.record ?? null),
    sitemap: sitemap?.sentence ?? null,
    pagesAsked,
    inScope,
    out: all.flatMap(({ url, skip }) => (skip === undefined ? [] : [{ url, reason: skip }])),
    groups: groupsIn(all, scope),
    ...expected,
    expectedDays: (sitemap?.url ?? null) === null ? null : expected.expectedRuns,
    gapMs,
    problem: pagesRead > 0 ? null : problem,
  };
}

/** What may be left out, of what is in and of what is left out by its path. Within what is left out all is. */
function groupsIn(met: readonly MetUrl[], scope: CrawlScope): PreviewReport['groups'] {
  const possible = met.filter(({ skip }) => skip === undefined || skip === 'excluded-path').map(({ url }) => url);
  const [first] = possible;
  if (first === undefined) return [];
  const isExcluded = (path: string): boolean => scope.judge(new URL(path, first).href) === 'excluded-path';
  const groups = groupSite(possible).map((group) => ({ ...group, excluded: isExcluded(group.path) }));
  const gone = groups.filter(({ excluded }) => excluded).map(({ path }) => path);
  return groups.filter(({ path }) => !gone.some((other) => other !== path && path.startsWith(other)));
}

async function linksOf(
  { reader, clock }: LookDeps,
  { headers, body }: Extract<FetchOutcome<SkipReason>, { kind: 'body' }>,
  url: string,
  depth: number,
): Promise<FoundLinks> {
  const contentType = headerValue(headers, 'content-type');
  const fetchedAt = clock.now();
  const { marks } = await reader.read({ body, url, fetchedAt, ...(contentType === undefined ? {} : { contentType }) });
  return { url, depth, marks, nofollow: directivesOf(marks.robots, headers, fetchedAt).nofollow };
}

function problemOf(url: string, outcome: FetchOutcome<SkipReason>): string | null {
  if (outcome.kind === 'failed') return `${url}: ${explainFailure(outcome.failure)}`;
  if (outcome.kind !== 'refused' || outcome.reason === 'page-limit') return null;
  return `The start URL ${url} ${skipSentences[outcome.reason]}.`;
}

/** How far one run comes at this pace, within its five minutes and its page limit. */
function expectation(
  known: number,
  limit: number,
  gapMs: number,
): Pick<PreviewReport, 'expectedPages' | 'expectedMinutes' | 'expectedRuns'> {
  const perRun = Math.max(1, Math.min(limit, Math.floor(MAX_JOB_MS / Math.max(1, gapMs))));
  const expectedPages = Math.min(known, perRun);
  return {
    expectedPages,
    expectedMinutes: Math.round((expectedPages * gapMs) / 6000) / 10,
    expectedRuns: Math.ceil(known / perRun),
  };
}
