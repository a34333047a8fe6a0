import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import type { Changes } from './changes.ts';

/** Pages whose host, as a whole, gave no answer about them. */
export interface HostSilence {
  /**
   * The pages on this host last asked for at or before a moment have no readable answer, and the digest tells why. They
   * were not asked for, so they stay due; what an answer said of one before still stands.
   */
  note(host: string, before: Date, why: string, at: Date): void;
}

/** Prepares the statements on one open guild file. */
export function prepareHostSilence(db: Database, changes: Pick<Changes, 'noteDown'>): HostSilence {
  const mark = db.prepare<[{ host: string; before: number; at: number }]>(
    `UPDATE page_checks SET failing_since = @at
     WHERE host = @host AND checked_at <= @before
       AND failing_since IS NULL AND missing_since IS NULL AND frozen_since IS NULL
       AND page_id NOT IN (SELECT page_id FROM removals)`,
  );
  return {
    note: atomic(db, (host: string, before: Date, why: string, at: Date) => {
      const marked = mark.run({ host, before: before.getTime(), at: at.getTime() });
      if (marked.changes > 0) changes.noteDown(host, why, at);
    }),
  };
}
