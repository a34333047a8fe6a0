import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';

/** Pages whose host, as a whole, gave no answer about them. */
export interface HostSilence {
  /**
   * The pages on this host last asked for at or before a moment have no readable answer, and the digest tells why. They
   * were not asked for, so they stay due; what an answer said of one before still stands.
   */
  note(host: string, before: Date, why: string, at: Date): void;
}

/** The pages meant, as a condition on `page_checks c`. */
const UNTOLD = `
  c.host = @host AND c.checked_at <= @before
  AND c.failing_since IS NULL AND c.missing_since IS NULL AND c.frozen_since IS NULL`;

/** Prepares the statements on one open guild file. */
export function prepareHostSilence(db: Database): HostSilence {
  const tell = db.prepare<[{ host: string; before: number; why: string; at: number }]>(
    `INSERT INTO changes (at, kind, url, title, note)
     SELECT @at, 'failing', p.url, p.title, @why FROM page_checks c JOIN pages_here p ON p.id = c.page_id
     WHERE ${UNTOLD} ORDER BY p.id`,
  );
  const mark = db.prepare<[{ host: string; before: number; at: number }]>(
    `UPDATE page_checks AS c SET failing_since = @at
     WHERE ${UNTOLD} AND c.page_id NOT IN (SELECT page_id FROM removals)`,
  );
  return {
    note: atomic(db, (host: string, before: Date, why: string, at: Date) => {
      const moments = { host, before: before.getTime(), at: at.getTime() };
      tell.run({ ...moments, why });
      mark.run(moments);
    }),
  };
}
