import type { FetchFailure, Validators } from '../fetch/outcome.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { PageCheck } from './freshness.ts';
import type { RemovalReason } from './removal.ts';
import type { CrawlOptions, PageToSave } from './store.ts';

/**
 * The bookkeeping of a guild's jobs. It lives beside the pages and changes in the same transaction as they do, so that
 * a killed process never has a page without its line in the receipt (rule 9.7).
 */

/** What a job is to do; enough to go on with it after a restart. */
export type JobSpec =
  | { readonly kind: 'import'; readonly urls: readonly string[] }
  | { readonly kind: 'crawl' | 'watch' | 'sync'; readonly startUrls: readonly string[]; readonly options: CrawlOptions }
  /** Every page of a source, which has these addresses. */
  | { readonly kind: 'refresh'; readonly urls: readonly string[] };

export type JobState = 'queued' | 'running' | 'finished';

/** A job's row. Times are the wall clock's; `spentMs` is how much of its time budget has been used. */
export interface JobRecord {
  readonly id: number;
  readonly spec: JobSpec;
  readonly state: JobState;
  /** The source it is about; null for imports, whose URLs are sources of their own. */
  readonly sourceId: number | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly end: string | null;
  readonly detail: string | null;
  /** Page requests dispatched so far, each recorded before it was sent (rule 6.5). */
  readonly visited: number;
  readonly spentMs: number;
  /** The partial job whose leftover frontier this one started from. */
  readonly continues: number | null;
  /** The start URLs, one a line, after one of them redirected out of the scope (rule 5.8); null until then. */
  readonly movedStart: string | null;
}

/** Where a URL of a job stands. `left` was known and not asked for when the job ended. */
export type UrlState = 'queued' | 'in-flight' | 'page' | 'skipped' | 'failed' | 'left';

/** A URL a job met: its place in the frontier until it ends, its line in the receipt afterwards. */
export interface JobUrl {
  readonly url: string;
  readonly state: UrlState;
  /** The page it was found on, `sitemap`, or null for a start URL. */
  readonly via: string | null;
  readonly depth: number;
  /** Requests sent for it. */
  readonly attempts: number;
  readonly reason: SkipReason | null;
  readonly change: 'new' | 'updated' | 'unchanged' | 'removed' | null;
  readonly pageId: number | null;
  readonly failure: FetchFailure | null;
  readonly note: string | null;
}

/**
 * A URL met only by links that may not be followed is skipped for now: a link that may be followed still brings it in,
 * in the same job or in one that continues it.
 */
export const PROVISIONAL_SKIPS = ['nofollow-link', 'nofollow-page'] as const satisfies readonly SkipReason[];

export function isProvisional(reason: SkipReason | null): boolean {
  return PROVISIONAL_SKIPS.some((provisional) => provisional === reason);
}

/** A URL met for the first time: queued, or skipped on the spot. */
export interface MetUrl {
  readonly url: string;
  readonly via: string | null;
  readonly depth: number;
  readonly skip?: SkipReason;
}

/** How the visit of one URL ended, as the store must write it down. */
export type VisitEnding =
  | { readonly kind: 'save'; readonly page: PageToSave; readonly note?: string }
  /** 304: the stored page is as good as new. */
  | { readonly kind: 'unchanged'; readonly pageId: number; readonly validators: Validators; readonly checkedAt: Date }
  /** A check of a page that is stored (rule 8.1). */
  | { readonly kind: 'check'; readonly check: PageCheck }
  /** The page leaves the source; when no other source has it, it is softly removed. */
  | {
      readonly kind: 'remove';
      readonly pageId: number;
      readonly sourceId: number;
      readonly why: RemovalReason;
      readonly at: Date;
      readonly note: string;
    }
  /** Same text as a stored page (rule 5.7). With `moveTo`, that page is stored under this address from now on. */
  | { readonly kind: 'duplicate'; readonly of: number; readonly moveTo?: string; readonly at: Date }
  | { readonly kind: 'skip'; readonly reason: SkipReason; readonly note?: string }
  | { readonly kind: 'fail'; readonly failure: FetchFailure };

/** One visit, written in one transaction: the page, its URL's ending, what it linked to, the time it took. */
export interface VisitRecord {
  readonly url: string;
  readonly ending: VisitEnding;
  readonly met: readonly MetUrl[];
  /** Time budget the job has used in all so far; a smaller number than the one stored changes nothing. */
  readonly spentMs: number;
}

export interface VisitResult {
  /** Set for `save`, `unchanged` and `remove`. */
  readonly change?: 'new' | 'updated' | 'unchanged' | 'removed';
  /** Set for those and for `duplicate`: the page that has the text. */
  readonly pageId?: number;
}

/** robots.txt of one host as a job read it: evidence (rule 3.6), and what an interrupted job goes on with (rule 6.5). */
export interface StoredRobots extends RobotsRecord {
  readonly readAt: Date;
}

export interface NewJob {
  readonly spec: JobSpec;
  readonly sourceId: number | null;
  readonly createdAt: Date;
  readonly continues: number | null;
  /** A job of the same source whose failed URLs, and no others, this one is to ask for again. */
  readonly retries?: number;
}

/** The jobs of one guild. */
export interface JobLedger {
  /**
   * A job that continues another starts with that one's `left` URLs queued, in order, and with its moved start. One that
   * retries has the failed ones queued, and keeps the `left` ones as they are for the job after it.
   */
  createJob(job: NewJob): Promise<JobRecord>;
  job(id: number): Promise<JobRecord | null>;
  /** Newest first. */
  jobs(limit: number): Promise<readonly JobRecord[]>;
  unfinishedJobs(): Promise<readonly JobRecord[]>;
  /** The newest job of this kind of a source, finished or not. */
  lastJobOf(sourceId: number, kind: JobSpec['kind']): Promise<JobRecord | null>;
  markRunning(id: number): Promise<void>;
  /** Adds URLs not yet known to the job, or skipped provisionally; other known ones are left as they are. */
  addUrls(id: number, met: readonly MetUrl[]): Promise<void>;
  /** Marks the URL in flight and counts one request, before it is sent. `spentMs`, here and below, is the job's total. */
  recordDispatch(id: number, url: string, spentMs: number): Promise<void>;
  recordRobots(id: number, robots: StoredRobots): Promise<void>;
  robotsOf(id: number): Promise<readonly StoredRobots[]>;
  recordVisit(id: number, visit: VisitRecord): Promise<VisitResult>;
  recordMovedStart(id: number, start: string): Promise<void>;
  /**
   * Ends the job; what is still queued or in flight becomes `left` with this reason. Bytes of pages that its visits
   * removed leave the disk now.
   */
  finishJob(
    id: number,
    ending: {
      readonly at: Date;
      readonly end: string;
      readonly detail?: string;
      readonly leftReason: SkipReason;
      readonly spentMs: number;
    },
  ): Promise<void>;
  /** The URLs the job met, in the order met: all of them, or a part. Of many thousands, all take a while. */
  urlsOf(id: number, part?: { readonly limit: number; readonly offset: number }): Promise<readonly JobUrl[]>;
  /**
   * URLs that the jobs this one continues have dealt with: never fetched again, and no line of this job's receipt.
   * Those skipped provisionally are not among them.
   */
  knownUrls(id: number): Promise<readonly string[]>;
}
