import type { Database } from 'better-sqlite3';

/** What a guild's admins have set, by name. */
export interface Settings {
  get(name: string): string | null;
  /** Null takes it back. */
  set(name: string, value: string | null): void;
}

/** Prepares the statements on one open guild file. */
export function prepareSettings(db: Database): Settings {
  const get = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  const set = db.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const drop = db.prepare<[string]>('DELETE FROM settings WHERE name = ?');
  return {
    get: (name) => get.get(name) ?? null,
    set: (name, value) => void (value === null ? drop.run(name) : set.run(name, value)),
  };
}
