import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure } from '../fetch/outcome.ts';
import type { JobEnd, JobEvent, PageChange } from './event.ts';

/** The running totals of a job. Immutable, so that a surface may hold one and show it when it can. */
export interface JobTally {
  readonly pages: Readonly<Record<PageChange, number>>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** By failure: its code, or `http-404` and the like. */
  readonly failed: Readonly<Record<string, number>>;
  /** URLs that have ended one way or another: the sum of the three above. */
  readonly met: number;
  readonly lastUrl: string | null;
  readonly end: JobEnd | null;
}

export const emptyTally: JobTally = {
  pages: { new: 0, updated: 0, unchanged: 0, removed: 0 },
  skipped: {},
  failed: {},
  met: 0,
  lastUrl: null,
  end: null,
};

/** Folds one event into the totals; each number shown anywhere comes from here. */
export function tally(soFar: JobTally, event: JobEvent): JobTally {
  switch (event.kind) {
    case 'page':
      return {
        ...soFar,
        met: soFar.met + 1,
        lastUrl: event.url,
        pages: { ...soFar.pages, [event.change]: soFar.pages[event.change] + 1 },
      };
    case 'skipped':
      return {
        ...soFar,
        met: soFar.met + 1,
        skipped: { ...soFar.skipped, [event.reason]: (soFar.skipped[event.reason] ?? 0) + 1 },
      };
    case 'failed': {
      const code = failureKey(event);
      return {
        ...soFar,
        met: soFar.met + 1,
        lastUrl: event.url,
        failed: { ...soFar.failed, [code]: (soFar.failed[code] ?? 0) + 1 },
      };
    }
    case 'finished':
      return { ...soFar, end: event.end };
    case 'started':
    case 'robots':
    case 'waiting':
    case 'note':
      return soFar;
    default:
      return event satisfies never;
  }
}

/** What a failure is counted under: its code, or `http-` and the status. */
export function failureKey({ failure }: { readonly failure: FetchFailure }): string {
  return failure.code === 'http-status' ? `http-${failure.status}` : failure.code;
}

export function sum(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}
