import type { Database } from 'better-sqlite3';
import type { Verdict } from '../../links/verdict.ts';
import type { LinkVerdicts } from '../instance-facts.ts';

interface Row {
  readonly verdict: Verdict;
  readonly why: string;
  readonly isFile: 0 | 1;
}

/** Prepares the statements on the open instance file. At most `limit` verdicts are kept: those that expire first go. */
export function prepareLinkVerdicts(db: Database, limit: number): LinkVerdicts {
  const get = db.prepare<[string, number], Row>(
    'SELECT verdict, why, is_file AS isFile FROM link_verdicts WHERE key = ? AND expires_at > ?',
  );
  const set = db.prepare<[string, string, string, number, number]>(
    `INSERT INTO link_verdicts (key, verdict, why, is_file, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET verdict = excluded.verdict, why = excluded.why, is_file = excluded.is_file,
       expires_at = excluded.expires_at`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM link_verdicts').pluck();
  const dropSome = db.prepare<[number]>(
    'DELETE FROM link_verdicts WHERE key IN (SELECT key FROM link_verdicts ORDER BY expires_at LIMIT ?)',
  );
  const dropExpired = db.prepare<[number]>('DELETE FROM link_verdicts WHERE expires_at <= ?');
  /** Never less than there are: counting anew for each one would take longer than all else. */
  let atMost = count.get() ?? 0;

  function makeRoom(now: Date): void {
    dropExpired.run(now.getTime());
    atMost = count.get() ?? 0;
    // A hundredth more goes, so that the next ones need not wait for it.
    if (atMost >= limit) atMost -= dropSome.run(atMost - limit + Math.ceil(limit / 100)).changes;
  }

  return {
    async get(key, now) {
      const row = get.get(key, now.getTime());
      if (row === undefined) return null;
      const { verdict, why, isFile } = row;
      return isFile === 1 ? { verdict, why, file: true } : { verdict, why };
    },
    async set(key, { verdict, why, file }, now, until) {
      if (atMost >= limit) makeRoom(now);
      set.run(key, verdict, why, file === true ? 1 : 0, until.getTime());
      atMost += 1;
    },
  };
}
