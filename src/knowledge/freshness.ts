import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure, Validators } from '../fetch/outcome.ts';
import type { JobRecord, NewJob } from './ledger.ts';
import type { PageToSave, SourceSpec } from './store.ts';

/** How a guild's copies of pages are kept up to date: what is due, what checks found, and what is scheduled (spec 8). */

/** A stored page as a check needs it. */
export interface CheckedPage {
  readonly pageId: number;
  readonly url: string;
  readonly contentHash: string;
  readonly validators: Validators;
  /** The representation that hash and validators belong to, where it is not the page's own address (rule 6.9). */
  readonly fetchedFrom: string | null;
  readonly fetchedAt: Date;
  /** When it was last asked for and an answer came. */
  readonly checkedAt: Date;
  readonly missingSince: Date | null;
  readonly frozenSince: Date | null;
  readonly sitemapLastmod: string | null;
  /** What the sitemap said when the page was last asked for. */
  readonly checkedLastmod: string | null;
  readonly sitemapLastSeenAt: Date | null;
  readonly sources: readonly { readonly id: number; readonly spec: SourceSpec }[];
}

/** Why a page was taken out of the answers by itself. */
export type GoneReason = 'gone' | 'absent' | 'noindex';

/** A site whose start URL has a new home out of its scope: the whole site is there from now on (rule 5.8). */
export interface MovedSite {
  readonly sourceId: number;
  readonly startUrls: readonly string[];
}

/** What a check means for one guild's page. Applying it twice does no harm. */
export type PageVerdict =
  /** 304: the copy is as good as new. */
  | { readonly kind: 'confirmed'; readonly validators: Validators }
  /**
   * The page was read; the store compares the hashes. `movedFrom`: it has a new home, under which it is stored.
   * `keepsOld`: its text did not come along, so that the old copy can be restored. `movedSites`: they start at it.
   */
  | {
      readonly kind: 'read';
      readonly page: PageToSave;
      readonly movedFrom?: string;
      readonly keepsOld?: true;
      readonly movedSites?: readonly MovedSite[];
    }
  /** 404, 410 or the like, for the first time: it stays for now. `leadsTo`: it redirects to what is no copy of it. */
  | { readonly kind: 'missing'; readonly failure: FetchFailure; readonly leadsTo?: string }
  /** It leaves the answers, and can be restored (rule 8.6). */
  | { readonly kind: 'gone'; readonly reason: GoneReason; readonly note: string }
  /** No readable answer: it stays as it is. */
  | { readonly kind: 'failing'; readonly failure: FetchFailure }
  | { readonly kind: 'unreadable'; readonly reason: SkipReason; readonly note?: string }
  /** robots.txt forbids it by now: it stays and is no longer fetched (rule 3.8). */
  | { readonly kind: 'frozen' };

export interface PageCheck {
  readonly pageId: number;
  /** When the answer came. One that is older than what is known changes nothing. */
  readonly at: Date;
  /**
   * When the page had been checked last as it was asked for: if that stands still, the answer is newer, whatever a clock
   * that was ahead noted. Left out where the answer had to wait.
   */
  readonly checkedBefore?: Date;
  readonly verdict: PageVerdict;
}

/** What applying a check came to; `stale`: something newer was known already, or the page is no longer there. */
export interface CheckResult {
  readonly change: 'updated' | 'unchanged' | 'removed' | 'kept' | 'stale';
  readonly pageId: number;
}

/** When an admin wants a site looked through for new pages: never, weekly by its links, or daily by its sitemap. */
export type WatchMode = 'off' | 'weekly' | 'sitemap';

/** How a source's scheduled work stands. */
export interface Schedule {
  readonly sourceId: number;
  readonly mode: WatchMode;
  readonly dueAt: Date | null;
  readonly ranAt: Date | null;
  /** What the last run came to, in a few words. */
  readonly outcome: string | null;
  /** Pages known and not asked for yet. */
  readonly backlog: number;
  readonly sitemapUrl: string | null;
  /** How many of the source's addresses the sitemap named when it was last believed. */
  readonly sitemapSize: number | null;
  /** Since when it names so few that it is not believed. */
  readonly shrunkSince: Date | null;
  /** When a sitemap was last read to its end. */
  readonly syncedAt: Date | null;
  /** When the whole site was last crawled. */
  readonly crawledAt: Date | null;
  /** How often the sitemap's lastmod agreed with what the page said, and how often not (rule 8.5). */
  readonly lastmodRight: number;
  readonly lastmodWrong: number;
}

