import type { FetchFailure } from '../fetch/outcome.ts';
import type { RobotsEvidence } from '../crawler/evidence.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { JobSpec } from '../knowledge/ledger.ts';

export type JobKind = JobSpec['kind'];
export type PageChange = 'new' | 'updated' | 'unchanged' | 'removed';

/** Why a job ended. `failed` is ours (a full disk, say) and carries its sentence in `detail`. */
export type JobEnd =
  | 'done'
  | 'page-limit'
  | 'time-limit'
  | 'new-page-limit'
  | 'cancelled'
  | 'robots'
  | 'interrupted'
  | 'failed';

const JOB_ENDS: Readonly<Record<JobEnd, true>> = {
  done: true,
  'page-limit': true,
  'time-limit': true,
  'new-page-limit': true,
  cancelled: true,
  robots: true,
  interrupted: true,
  failed: true,
};

/** Is this an end as the ledger keeps it? */
export function isJobEnd(text: string | null): text is JobEnd {
  return text !== null && Object.hasOwn(JOB_ENDS, text);
}

/**
 * The one stream of a job. Discord's card, the console, the log and the metrics all read it, and every number shown
 * anywhere is a fold of it. Each URL met ends in exactly one `page`, `skipped` or `failed`.
 */
export type JobEvent =
  | {
      readonly kind: 'started';
      readonly jobId: number;
      readonly job: JobKind;
      readonly guildId: string;
      readonly sourceId?: number;
      readonly at: Date;
      /** Pages this job may visit, or URLs it was given. */
      readonly expected?: number;
      /** A job that was interrupted goes on, or one that hit a cap is continued. */
      readonly resumes?: 'interrupted' | 'partial';
    }
  | ({ readonly kind: 'robots'; readonly at: Date } & RobotsEvidence)
  | {
      readonly kind: 'page';
      readonly url: string;
      readonly change: PageChange;
      readonly title?: string;
      readonly pageId?: number;
      /** What the admin should know of this page (it says noindex, it was redirected, …). */
      readonly note?: string;
    }
  | {
      readonly kind: 'skipped';
      readonly url: string;
      readonly reason: SkipReason;
      readonly via?: string;
      readonly detail?: string;
    }
  | { readonly kind: 'failed'; readonly url: string; readonly failure: FetchFailure }
  | {
      readonly kind: 'waiting';
      readonly host: string;
      readonly untilMs: number;
      readonly why: 'pace' | 'crawl-delay' | 'retry-after';
    }
  /** About the job rather than one URL: the scope followed a redirect, a sitemap was found or not. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'finished'; readonly at: Date; readonly end: JobEnd; readonly detail?: string };
