import type { CheckResult, PageVerdict } from './freshness.ts';
import type { JobUrl } from './ledger.ts';

/** How a URL that was checked ends in a receipt. */
export type CheckLine = Pick<JobUrl, 'state' | 'reason' | 'change' | 'failure' | 'note'>;

const NOTHING: Omit<CheckLine, 'state'> = { reason: null, change: null, failure: null, note: null };

/** The line of a check in the receipt of the job that made it. */
export function checkLineOf(verdict: PageVerdict, { change }: CheckResult): CheckLine {
  switch (verdict.kind) {
    case 'confirmed':
      return { ...NOTHING, state: 'page', change: 'unchanged' };
    case 'read': {
      const note = verdict.movedFrom === undefined ? null : `It has moved here from ${verdict.movedFrom}.`;
      return { ...NOTHING, state: 'page', change: change === 'updated' ? 'updated' : 'unchanged', note };
    }
    case 'gone':
      return { ...NOTHING, state: 'page', change: 'removed', note: verdict.note };
    case 'missing':
      return verdict.leadsTo === undefined
        ? { ...NOTHING, state: 'failed', failure: verdict.failure }
        : { ...NOTHING, state: 'skipped', reason: 'redirected-to-other-text', note: verdict.leadsTo };
    case 'failing':
      return { ...NOTHING, state: 'failed', failure: verdict.failure };
    case 'unreadable':
      return { ...NOTHING, state: 'skipped', reason: verdict.reason, note: verdict.note ?? null };
    case 'frozen':
      return { ...NOTHING, state: 'skipped', reason: 'robots-disallowed' };
    default:
      return verdict satisfies never;
  }
}
