import type { Database } from 'better-sqlite3';
import type { ShutHosts } from '../instance-facts.ts';
import { atomic } from './atomic.ts';
import { emptyLog } from './database.ts';

/** Prepares the statements on the open instance file. Another process's change is seen at the next question. */
export function prepareShutHosts(db: Database): ShutHosts {
  const isShut = db.prepare<[string, string], number>('SELECT 1 FROM shut_hosts WHERE host IN (?, ?)').pluck();
  const shut = db.prepare<[string, number]>('INSERT OR IGNORE INTO shut_hosts (host, shut_at) VALUES (?, ?)');
  const open = db.prepare<[string]>('DELETE FROM shut_hosts WHERE host = ?');
  // A name goes with every port: `;` is the character behind `:`.
  const forgetAnswers = db.prepare<[string, string, string]>(
    "DELETE FROM kept_answers WHERE host = ? OR (host >= ? || ':' AND host < ? || ';')",
  );
  const add = atomic(db, (host: string, at: Date) => {
    forgetAnswers.run(host, host, host);
    return shut.run(host, at.getTime()).changes > 0;
  });
  const all = db.prepare<[], string>('SELECT host FROM shut_hosts ORDER BY host').pluck();
  return {
    has: async ({ hostname, host }) => isShut.get(hostname, host) !== undefined,
    all: async () => all.all(),
    async add(host, at) {
      const added = add(host, at);
      emptyLog(db);
      return added;
    },
    remove: async (host) => open.run(host).changes > 0,
  };
}
