import type { SkipReason } from '../crawler/skip-reason.ts';
import type { JobEvent, JobKind } from '../jobs/event.ts';
import { emptyTally, tally, type JobTally } from '../jobs/tally.ts';
import { MAX_JOB_MS } from '../promises.ts';

/** How far a job is, as a fold of its events: what Discord's card and the console's progress line show. */
export interface Progress {
  readonly totals: JobTally;
  readonly job: JobKind | null;
  /** URLs that a request was spent on, of those expected. */
  readonly asked: number;
  readonly expected: number;
  /** When it started, on a clock that only grows; null before. */
  readonly startedMs: number | null;
  /** What it waits for now. */
  readonly wait: { readonly host: string; readonly untilMs: number; readonly why: string } | null;
  /** The longest `Crawl-delay` read in a robots.txt so far, in seconds; null without one. */
  readonly crawlDelaySeconds: number | null;
}

export const noProgress: Progress = {
  totals: emptyTally,
  job: null,
  asked: 0,
  expected: 0,
  startedMs: null,
  wait: null,
  crawlDelaySeconds: null,
};

/** Folds one event into the progress. `nowMs` is the monotonic clock's. */
export function progressed(soFar: Progress, event: JobEvent, nowMs: number): Progress {
  const next: Progress = {
    ...soFar,
    totals: tally(soFar.totals, event),
    asked: soFar.asked + (wasAsked(event) ? 1 : 0),
    wait: event.kind === 'waiting' ? event : null,
  };
  switch (event.kind) {
    case 'started':
      return { ...next, job: event.job, expected: event.expected ?? 0, startedMs: nowMs };
    case 'robots': {
      const longest = Math.max(soFar.crawlDelaySeconds ?? 0, event.crawlDelaySeconds ?? 0);
      return { ...next, crawlDelaySeconds: longest === 0 ? null : longest };
    }
    case 'page':
    case 'skipped':
    case 'failed':
    case 'waiting':
    case 'note':
    case 'finished':
      return next;
    default:
      return event satisfies never;
  }
}

/** An import or a check knows its number; a crawl may end long before its limit. */
export function isExact({ job }: Progress): boolean {
  return job === 'import' || job === 'refresh';
}

/** Time left at the pace so far, in milliseconds, never beyond the job's time limit; null when nobody can tell. */
export function timeLeftMs({ asked, expected, startedMs, job }: Progress, nowMs: number): number | null {
  if (startedMs === null || asked === 0 || asked >= expected) return null;
  const elapsed = nowMs - startedMs;
  const limitMs = job === 'refresh' ? Number.POSITIVE_INFINITY : MAX_JOB_MS;
  return Math.max(0, Math.min((elapsed / asked) * (expected - asked), limitMs - elapsed));
}

/** Skips that a request was spent on; the others are links left aside, and are only counted. */
const ASKED_FOR: ReadonlySet<SkipReason> = new Set<SkipReason>([
  'noindex',
  'redirected',
  'redirected-out-of-scope',
  'redirected-to-other-text',
  'duplicate-content',
  'not-html',
  'too-large',
  'too-complex',
  'empty-shell',
  'soft-404',
  'consent-wall',
  'login-wall',
  'challenge',
  'home-echo',
]);

/** Whether a skipped URL had been asked for. */
export function wasAskedFor(reason: SkipReason): boolean {
  return ASKED_FOR.has(reason);
}

function wasAsked(event: JobEvent): boolean {
  return event.kind === 'page' || event.kind === 'failed' || (event.kind === 'skipped' && wasAskedFor(event.reason));
}
