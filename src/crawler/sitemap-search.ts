import { createEntryList, type SitemapEntry } from './sitemap-entries.ts';
import { parseSitemap } from './sitemap.ts';

/** Where to look for a site's sitemap. */
export interface SitemapHints {
  /** Any URL of the site. */
  readonly site: URL;
  /** The one that worked last time. */
  readonly lastUsed?: string | null;
  /** What robots.txt of the site names. */
  readonly fromRobots: readonly string[];
  /** The one the admin named: it replaces the search. */
  readonly custom?: string | null;
}

/** What asking for a sitemap came to; null when there was no answer, or it may not be asked for. */
export interface SitemapAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly contentType?: string;
  /** Where the body came from after redirects. */
  readonly url: string;
}

/** Something about a site's sitemaps that its owner or the admin may want to know. It never spoils the rest. */
export interface SitemapProblem {
  readonly url: string;
  readonly code:
    | 'no-answer'
    | 'http-status'
    | 'no-sitemap'
    | 'other-host'
    | 'too-deep'
    | 'too-many-files'
    | 'too-many-entries';
  readonly status?: number;
  /** Why there was no answer, completing "it …". */
  readonly why?: string;
}

export interface SitemapResult {
  /** The sitemap that worked, to be tried first next time; null where none does. */
  readonly found: string | null;
  readonly entries: readonly SitemapEntry[];
  /** A feed is among what was read: it names the latest of its site, and older addresses leave it though they stay. */
  readonly rolling: boolean;
  /** URLs asked for, in order. */
  readonly requested: readonly string[];
  readonly problems: readonly SitemapProblem[];
}

/** A search that somebody else does the asking for: ask for `next()`, hand in the answer, until there is no next. */
export interface SitemapSearch {
  next(): string | null;
  /**
   * @param url what `next` returned last
   * @param why where there is no answer: why, completing "it …"
   */
  answer(url: string, answer: SitemapAnswer | null, why?: string): void;
  result(): SitemapResult;
}

/** Bounds of one search: files asked for, and how deep an index may name another (the protocol knows one level). */
export const MAX_FILES = 50;
const MAX_DEPTH = 3;

interface Candidate {
  readonly url: string;
  /** Index files above it. */
  readonly depth: number;
  /** Somebody said that it is there; of the others nobody expects an answer. */
  readonly named: boolean;
  /** The site's robots.txt or the admin named it, or the index above it: it may name files on other hosts. */
  readonly vouched: boolean;
}

/**
 * Looks for a site's sitemap where rule 8.3 says and in that order, and once one works reads all that it names. Pure:
 * knows no network, and what it asks for still has to pass robots.txt and pace.
 */
export function createSitemapSearch(hints: SitemapHints): SitemapSearch {
  const roots = rootsOf(hints);
  const children: Candidate[] = [];
  const asked = new Set<string>();
  const requested: string[] = [];
  const problems: SitemapProblem[] = [];
  const entries = createEntryList();
  let current: Candidate | null = null;
  let found: string | null = null;
  let rolling = false;

  function nextCandidate(): Candidate | null {
    const queue = found === null ? roots : children;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (asked.has(next.url)) continue;
      if (requested.length < MAX_FILES) return next;
      problems.push({ url: next.url, code: 'too-many-files' });
      queue.length = 0;
    }
    return null;
  }

  function fail(candidate: Candidate, problem: Omit<SitemapProblem, 'url'>): void {
    if (candidate.named) problems.push({ url: candidate.url, ...problem });
  }

  /** Takes over what an index names, apart from what lies on a host that nobody vouched for (rule 8.3). */
  function addChildren(parent: Candidate, base: string, locs: readonly string[]): void {
    const hosts = new Set([hints.site.host, new URL(base).host]);
    const depth = parent.depth + 1;
    for (const url of locs) {
      if (depth > MAX_DEPTH) problems.push({ url, code: 'too-deep' });
      else if (parent.vouched || hosts.has(new URL(url).host) || hints.fromRobots.includes(url)) {
        children.push({ url, depth, named: true, vouched: parent.vouched });
      } else problems.push({ url, code: 'other-host' });
    }
  }

  function read(candidate: Candidate, { body, contentType, url }: SitemapAnswer): void {
    const sitemap = parseSitemap(body, { url, ...(contentType === undefined ? {} : { contentType }) });
    if (sitemap.type === 'invalid') return fail(candidate, { code: 'no-sitemap' });
    found ??= candidate.url;
    if (sitemap.type === 'sitemapindex') {
      return addChildren(
        candidate,
        url,
        sitemap.entries.map(({ loc }) => loc),
      );
    }
    rolling ||= sitemap.type === 'feed';
    for (const { loc, lastmod } of sitemap.entries) if (!entries.isFull()) entries.add(loc, lastmod);
    if (entries.isFull()) problems.push({ url: candidate.url, code: 'too-many-entries' });
  }

  return {
    next() {
      current = entries.isFull() ? null : nextCandidate();
      if (current === null) return null;
      asked.add(current.url);
      requested.push(current.url);
      return current.url;
    },
    answer(url, answer, why) {
      const candidate = current;
      if (candidate?.url !== url) throw new Error(`${url} is not what was to be asked for`);
      current = null;
      if (answer === null) return fail(candidate, { code: 'no-answer', ...(why === undefined ? {} : { why }) });
      asked.add(answer.url);
      if (answer.status >= 200 && answer.status < 300) return read(candidate, answer);
      fail(candidate, { code: 'http-status', status: answer.status });
    },
    result: () => ({ found, entries: entries.list(), rolling, requested, problems }),
  };
}

/** Where a sitemap may be, in the order of rule 8.3. */
function rootsOf({ site, lastUsed, fromRobots, custom }: SitemapHints): Candidate[] {
  if (custom) return [{ url: custom, depth: 0, named: true, vouched: true }];
  const guess = (path: string): Candidate => {
    const url = new URL(path, site.origin).href;
    return { url, depth: 0, named: false, vouched: fromRobots.includes(url) };
  };
  const known = lastUsed ? [lastUsed].filter((url) => fromRobots.includes(url) || new URL(url).host === site.host) : [];
  return [
    ...known.map((url): Candidate => ({ url, depth: 0, named: true, vouched: fromRobots.includes(url) })),
    ...['/sitemap.xml', '/sitemap_index.xml', '/sitemap/sitemap.xml'].map(guess),
    ...fromRobots.map((url): Candidate => ({ url, depth: 0, named: true, vouched: true })),
    guess('/sitemap'),
  ];
}
