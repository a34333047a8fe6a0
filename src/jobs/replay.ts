import type { JobUrl } from '../knowledge/ledger.ts';
import type { JobEvent } from './event.ts';

/**
 * A line of the receipt as the event it was. A job that goes on after an interruption tells its new watchers what had
 * ended before, so that their sums are the job's. Nothing for a URL that has not ended.
 */
export function eventOfLine({ url, state, via, reason, change, pageId, failure, note }: JobUrl): readonly JobEvent[] {
  switch (state) {
    case 'queued':
    case 'in-flight':
      return [];
    case 'page': {
      const id = pageId === null ? {} : { pageId };
      return change === null ? [] : [{ kind: 'page', url, change, ...id, ...(note === null ? {} : { note }) }];
    }
    case 'skipped':
    case 'left': {
      const found = via === null ? {} : { via };
      return reason === null
        ? []
        : [{ kind: 'skipped', url, reason, ...found, ...(note === null ? {} : { detail: note }) }];
    }
    case 'failed':
      return failure === null ? [] : [{ kind: 'failed', url, failure }];
    default:
      return state satisfies never;
  }
}
