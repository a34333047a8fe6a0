import type { SkipReason } from '../crawler/skip-reason.ts';
import { MIN_GAP_MS } from '../promises.ts';

export interface Partial {
  readonly stopped: SkipReason;
  /** Pages asked for so far, in the runs before this one too. */
  readonly asked: number;
  readonly left: number;
  /** Gap between two requests that the site's host had at the end, in milliseconds. */
  readonly gapMs: number;
  /** Time the job had left: with any left at a time limit, it was the site that wanted a longer break (Retry-After). */
  readonly remainingMs: number;
  /** It runs by itself, and so does the run that goes on from here. */
  readonly again: boolean;
}

/** One sentence on how far a crawl came, why it stopped, and how to go on (rule 6.6). */
export function partialSentence({ stopped, asked, left, gapMs, remainingMs, again }: Partial): string {
  const known = left === 0 ? `${asked} ${asked === 1 ? 'page' : 'pages'}` : `${asked} of about ${asked + left} pages`;
  const next = again ? ' The next run goes on from here.' : ' Start the same crawl again to go on from here.';
  return `${known}: ${why(stopped, gapMs, remainingMs)}.${left === 0 || stopped === 'interrupted' ? '' : next}`;
}

function why(stopped: SkipReason, gapMs: number, remainingMs: number): string {
  switch (stopped) {
    case 'page-limit':
      return 'the page limit of this run is reached';
    case 'new-page-limit':
      return 'as many new pages came in as one run may add';
    case 'time-limit':
      if (remainingMs > gapMs) return 'the site asked to be left alone for longer than this run may take';
      return gapMs > MIN_GAP_MS
        ? `the time of this run is used up, and this site asks for ${gapMs / 1000} s between requests`
        : 'the time of this run is used up';
    case 'cancelled':
      return 'the crawl was cancelled';
    case 'interrupted':
      return 'the program was stopped, and goes on with this crawl when it starts again';
    default:
      return 'the site allows no more';
  }
}
