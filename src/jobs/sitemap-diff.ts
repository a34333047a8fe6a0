import type { SitemapEntry } from '../crawler/sitemap-entries.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import { isTrusted, type LastmodRecord } from '../knowledge/lastmod-trust.ts';
import { SITEMAP_ABSENCE_DAYS } from '../promises.ts';
import { DAY_MS } from './weekly.ts';

/** What a sitemap means for what is stored (rules 8.3 to 8.5). Pure. */

/** A page that a sync asks for, and why. */
export interface WantedPage {
  readonly url: string;
  readonly lastmod: string | null;
  readonly known: CheckedPage | null;
}

export interface SitemapDiff {
  /**
   * What is asked for, one that changed and one that is new in turns, so that neither kind starves where a day's job ends
   * at its cap: of those that changed the ones first that were checked longest ago, of the new ones those never asked for.
   */
  readonly wanted: readonly WantedPage[];
  /** Pages whose newer date is not believed; their weekly check will tell. */
  readonly doubted: number;
}

export interface SitemapView {
  /** Entries within the site's scope that robots.txt allows. */
  readonly entries: readonly SitemapEntry[];
  readonly pages: ReadonlyMap<string, CheckedPage>;
  /** Addresses that came to nothing when they were last asked for. */
  readonly tries: ReadonlyMap<string, { readonly lastmod: string | null; readonly at: Date }>;
  /** Addresses that an admin took out. */
  readonly withheld: ReadonlySet<string>;
  readonly trust: LastmodRecord;
  readonly now: Date;
}

/** What came to nothing is asked for again after so many days, or when its date moves. */
const RETRY_DAYS = 30;

export function diffSitemap({ entries, pages, tries, withheld, trust, now }: SitemapView): SitemapDiff {
  const trusted = isTrusted(trust);
  const changed: (WantedPage & { readonly known: CheckedPage })[] = [];
  const added: WantedPage[] = [];
  const again: WantedPage[] = [];
  let doubted = 0;
  for (const { loc: url, lastmod } of entries) {
    const known = pages.get(url) ?? null;
    const tried = tries.get(url);
    // A date that is not believed is no reason to ask again.
    const isSameDate = tried?.lastmod === lastmod || !trusted;
    if (tried !== undefined && isSameDate && daysSince(tried.at, now) < RETRY_DAYS) continue;
    if (known === null) {
      if (!withheld.has(url)) (tried === undefined ? added : again).push({ url, lastmod, known });
    } else if (isNewer(lastmod, known)) {
      if (trusted) changed.push({ url, lastmod, known });
      else doubted += 1;
    }
  }
  const oldestFirst = changed.toSorted((one, other) => one.known.checkedAt.getTime() - other.known.checkedAt.getTime());
  return { wanted: inTurns(oldestFirst, [...added, ...again]), doubted };
}

function inTurns<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const longer = some.length > others.length ? some : others;
  return longer.flatMap((_, index) => [...some.slice(index, index + 1), ...others.slice(index, index + 1)]);
}

/**
 * Whether the sitemap says that the page changed after we asked for it last. What it said then is the better measure: a
 * date without a time would be older than the fetch of that day, whatever happened since.
 */
function isNewer(lastmod: string | null, { checkedLastmod, fetchedAt }: CheckedPage): boolean {
  return lastmod !== null && lastmod > (checkedLastmod ?? fetchedAt.toISOString());
}

/** How a sitemap's size compares with what it was (rule 8.3). */
export type SizeVerdict = 'usual' | 'shrunk' | 'settled';

/**
 * A sitemap that suddenly names less than half of what it did is more likely broken than right, and is not believed. One
 * that stays so for as long as a page may be absent is right after all, unless it is empty.
 */
export function judgeSize(size: number, before: number | null, shrunkSince: Date | null, now: Date): SizeVerdict {
  if (before === null || size * 2 >= before) return 'usual';
  const isSettled = shrunkSince !== null && daysSince(shrunkSince, now) >= SITEMAP_ABSENCE_DAYS;
  return size > 0 && isSettled ? 'settled' : 'shrunk';
}

/**
 * The moment since which a page must not have been named to count as absent: long ago, and before the sitemap read last
 * time, so that one reading after a long stop takes nothing away.
 */
export function absentSince(syncedAt: Date | null, now: Date): Date | null {
  if (syncedAt === null) return null;
  return new Date(Math.min(now.getTime() - SITEMAP_ABSENCE_DAYS * DAY_MS, syncedAt.getTime() - 1));
}

function daysSince(at: Date, now: Date): number {
  return (now.getTime() - at.getTime()) / DAY_MS;
}
