import { headerValue } from '../fetch/outcome.ts';
import type { Politely } from './politely.ts';
import type { PoliteSession } from './session.ts';
import type { SitemapEntry } from './sitemap-entries.ts';
import { createSitemapSearch, type SitemapAnswer, type SitemapResult } from './sitemap-search.ts';
import { skipSentences } from './skip-reason.ts';
import { outOfTime, unreadAmong, type UnreadSitemap } from './unread-sitemap.ts';

export interface SitemapWish {
  /** Any URL of the site, after redirects; its robots.txt has been read. */
  readonly site: URL;
  /** The address the admin gave, which replaces the search. */
  readonly custom: string | null;
  /** The one that worked last time. */
  readonly lastUsed?: string | null;
  /** The part of the job's time that sitemaps may take; a tenth unless given, because the rest is for pages. */
  readonly shareOfTime?: number;
}

export interface FoundSitemap {
  /** The sitemap that worked, or null. */
  readonly url: string | null;
  readonly entries: readonly SitemapEntry[];
  /** Parts of it that could not be read; where none worked, sitemaps that somebody named. */
  readonly unread: readonly UnreadSitemap[];
  /** Files that it names and that are left out, because nobody vouched for their host (rule 8.3). */
  readonly foreign: readonly string[];
  /** All that it names has been read, and it names all: what is not among the entries is not on the site. */
  readonly complete: boolean;
  /** What came of it, for the admin. */
  readonly sentence: string;
}

/** On a host that wants more than this between requests, guessing at sitemap addresses would eat the crawl's time. */
const SLOW_GAP_MS = 2000;
const SHARE_OF_TIME = 1 / 10;

/** Finds a site's sitemap in the order of rule 8.3 and reads it; each request is in pace and obeys robots.txt. */
export async function* findSitemap(session: PoliteSession, wish: SitemapWish): Politely<FoundSitemap> {
  const { site, custom, lastUsed = null, shareOfTime = SHARE_OF_TIME } = wish;
  const fromRobots = session.knownRobots(site)?.record.sitemaps ?? [];
  const named = new Set(custom === null ? [...fromRobots, lastUsed] : [custom]);
  const slow = session.gapMs(site) > SLOW_GAP_MS;
  const search = createSitemapSearch({ site, fromRobots, custom, lastUsed });
  const enough = session.remainingMs() * (1 - shareOfTime);
  let asked = 0;
  let cutShort: string | null = null;
  /** Problems met before a sitemap was found: addresses that had none. */
  let triedInVain = 0;
  for (let next = search.next(); next !== null; next = search.next()) {
    const guessed = search.result().found === null && !named.has(next);
    if (slow && guessed) {
      search.answer(next, null);
      continue;
    }
    if (asked > 0 && session.remainingMs() < enough) {
      cutShort = next;
      break;
    }
    asked += 1;
    if (search.result().found === null) triedInVain = search.result().problems.length;
    const answer = yield* ask(session, new URL(next));
    if (typeof answer === 'string') search.answer(next, null, answer);
    else search.answer(next, answer);
  }
  const result = search.result();
  const problems = result.found === null ? result.problems : result.problems.slice(triedInVain);
  const unread = [...unreadAmong(problems), ...(cutShort === null ? [] : [outOfTime(cutShort)])];
  return {
    url: result.found,
    entries: result.entries,
    unread,
    foreign: problems.filter(({ code }) => code === 'other-host').map(({ url }) => url),
    complete: unread.length === 0 && !result.rolling,
    sentence: sentenceFor(result, slow, cutShort !== null),
  };
}

/** The answer, or why there is none, completing "it …". */
async function* ask(session: PoliteSession, url: URL): Politely<SitemapAnswer | string> {
  const outcome = yield* session.sitemap(url);
  if (outcome.kind === 'body') {
    const contentType = headerValue(outcome.headers, 'content-type');
    const { status, body } = outcome;
    return { status, body, url: outcome.url.href, ...(contentType === undefined ? {} : { contentType }) };
  }
  if (outcome.kind === 'refused') return skipSentences[outcome.reason];
  if (outcome.kind !== 'failed') return 'gave no answer';
  const { failure } = outcome;
  if (failure.code !== 'http-status') return `gave no answer (${failure.code})`;
  return { status: failure.status, body: new Uint8Array(), url: outcome.url.href };
}

function sentenceFor({ found, entries, problems }: SitemapResult, slow: boolean, cutShort: boolean): string {
  if (found === null) {
    return slow
      ? 'No sitemap is named in robots.txt. On a site this slow no other address was tried.'
      : 'No sitemap was found; pages are found by links alone.';
  }
  const trouble = problems.filter(({ url }) => url !== found).length;
  const rest = trouble === 0 ? '' : `, ${trouble} of the addresses tried gave none`;
  const unread = cutShort ? '. There is more of it than this run has time to read' : '';
  return `The sitemap ${found} names ${entries.length} addresses${rest}${unread}.`;
}
