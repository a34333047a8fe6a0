import { skipSentences, type SkipReason } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { VisitEnding } from '../knowledge/ledger.ts';
import { endFor, type Conclusion } from './job.ts';
import { partialSentence } from './partial.ts';

/** Why a start URL did not end in a page. */
export interface StartProblem {
  readonly sentence: string;
  /** robots.txt kept us out. */
  readonly robots: boolean;
}

export function startProblemOf(url: string, ending: VisitEnding | null): StartProblem | null {
  if (ending?.kind === 'fail') return { sentence: `${url}: ${explainFailure(ending.failure)}`, robots: false };
  if (ending?.kind !== 'skip') return null;
  const robots = ending.reason === 'robots-disallowed' || ending.reason === 'robots-unavailable';
  const note = ending.note === undefined ? '' : ` (${ending.note})`;
  return { sentence: `The start URL ${url} ${skipSentences[ending.reason]}${note}.`, robots };
}

export interface CrawlEnd {
  /** Why it had to stop; null when there was nothing left to do. */
  readonly stopped: SkipReason | null;
  /** Whether any page of this run is in the store now. */
  readonly kept: boolean;
  readonly startProblem: StartProblem | null;
  readonly asked: number;
  readonly left: number;
  readonly gapMs: number;
  readonly remainingMs: number;
}

/** How a crawl ended, and for a partial one how far it came and why (rule 6.6). */
export function concludeCrawl({ stopped, kept, startProblem, ...progress }: CrawlEnd): Conclusion {
  if (stopped !== null) return { end: endFor(stopped), detail: partialSentence({ stopped, ...progress }) };
  if (kept || startProblem === null) return { end: 'done' };
  return { end: startProblem.robots ? 'robots' : 'failed', detail: `Nothing was stored. ${startProblem.sentence}` };
}
