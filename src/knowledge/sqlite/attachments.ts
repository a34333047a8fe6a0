import type { Database } from 'better-sqlite3';
import type { Policy } from '../../links/policy.ts';
import { atomic } from './atomic.ts';

/** The policy of the attachment blocker, and its counts. */
export interface Attachments {
  policy(): Policy | null;
  change(change: (policy: Policy | null) => Policy): Policy;
  count(what: string, by: number): void;
  counts(): ReadonlyMap<string, number>;
}

/** Prepares the statements on one open guild file. */
export function prepareAttachments(db: Database): Attachments {
  const get = db.prepare<[], string>('SELECT policy FROM attachment_policy').pluck();
  const set = db.prepare<[string]>(
    'INSERT INTO attachment_policy (only, policy) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET policy = excluded.policy',
  );
  const count = db.prepare<[string, number]>(
    'INSERT INTO attachment_counts (what, count) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET count = count + excluded.count',
  );
  const counts = db.prepare<[], { readonly what: string; readonly count: number }>(
    'SELECT what, count FROM attachment_counts',
  );

  function policy(): Policy | null {
    const text = get.get();
    if (text === undefined) return null;
    const policy: Policy = JSON.parse(text);
    return policy;
  }

  return {
    policy,
    change: atomic(db, (change: (policy: Policy | null) => Policy) => {
      const changed = change(policy());
      set.run(JSON.stringify(changed));
      return changed;
    }),
    count: (what, by) => void count.run(what, by),
    counts: () => new Map(counts.all().map((row) => [row.what, row.count])),
  };
}
