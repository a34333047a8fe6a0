import type { FetchRefusal } from '../fetch/outcome.ts';
import type { PageRefusal } from '../page/page.ts';

/** Scope, in the order of rule 5.1. */
export type ScopeSkip =
  | 'invalid-url'
  | 'other-origin'
  | 'outside-path'
  | 'has-anchor'
  | 'excluded-path'
  | 'already-visited'
  | 'social-media'
  | 'file-url'
  | 'ends-with-hash'
  | 'has-parameters';

/** What the site asks for. */
export type MannersSkip =
  | 'robots-disallowed'
  | 'robots-unavailable'
  | 'noindex'
  | 'nofollow-link'
  | 'nofollow-page'
  | 'host-refused';

/** Bounds of a job: what was known and not asked for. */
export type LimitSkip =
  | 'page-limit'
  | 'time-limit'
  | 'new-page-limit'
  | 'cancelled'
  | 'interrupted'
  | 'prefix-quota'
  | 'parameter-quota'
  | 'repeating-path'
  | 'date-doubted';

/** What was fetched and not stored. */
export type ContentSkip = 'duplicate-content' | 'redirected' | 'redirected-out-of-scope' | 'redirected-to-other-text';

/** What an admin wants. */
export type AdminSkip = 'removed-by-admin';

/** Why a URL was not stored although nothing broke: a closed list, one sentence each. */
export type SkipReason = ScopeSkip | MannersSkip | LimitSkip | ContentSkip | AdminSkip | FetchRefusal | PageRefusal;

/** One sentence a reason, completing "This URL …"; the same in Discord, the console and the receipt file. */
export const skipSentences: Readonly<Record<SkipReason, string>> = {
  'invalid-url': 'is not a valid http or https address',
  'other-origin': 'is on another site',
  'outside-path': 'is outside the start path',
  'has-anchor': 'points inside a page',
  'excluded-path': 'is under an excluded path',
  'already-visited': 'was visited already',
  'social-media': 'is a social network',
  'file-url': 'is a file, and files are excluded',
  'ends-with-hash': 'ends with #',
  'has-parameters': 'has query parameters, and those are not allowed',
  'robots-disallowed': 'is disallowed by robots.txt',
  'robots-unavailable': 'was left alone because robots.txt could not be read',
  noindex: 'asks not to be indexed (noindex)',
  'nofollow-link': 'is linked only with nofollow, ugc or sponsored',
  'nofollow-page': 'is linked only from pages that ask not to follow their links (nofollow)',
  'host-refused': 'was left alone because its host kept refusing us (401 or 403)',
  'page-limit': 'was left for later: the page limit was reached',
  'time-limit': 'was left for later: the time limit was reached',
  'new-page-limit': 'was left for later: the limit of new pages was reached',
  cancelled: 'was left because the job was cancelled',
  interrupted: 'was left because the job was interrupted',
  'prefix-quota': 'is one of too many alike pages under one path',
  'parameter-quota': 'is one of too many values of one query parameter',
  'repeating-path': 'has a path that repeats itself',
  'date-doubted': "is left to its weekly check, because its sitemap's dates proved wrong too often",
  'duplicate-content': 'has the same text as another page, which is stored once',
  redirected: 'redirects to another address, which is listed by itself',
  'redirected-out-of-scope': 'redirects out of the scope of this crawl',
  'redirected-to-other-text': 'redirects to a page that says something else; what is stored stays for about a week',
  'removed-by-admin': "was removed by an admin, and only an admin's own crawl or import brings it back",
  'host-purged': 'is on a host that is left alone for good, as its owner asked',
  'blocked-address': 'is on an address that Heimdall never connects to',
  'not-html': 'is neither HTML nor Markdown',
  'too-large': 'is larger than Heimdall reads',
  'empty-shell': 'has next to no text without JavaScript',
  'soft-404': 'says "not found" although it answered 200',
  'consent-wall': 'shows only a consent dialogue',
  'login-wall': 'shows only a login form',
  challenge: 'shows only a bot challenge',
  'home-echo': "repeats the site's home page",
  'too-complex': 'is too complex to read within our limits',
};

export function isSkipReason(text: string): text is SkipReason {
  return Object.hasOwn(skipSentences, text);
}
