import type { Database } from 'better-sqlite3';
import type { ShutHosts } from '../store.ts';

/** Prepares the statements on the open instance file. Another process's change is seen at the next question. */
export function prepareShutHosts(db: Database): ShutHosts {
  const isShut = db.prepare<[string, string], number>('SELECT 1 FROM shut_hosts WHERE host IN (?, ?)').pluck();
  const shut = db.prepare<[string, number]>('INSERT OR IGNORE INTO shut_hosts (host, shut_at) VALUES (?, ?)');
  const open = db.prepare<[string]>('DELETE FROM shut_hosts WHERE host = ?');
  const all = db.prepare<[], string>('SELECT host FROM shut_hosts ORDER BY host').pluck();
  return {
    has: async ({ hostname, host }) => isShut.get(hostname, host) !== undefined,
    all: async () => all.all(),
    add: async (host, at) => shut.run(host, at.getTime()).changes > 0,
    remove: async (host) => open.run(host).changes > 0,
  };
}
