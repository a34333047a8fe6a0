import { checkLineOf } from '../knowledge/check-line.ts';
import type { CheckResult, PageVerdict } from '../knowledge/freshness.ts';
import type { JobEvent } from './event.ts';

/** The one event in which a checked URL ends. */
export function checkEvent(url: string, verdict: PageVerdict, result: CheckResult, title: string | null): JobEvent {
  const { state, change, reason, failure, note } = checkLineOf(verdict, result);
  if (state === 'failed' && failure !== null) return { kind: 'failed', url, failure };
  if (state === 'skipped' && reason !== null)
    return { kind: 'skipped', url, reason, ...(note === null ? {} : { detail: note }) };
  return {
    kind: 'page',
    url,
    change: change ?? 'unchanged',
    pageId: result.pageId,
    ...(title === null ? {} : { title }),
    ...(note === null ? {} : { note }),
  };
}
