import { isDocumentPath, isFilePath } from './file-url.ts';
import type { ScopeSkip } from './skip-reason.ts';
import { isSocialHost } from './social.ts';
import { normaliseUrl, withoutFragment } from './url.ts';

/** What a crawl may follow, as the admin set it. */
export interface ScopeRules {
  /** One address, or several of one origin. The sub-path of each is in scope. */
  readonly startUrls: readonly string[];
  /** Beginnings of paths, counted from the site's root and from the first start URL's sub-path (rule 5.3). */
  readonly exclude: readonly string[];
  readonly excludeFiles: boolean;
  readonly allowParameters: boolean;
}

export interface Scope {
  /** Why the URL is not to be crawled, or null when it is. Says nothing about what was visited. */
  judge(url: string): ScopeSkip | null;
}

/** One URL in question, and all that the rules look at. */
interface Question {
  readonly url: URL;
  readonly path: string;
  readonly bounds: Bounds;
  readonly isVisited: (url: URL) => boolean;
}

/** The admin's options, worked out once. */
interface Bounds {
  /** Where the start URLs open the site; a sub-path has no slash at the end, '' is the whole site. */
  readonly starts: readonly { readonly origin: string; readonly subPath: string }[];
  readonly excluded: readonly string[];
  readonly excludeFiles: boolean;
  readonly allowParameters: boolean;
}

/** Rule 5.1 in its order: the first that fails names the reason. */
const RULES: readonly (readonly [ScopeSkip, (question: Question) => boolean])[] = [
  ['other-origin', ({ url, bounds }) => !bounds.starts.some(({ origin }) => origin === url.origin)],
  [
    'outside-path',
    ({ url, path, bounds }) =>
      !bounds.starts.some((start) => start.origin === url.origin && isUnder(path, start.subPath)),
  ],
  ['has-anchor', ({ url }) => url.hash !== ''],
  ['excluded-path', ({ url, path, bounds }) => bounds.excluded.some((start) => (path + url.search).startsWith(start))],
  ['already-visited', ({ url, isVisited }) => isVisited(url)],
  ['social-media', ({ url }) => isSocialHost(url.hostname)],
  ['file-url', ({ path, bounds }) => bounds.excludeFiles && isFilePath(path)],
  ['ends-with-hash', ({ url }) => url.href.endsWith('#')],
  ['has-parameters', ({ url, bounds }) => !bounds.allowParameters && url.search !== ''],
];

/** The scope of a running crawl. */
export function createScope(rules: ScopeRules): Scope {
  const bounds = boundsOf(rules);
  return { judge: (url) => judge(url, bounds, () => false) };
}

/**
 * Decides whether a crawl follows a URL, and if not, by which rule (rule 5.1).
 *
 * @param visited addresses already asked for; compared in the normal form of `normaliseUrl`
 */
export function decideScope(
  options: {
    readonly baseUrls: readonly string[];
    readonly pathsToExclude: readonly string[];
    readonly excludeFileUrls: boolean;
    readonly includeUrlWithParam: boolean;
  },
  visited: ReadonlySet<string>,
  url: string,
): { readonly crawl: true } | { readonly crawl: false; readonly reason: ScopeSkip } {
  const bounds = boundsOf({
    startUrls: options.baseUrls,
    exclude: options.pathsToExclude,
    excludeFiles: options.excludeFileUrls,
    allowParameters: options.includeUrlWithParam,
  });
  const reason = judge(url, bounds, (asked) => {
    const { href } = withoutFragment(asked);
    return visited.has(href) || [...visited].some((other) => normaliseUrl(other)?.href === href);
  });
  return reason === null ? { crawl: true } : { crawl: false, reason };
}

function judge(raw: string, bounds: Bounds, isVisited: Question['isVisited']): ScopeSkip | null {
  const url = normaliseUrl(raw);
  if (url === null) return 'invalid-url';
  const question: Question = { url, path: url.pathname, bounds, isVisited };
  return RULES.find(([, fails]) => fails(question))?.[0] ?? null;
}

function boundsOf({ startUrls, exclude, excludeFiles, allowParameters }: ScopeRules): Bounds {
  const urls = startUrls.map((start) => normaliseUrl(start)).filter((url) => url !== null);
  const starts = urls.map((url) => ({ origin: url.origin, subPath: subPathOf(url.pathname) }));
  return {
    starts,
    excluded: exclude.flatMap((entry) => excludedStarts(entry, starts[0]?.subPath ?? '')),
    excludeFiles,
    allowParameters,
  };
}

/** The folder that a start URL opens: itself, or what it lies in when it is a document (`/docs/index.html`). */
function subPathOf(pathname: string): string {
  const folder = isDocumentPath(pathname) ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname;
  return folder.replace(/\/$/, '');
}

/** Whole segments are compared: `/docs-old` is not under `/docs`. */
function isUnder(path: string, subPath: string): boolean {
  return path === subPath || path.startsWith(`${subPath}/`);
}

/** The beginnings of paths that an entry excludes: a path, or a whole URL whose path counts. An empty entry: none. */
function excludedStarts(entry: string, firstSubPath: string): string[] {
  const text = entry.trim();
  if (text === '') return [];
  // Any host will do: only the path is taken. The bare prefix, not whole segments, is what admins are promised.
  const absolute = /^https?:/i.test(text) ? text : `http://site.invalid/${text.replace(/^\/+/, '')}`;
  const url = normaliseUrl(absolute);
  if (url === null) return [];
  const start = url.pathname + url.search;
  return [start, firstSubPath + start];
}