/** What a source's pages are like, beyond their number. */
export interface SourceState {
  readonly schedule: Schedule;
  /** Pages that robots.txt forbids by now. */
  readonly frozen: number;
  readonly missing: number;
  readonly failing: number;
}

export type ChangeKind =
  | 'new'
  | 'changed'
  | 'moved'
  | 'gone'
  | 'missing'
  | 'disallowed'
  | 'failing'
  /** A host as a whole gave no answer. */
  | 'down'
  | 'sitemap';

/** One line of the digest. */
export interface Change {
  readonly id: number;
  /** When it was found; of a host that is down, since when it is. */
  readonly at: Date;
  readonly kind: ChangeKind;
  /** Of a host that is down its name and port. */
  readonly url: string;
  /** How many pages it is about; one unless said. */
  readonly pages?: number;
  readonly title: string;
  readonly note: string | null;
  /** Whether it is still so when it is read: what came back or went away meanwhile is not told. */
  readonly holds: boolean;
}

/** A page that a sitemap names. */
export interface SitemapSighting {
  readonly url: string;
  readonly lastmod: string | null;
}

export interface Freshness {
  /**
   * Pages on this host last asked for at or before a moment, in order of id. What was noted in a future that has not come
   * is taken for never.
   */
  duePages(host: string, before: Date, now: Date): Promise<readonly CheckedPage[]>;
  checkedPage(pageId: number): Promise<CheckedPage | null>;
  checkedPageAt(url: string): Promise<CheckedPage | null>;
  /** The source's pages in order of id, after this one. */
  pagesOf(sourceId: number, afterId: number, limit: number): Promise<readonly CheckedPage[]>;
  /** Applies each check in one transaction for all, and notes what the digest will tell. */
  applyChecks(checks: readonly PageCheck[]): Promise<readonly CheckResult[]>;
  /** Where no page lies on this host any more, it is not looked for here again. */
  leaveHostIfEmpty(host: string): Promise<void>;
  /**
   * The host as a whole could not be asked: its pages last asked for at or before a moment count as without a readable
   * answer and stay due. The digest tells of the host in one change, and of no page twice until it is answered for again.
   */
  noteHostSilence(host: string, before: Date, why: string, at: Date): Promise<void>;
  /** Links that the page had when it was last read; null where none were kept. */
  linksOf(pageId: number): Promise<readonly string[] | null>;
  /** The page's HTML was once seen to say noindex. */
  wasNoindex(url: string): Promise<boolean>;
  /** The HTML of a page of the same origin was. */
  sawNoindexOn(site: URL): Promise<boolean>;

  /** The source's schedule; one that was never set is off. */
  schedule(sourceId: number): Promise<Schedule>;
  sourceStates(): Promise<ReadonlyMap<number, SourceState>>;
  /** Changes what is given. */
  setSchedule(sourceId: number, change: Partial<Omit<Schedule, 'sourceId'>>): Promise<void>;
  /** Every schedule that is not off, longest overdue first. */
  schedules(): Promise<readonly Schedule[]>;
  /**
   * Takes a due run: its schedule moves on to `next`, and its job is created, in one transaction. Null when no job was to
   * be created; `taken` when somebody else took the run meanwhile.
   */
  claimRun(schedule: Schedule, next: Date | null, job: NewJob | null): Promise<JobRecord | 'taken' | null>;

  /** Notes which of the source's pages its sitemap named, and what it said of them. */
  recordSightings(sightings: readonly SitemapSighting[], at: Date): Promise<void>;
  /** Addresses that came to nothing when they were last asked for, with the lastmod they had. */
  sitemapTries(sourceId: number): Promise<ReadonlyMap<string, { readonly lastmod: string | null; readonly at: Date }>>;
  recordTry(sourceId: number, sighting: SitemapSighting, at: Date): Promise<void>;
  /** Pages of the source that its sitemap named once, and not since this moment; none that another source has otherwise. */
  absentPages(sourceId: number, since: Date): Promise<readonly CheckedPage[]>;

  /** A site's sitemap cannot be followed, for the digest: where it is looked for, and why. */
  noteSitemapTrouble(url: string, why: string, at: Date): Promise<void>;
  /** Changes that no digest has told, oldest first. */
  untoldChanges(limit: number): Promise<readonly Change[]>;
  toldAt(): Promise<Date | null>;
  /** Everything up to this change has been told at this moment. */
  markTold(upTo: number, at: Date): Promise<void>;
}
