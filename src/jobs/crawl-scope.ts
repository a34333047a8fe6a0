import { createScope } from '../crawler/scope.ts';
import type { ScopeSkip } from '../crawler/skip-reason.ts';
import type { CrawlOptions } from '../knowledge/store.ts';
import { movedStarts } from './moved-start.ts';

/** The scope of a running crawl, which a redirect of a start URL may move (rule 5.8). */
export interface CrawlScope {
  /** Why the URL is not to be crawled, as the scope stands now; null when it is. */
  judge(url: string): ScopeSkip | null;
  /** Where the crawl starts, as the scope stands now. */
  readonly starts: readonly string[];
  /** Is it a start URL, or where one redirected to? */
  isStart(url: string): boolean;
  /** May `from` redirect to `to`? Start URLs alone may leave the scope, and only one of them its origin. */
  mayLead(from: string, to: string): boolean;
  /** `from` redirected to `to`. */
  redirected(from: string, to: string): void;
  /** Takes over what an earlier run knew: a start URL, or where one had redirected to from `via`. */
  restore(url: string, via: string | null): void;
  /** A start URL was read here at last: if that is outside its scope, the scope follows. Returns whether it moved. */
  land(url: string): boolean;
}

/**
 * @param startUrls as the admin gave them
 * @param starts the same after a move in an earlier run of this crawl, in the same order
 */
export function createCrawlScope(
  startUrls: readonly string[],
  starts: readonly string[],
  options: CrawlOptions,
): CrawlScope {
  const { exclude, excludeFiles, allowParameters } = options;
  const scopeFrom = (urls: readonly string[]) =>
    createScope({ startUrls: urls, exclude, excludeFiles, allowParameters });
  /** Which start URL an address stands for. */
  const indexOf = new Map([...startUrls.entries(), ...starts.entries()].map(([index, url]) => [url, index]));
  /** Origins that redirects of start URLs passed through. */
  const passed = new Set<string>();
  let current = starts;
  let scope = scopeFrom(starts);

  /** Two of them may redirect to different sites: the first one's is the crawl's. */
  const mayMoveTo = (origin: string): boolean => {
    const [first] = startUrls;
    const [now] = current;
    return first !== undefined && now !== undefined && (originOf(first) === originOf(now) || origin === originOf(now));
  };

  return {
    judge: (url) => scope.judge(url),
    get starts() {
      return current;
    },
    isStart: (url) => indexOf.has(url),
    mayLead(from, to) {
      const outside = scope.judge(to);
      if (outside === null) return true;
      if (!indexOf.has(from) || outside === 'excluded-path') return false;
      return mayMoveTo(originOf(to)) || passed.has(originOf(to));
    },
    redirected(from, to) {
      const index = indexOf.get(from);
      if (index === undefined) return;
      indexOf.set(to, index);
      passed.add(originOf(to));
    },
    restore(url, via) {
      // After several redirects the one it came from may be known no more; a single start URL is no riddle.
      const index = via === null ? undefined : (indexOf.get(via) ?? (startUrls.length === 1 ? 0 : undefined));
      if (index !== undefined) indexOf.set(url, index);
    },
    land(url) {
      const index = indexOf.get(url);
      const outside = scope.judge(url);
      if (index === undefined || (outside !== 'other-origin' && outside !== 'outside-path')) return false;
      if (!mayMoveTo(originOf(url))) return false;
      current = movedStarts(current, index, url);
      scope = scopeFrom(current);
      return true;
    },
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}
