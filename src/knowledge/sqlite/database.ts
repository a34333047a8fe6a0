import { existsSync, linkSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Opened } from '../store.ts';
import { atomic } from './atomic.ts';
import { BUSY_TIMEOUT_MS, refusalOf, type DatabaseKind } from './inspect.ts';
import { copyAside, migrate, versionOf, type Migration } from './migrate.ts';
import { problemOf } from './problem.ts';

/** How to open one database file. */
export interface DatabaseRecipe {
  readonly path: string;
  readonly applicationId: number;
  readonly migrations: readonly Migration[];
  readonly backupDir: string;
  /** Read the content through first; once a file in a process is enough. */
  readonly thorough: boolean;
}

/** Opens a database of ours, made when there is none, brought up to date. A refused file is left untouched (rule 9.1). */
export function openDatabase(recipe: DatabaseRecipe): Opened<Database.Database> {
  let db: Database.Database | undefined;
  try {
    if (!existsSync(recipe.path)) create(recipe);
    const kind: DatabaseKind = { applicationId: recipe.applicationId, version: recipe.migrations.length };
    const problem = refusalOf(recipe.path, kind, recipe.thorough);
    if (problem !== null) return { ok: false, problem };
    db = connect(recipe.path, true);
    const version = versionOf(db);
    if (version < recipe.migrations.length) {
      copyAside(db, recipe.path, recipe.backupDir);
      migrate(db, recipe.migrations, recipe.applicationId);
    }
    return { ok: true, value: db };
  } catch (error) {
    db?.close();
    const problem = problemOf(error, recipe.path);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

/**
 * Makes a new database beside its place and links it there when it is complete: no kill leaves half a file under the
 * name, and an empty file there is known to be damage. When another process was faster, its file stands.
 */
function create(recipe: DatabaseRecipe): void {
  const unfinished = `${recipe.path}.new-${process.pid}`;
  rmSync(unfinished, { force: true });
  try {
    const db = connect(unfinished, false);
    try {
      // All steps at once: nobody else knows of the file.
      atomic(db, () => migrate(db, recipe.migrations, recipe.applicationId))();
    } finally {
      db.close();
    }
    linkSync(unfinished, recipe.path);
  } catch (error) {
    if (!existsSync(recipe.path)) throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true });
  }
}

/** Deletes what a process that was killed left of a file it was making. */
export function removeUnfinished(directory: string): void {
  for (const name of readdirSync(directory)) {
    const maker = /\.sqlite\.new-(\d+)(?:-wal|-shm|-journal)?$/.exec(name)?.[1];
    if (maker !== undefined && !isOtherProcess(Number(maker))) rmSync(join(directory, name), { force: true });
  }
}

/** Whether another process with this id runs; this one makes files in one go and so has none under way. */
function isOtherProcess(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Not permitted to signal it: so it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A connection with what every one of ours needs. synchronous = NORMAL: in WAL mode a killed process loses nothing that
 * was committed and a power cut at most the last moments, never consistency; FULL would block the one thread of the bot
 * for an fsync at each of the three commits a page costs. secure_delete overwrites what is deleted (rule 9.2).
 */
function connect(path: string, mustExist: boolean): Database.Database {
  const db = new Database(path, { fileMustExist: mustExist, timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Writes the log back into the file and empties it, so that bytes deleted are gone from the disk (rule 9.2). */
export function emptyLog(db: Database.Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}
