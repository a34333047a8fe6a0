import type { Database } from 'better-sqlite3';
import type { ShutHosts } from '../instance-facts.ts';
import { atomic } from './atomic.ts';
import { emptyLog } from './database.ts';

/** How soon another process's change is seen, in milliseconds. */
const SEEN_WITHIN_MS = 250;

/**
 * Prepares the statements on the open instance file. Each request asks twice, and a look into the file costs more than the
 * rest of a request: what was read is good for a moment. A change of our own is seen at once.
 */
export function prepareShutHosts(db: Database): ShutHosts {
  const shutOut = db.prepare<[string, number]>('INSERT OR IGNORE INTO shut_hosts (host, shut_at) VALUES (?, ?)');
  const open = db.prepare<[string]>('DELETE FROM shut_hosts WHERE host = ?');
  // A name goes with every port: `;` is the character behind `:`.
  const forgetAnswers = db.prepare<[string, string, string]>(
    "DELETE FROM kept_answers WHERE host = ? OR (host >= ? || ':' AND host < ? || ';')",
  );
  const add = atomic(db, (host: string, at: Date) => {
    forgetAnswers.run(host, host, host);
    return shutOut.run(host, at.getTime()).changes > 0;
  });
  const all = db.prepare<[], string>('SELECT host FROM shut_hosts ORDER BY host').pluck();
  let shut: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  const shutNow = (): ReadonlySet<string> => {
    const now = performance.now();
    if (now - readAt < SEEN_WITHIN_MS) return shut;
    shut = new Set(all.all());
    readAt = now;
    return shut;
  };
  const forgetRead = (): void => {
    readAt = Number.NEGATIVE_INFINITY;
  };
  return {
    async has({ hostname, host }) {
      const now = shutNow();
      return now.size > 0 && (now.has(hostname) || now.has(host));
    },
    all: async () => all.all(),
    async add(host, at) {
      const added = add(host, at);
      forgetRead();
      emptyLog(db);
      return added;
    },
    async remove(host) {
      forgetRead();
      return open.run(host).changes > 0;
    },
  };
}
