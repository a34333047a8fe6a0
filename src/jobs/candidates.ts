import { mayFollow } from '../crawler/directives.ts';
import type { Frontier } from '../crawler/frontier.ts';
import type { RobotsPolicy } from '../crawler/robots.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { normaliseUrl, withoutFragment } from '../crawler/url.ts';
import type { MetUrl } from '../knowledge/ledger.ts';
import { createBreather } from './breather.ts';
import type { FoundLinks } from './visit.ts';

/**
 * Judges what a crawl meets: each URL once, into the frontier or out of it with a reason. One that only links which may
 * not be followed lead to is skipped provisionally, and comes again when one turns up that may.
 */
export interface Candidates {
  fromPage(found: FoundLinks): Promise<readonly MetUrl[]>;
  fromSitemap(urls: readonly string[]): Promise<readonly MetUrl[]>;
  /** Links and sitemap entries that were not even looked at, because the job has met as many URLs as it can hold. */
  readonly beyond: number;
}

export interface CandidateRules {
  readonly frontier: Frontier;
  /** Rule 5.1 as it stands now: a redirect of the start URL moves the scope. */
  judge(url: string): SkipReason | null;
  /** robots.txt of the URL's host, once it has been read. */
  policy(url: URL): RobotsPolicy | null;
}

/** URLs skipped provisionally that one job remembers; the frontier bounds all others. */
const MAX_UNFOLLOWED = 50_000;

export function createCandidates({ frontier, judge, policy }: CandidateRules): Candidates {
  const unfollowed = new Set<string>();
  let beyond = 0;

  function meet(raw: string, via: string, depth: number): MetUrl | null {
    const written = normaliseUrl(raw);
    if (written === null) return left({ url: raw, via, depth, skip: 'invalid-url' });
    // A page linked only by anchors is still found; no URL with an anchor is ever fetched (rule 5.2).
    const url = withoutFragment(written);
    const { href } = url;
    if (frontier.seen(href)) return null;
    const skip = judge(href) ?? (policy(url)?.allows(url) === false ? 'robots-disallowed' : null);
    if (skip !== null) return left({ url: href, via, depth, skip });
    if (frontier.offer(href, via, depth)) return { url: href, via, depth };
    beyond += 1;
    return null;
  }

  function left(met: MetUrl): MetUrl | null {
    if (frontier.seen(met.url)) return null;
    if (frontier.note(met.url)) return met;
    beyond += 1;
    return null;
  }

  function leaveAlone(raw: string, via: string, depth: number, skip: SkipReason): MetUrl | null {
    const written = normaliseUrl(raw);
    if (written === null) return left({ url: raw, via, depth, skip: 'invalid-url' });
    const { href } = withoutFragment(written);
    if (frontier.seen(href) || unfollowed.has(href)) return null;
    if (unfollowed.size >= MAX_UNFOLLOWED) {
      beyond += 1;
      return null;
    }
    unfollowed.add(href);
    return { url: href, via, depth, skip };
  }

  return {
    async fromPage({ url, depth, marks, nofollow }) {
      const breathe = createBreather();
      const met: (MetUrl | null)[] = [];
      for (const link of marks.links) {
        await breathe();
        if (nofollow) met.push(leaveAlone(link.url, url, depth + 1, 'nofollow-page'));
        else if (mayFollow(link)) met.push(meet(link.url, url, depth + 1));
        else met.push(leaveAlone(link.url, url, depth + 1, 'nofollow-link'));
      }
      if (!nofollow && marks.canonical !== null) met.push(meet(marks.canonical, url, depth + 1));
      return onceEach(met);
    },
    async fromSitemap(urls) {
      const breathe = createBreather();
      const met: (MetUrl | null)[] = [];
      for (const url of urls) {
        await breathe();
        met.push(meet(url, 'sitemap', 1));
      }
      return onceEach(met);
    },
    get beyond() {
      return beyond;
    },
  };
}

/** The last word on each URL: what was skipped provisionally higher up the page may have been linked again below. */
function onceEach(met: readonly (MetUrl | null)[]): readonly MetUrl[] {
  const byUrl = new Map<string, MetUrl>();
  for (const one of met) if (one !== null) byUrl.set(one.url, one);
  return [...byUrl.values()];
}
