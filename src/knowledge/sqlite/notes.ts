import type { Database } from 'better-sqlite3';
import type { Notes } from '../instance-facts.ts';
import { emptyLog } from './database.ts';

/** Prepares the statements on the open instance file. */
export function prepareNotes(db: Database): Notes {
  const get = db.prepare<[string], string>('SELECT value FROM notes WHERE name = ?').pluck();
  const set = db.prepare<[string, string]>(
    'INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const drop = db.prepare<[string]>('DELETE FROM notes WHERE name = ?');
  const under = db.prepare<[string, string], { readonly name: string; readonly value: string }>(
    'SELECT name, value FROM notes WHERE substr(name, 1, length(?)) = ? ORDER BY name',
  );
  return {
    get: async (name) => get.get(name) ?? null,
    set: async (name, value) => void (value === null ? drop.run(name) : set.run(name, value)),
    async erase(names) {
      if (names.length === 0) return;
      for (const name of names) drop.run(name);
      emptyLog(db);
    },
    under: async (prefix) => under.all(prefix, prefix).map(({ name, value }) => [name, value] as const),
  };
}
