import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { JobsLease } from '../store.ts';

/**
 * A lock that the operating system frees when its process dies, however it dies: an exclusive transaction held open on a
 * file of its own. Another process, or another caller in this one, finds it busy.
 */
export function takeLease(path: string): JobsLease | null {
  const db = new Database(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}

/** Removes the lock file of a guild that is being deleted, while holding it. */
export function removeLease(path: string, lease: JobsLease): void {
  rmSync(path, { force: true });
  lease.release();
}
