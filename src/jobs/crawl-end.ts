import { skipSentences, type SkipReason } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { PageVerdict } from '../knowledge/freshness.ts';
import type { VisitEnding } from '../knowledge/ledger.ts';
import { endFor, type Conclusion } from './job.ts';
import { partialSentence } from './partial.ts';

/** Whether the page is in the store as its site has it now. */
export function isKept(ending: VisitEnding | null): boolean {
  if (ending?.kind !== 'check') return ending?.kind === 'save';
  const { kind } = ending.check.verdict;
  return kind === 'confirmed' || kind === 'read';
}

/** Why a start URL did not end in a page. */
export interface StartProblem {
  readonly sentence: string;
  /** robots.txt kept us out. */
  readonly robots: boolean;
}

export function startProblemOf(url: string, ending: VisitEnding | null): StartProblem | null {
  if (ending?.kind === 'fail') return { sentence: `${url}: ${explainFailure(ending.failure)}`, robots: false };
  if (ending?.kind === 'check') return checkProblemOf(url, ending.check.verdict);
  if (ending?.kind !== 'skip') return null;
  const robots = ending.reason === 'robots-disallowed' || ending.reason === 'robots-unavailable';
  const note = ending.note === undefined ? '' : ` (${ending.note})`;
  return { sentence: `The start URL ${url} ${skipSentences[ending.reason]}${note}.`, robots };
}

/** The same for a page that was stored before: it stays, or is taken out. */
function checkProblemOf(url: string, verdict: PageVerdict): StartProblem | null {
  switch (verdict.kind) {
    case 'missing':
      if (verdict.leadsTo !== undefined)
        return startProblemOf(url, { kind: 'skip', reason: 'redirected-to-other-text', note: verdict.leadsTo });
      return startProblemOf(url, { kind: 'fail', failure: verdict.failure });
    case 'failing':
      return startProblemOf(url, { kind: 'fail', failure: verdict.failure });
    case 'unreadable':
      return startProblemOf(url, { ...verdict, kind: 'skip' });
    case 'frozen':
      return startProblemOf(url, { kind: 'skip', reason: 'robots-disallowed' });
    case 'gone':
      return { sentence: `${url}: ${verdict.note}`, robots: false };
    case 'confirmed':
    case 'read':
      return null;
    default:
      return verdict satisfies never;
  }
}

export interface CrawlEnd {
  /** Why it had to stop; null when there was nothing left to do. */
  readonly stopped: SkipReason | null;
  /** Whether any page of this run is in the store now as its site has it. */
  readonly kept: boolean;
  /** The site is looked through again: what is stored of it stays. */
  readonly again: boolean;
  readonly startProblem: StartProblem | null;
  readonly asked: number;
  readonly left: number;
  readonly gapMs: number;
  readonly remainingMs: number;
}

/** How a crawl ended, and for a partial one how far it came and why (rule 6.6). */
export function concludeCrawl({ stopped, kept, again, startProblem, ...progress }: CrawlEnd): Conclusion {
  if (stopped !== null) return { end: endFor(stopped), detail: partialSentence({ stopped, again, ...progress }) };
  if (kept || startProblem === null) return { end: 'done' };
  const what = again ? 'The site could not be looked through.' : 'Nothing was stored.';
  return { end: startProblem.robots ? 'robots' : 'failed', detail: `${what} ${startProblem.sentence}` };
}
