import { createTextMemory, type Novelty } from './novelty.ts';
import type { LimitSkip } from './skip-reason.ts';

export type TrapSkip = Extract<LimitSkip, 'prefix-quota' | 'parameter-quota' | 'repeating-path'>;

/** Keeps endless sites (calendars, facets, session ids, paths that repeat themselves) from eating a crawl (rule 6.7). */
export interface TrapGuard {
  /** Asked once for each URL, just before it is visited, `depth` links away from the start: why not to, or null. */
  judge(url: string, depth: number): TrapSkip | null;
  /** Told of each page visited, by the address it has in the end. `text` is what it says, '' for a page without content. */
  learn(url: string, text: string, depth: number): void;
}

/**
 * URLs that may be one endless series. Its credit falls with every page that says nothing new and rises with every
 * one that does, so a series of real articles, however long, never runs out.
 */
interface Series {
  credit: number;
  /** Where its first page was met. What lies no deeper was listed with it, and a list of pages comes to an end. */
  readonly firstDepth: number;
  /** URLs left out since the last visit, and how many are left out before the next one is tried all the same. */
  skipped: number;
  wait: number;
}

/** Pages of a series in a row that may say nothing new. */
const FULL_CREDIT = 20;
const FRESH_PAYS = 2;
/** What a spent series costs the folders above it. The rest they get back: it was not they that repeated themselves. */
const SPENT_COSTS = 5;
/** URLs left out before one is tried again; twice as many after each try in vain. */
const FIRST_WAIT = 8;

/** A year, and a month or week behind it: a calendar's address, or a real diary's, whose pages say something new. */
const DATE_IN_PATH = /(?<!\d)(?:19|20|21)\d\d[-/_.]?[a-z]?(?:0?[1-9]|[1-5]\d)(?!\d)/i;

/** Times a run of segments stands in a path in a row before the path counts as one that repeats itself. */
const MAX_REPEATS = 3;

/** A page says something new if it has this many new words, or this share of new phrases. */
const NEW_PHRASES = 0.2;
/** One new name is enough for a page of a reference. */
const NEW_WORDS_IN_PATH = 1;
/** A parameter's value is often repeated on its page, so that it takes more than a name. */
const NEW_WORDS_WITH_PARAMETERS = 3;

export function createTrapGuard(): TrapGuard {
  const memory = createTextMemory();
  const known = new Map<string, Series>();
  const freshPaths = new Set<string>();

  function seriesOf(url: URL, depth: number): Series[] {
    return seriesKeys(url).map((key) => {
      const series = known.get(key) ?? { credit: FULL_CREDIT, firstDepth: depth, skipped: 0, wait: FIRST_WAIT };
      known.set(key, series);
      return series;
    });
  }

  return {
    judge(address, depth) {
      const url = new URL(address);
      const shorter = withoutRepeat(url.pathname);
      if (shorter !== null && !freshPaths.has(shorter)) return 'repeating-path';
      const hasParameters = url.search !== '';
      // Pages listed beside the first one are visited whatever they say: an endless path makes its own links, deeper down.
      // Parameters and dates multiply on one page already.
      const multiplies = hasParameters || DATE_IN_PATH.test(url.pathname);
      const endless = seriesOf(url, depth).filter(({ firstDepth }) => multiplies || depth > firstDepth);
      if (mayVisit(endless)) return null;
      return hasParameters ? 'parameter-quota' : 'prefix-quota';
    },
    learn(address, text, depth) {
      const url = new URL(address);
      const fresh = isFresh(memory.take(text), url);
      if (fresh) freshPaths.add(url.pathname);
      if (fresh) seriesOf(url, depth).forEach(reward);
      else charge(seriesOf(url, depth));
    },
  };
}

function isFresh({ newWords, newPhrases }: Novelty, url: URL): boolean {
  const wordsNeeded = url.search === '' ? NEW_WORDS_IN_PATH : NEW_WORDS_WITH_PARAMETERS;
  return newWords >= wordsNeeded || newPhrases >= NEW_PHRASES;
}

/** Every series must have credit left; of those that are spent, now and then one URL is tried again. */
function mayVisit(series: readonly Series[]): boolean {
  const spent = series.filter(({ credit }) => credit === 0);
  if (spent.some(({ skipped, wait }) => skipped < wait)) {
    for (const one of spent) one.skipped++;
    return false;
  }
  for (const one of spent) {
    one.skipped = 0;
    one.wait *= 2;
  }
  return true;
}

function reward(series: Series): void {
  series.credit = Math.min(series.credit + FRESH_PAYS, FULL_CREDIT);
  series.wait = FIRST_WAIT;
}

/** A page said nothing new: charges its series from the narrowest to the widest, up to one that is spent. */
function charge(series: readonly Series[]): void {
  for (const [at, one] of series.entries()) {
    if (one.credit === 0) return;
    one.credit--;
    if (one.credit > 0) continue;
    const wider = series.slice(at + 1);
    for (const folder of wider) {
      if (folder.credit > 0) folder.credit = Math.min(folder.credit + FULL_CREDIT - SPENT_COSTS, FULL_CREDIT);
    }
  }
}

/**
 * What series a URL may belong to, the narrowest first. With parameters: those of its page together, and each by name,
 * wherever it stands. Without: its path but for the numbers, and the folders above, but not the whole site.
 */
function seriesKeys(url: URL): string[] {
  const path = withoutNumbers(url.pathname);
  if (url.search !== '') {
    const names = new Set([...url.searchParams.keys()].map((name) => `?${withoutNumbers(name)}`));
    return [`${path}?`, ...names];
  }
  const segments = path.split('/').filter(Boolean);
  const folders = segments.slice(1).map((_, at) => `/${segments.slice(0, at + 1).join('/')}/`);
  const numbered = path === url.pathname ? [] : [path];
  return [...numbered, ...folders.toReversed()];
}

/** Runs of letters and digits mixed are session ids and the like, and as good as a number. */
function withoutNumbers(text: string): string {
  return text.replace(/(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{5,}/gi, '0').replace(/\d+/g, '0');
}

/**
 * A path with one repeat less, if a run of its segments stands there three times in a row (`/a/b/a/b/a/b`); else null.
 * Numbers repeat by chance (`/2010/10/10/10`).
 */
function withoutRepeat(pathname: string): string | null {
  const segments = pathname.split('/').slice(1);
  for (let end = segments.length; end >= MAX_REPEATS; end--) {
    for (let length = 1; length * MAX_REPEATS <= end; length++) {
      if (!isRepeated(segments, end, length)) continue;
      return `/${[...segments.slice(0, end - length), ...segments.slice(end)].join('/')}`;
    }
  }
  return null;
}

/** Whether the `length` segments before `end` stand there as often as a path may not have them, and are no numbers. */
function isRepeated(segments: readonly string[], end: number, length: number): boolean {
  for (let at = end - length * MAX_REPEATS; at < end - length; at++) {
    if (segments[at] !== segments[at + length]) return false;
  }
  return segments.slice(end - length, end).some((segment) => /\D/.test(segment));
}
