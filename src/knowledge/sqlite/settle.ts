import type { FetchFailure } from '../../fetch/outcome.ts';
import { checkLineOf } from '../check-line.ts';
import type { VisitRecord, VisitResult } from '../ledger.ts';
import type { FreshnessFile } from './freshness.ts';
import type { Pages } from './pages.ts';

/** How a URL's line in the receipt ends. */
export interface Line {
  readonly state: 'page' | 'skipped' | 'failed';
  readonly reason?: string;
  readonly change?: string;
  readonly pageId?: number;
  readonly failure?: FetchFailure;
  readonly note?: string;
}

interface Settled {
  readonly line: Line;
  readonly result: VisitResult;
}

/** A visit that came to its end, and what its ending changes. */
interface Visit {
  readonly jobId: number;
  readonly visit: Pick<VisitRecord, 'url' | 'ending'>;
  readonly pages: Pages;
  readonly freshness: FreshnessFile;
}

/** Does to the pages what a visit's ending asks for, and says what its line in the receipt is. */
export function settle({ jobId, visit: { url, ending }, pages, freshness }: Visit): Settled {
  const note = 'note' in ending && ending.note !== undefined ? { note: ending.note } : {};
  switch (ending.kind) {
    case 'save': {
      const saved = pages.save(ending.page);
      const { pageId, change } = saved;
      const kind = change === 'new' ? 'new' : change === 'updated' ? 'changed' : null;
      if (kind !== null) freshness.changes.noteForJob(jobId, pageId, kind, ending.page.fetchedAt);
      if (ending.page.noindex) freshness.noteNoindex(url);
      return { line: { state: 'page', ...saved, ...note }, result: saved };
    }
    case 'check':
      return settleCheck(freshness, ending);
    case 'unchanged': {
      const { pageId } = ending;
      pages.confirm(pageId, ending.validators, ending.checkedAt);
      return { line: { state: 'page', change: 'unchanged', pageId }, result: { change: 'unchanged', pageId } };
    }
    case 'remove': {
      const { pageId, why } = ending;
      pages.leave(pageId, ending.sourceId, ending);
      if (why === 'noindex') freshness.noteNoindex(url);
      return { line: { state: 'page', change: 'removed', pageId, ...note }, result: { change: 'removed', pageId } };
    }
    case 'duplicate': {
      const { of, moveTo, at } = ending;
      const pageId = moveTo === undefined ? of : pages.move(of, moveTo, at);
      return { line: { state: 'skipped', reason: 'duplicate-content', pageId }, result: { pageId } };
    }
    case 'skip':
      if (ending.reason === 'noindex') freshness.noteNoindex(url);
      return { line: { state: 'skipped', reason: ending.reason, ...note }, result: {} };
    case 'fail':
      break;
  }
  return { line: { state: 'failed', failure: ending.failure }, result: {} };
}

function settleCheck({ checks }: FreshnessFile, { check }: Extract<VisitRecord['ending'], { kind: 'check' }>): Settled {
  const done = checks.apply(check);
  const { pageId } = done;
  const { state, reason, change, failure, note } = checkLineOf(check.verdict, done);
  const line: Line = {
    state: state === 'page' || state === 'failed' ? state : 'skipped',
    pageId,
    ...(reason === null ? {} : { reason }),
    ...(change === null ? {} : { change }),
    ...(failure === null ? {} : { failure }),
    ...(note === null ? {} : { note }),
  };
  return { line, result: { pageId, ...(change === null ? {} : { change }) } };
}
