import {
  constants,
  accessSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { StoreProblem } from '../store.ts';
import { HEADER_BYTES, judgeHeader, type FileFacts } from './header.ts';
import { problemWith } from './problem.ts';

/** What a kind of database is known by: SQLite's `application_id`, and the newest schema version this program knows. */
export interface DatabaseKind {
  readonly applicationId: number;
  readonly version: number;
}

/** A file up to this size is read through before it is used the first time (about 10 ms a MiB). */
const CHECKED_BYTES = 8 * 1024 * 1024;

/** How long a statement waits for another process's write, in milliseconds; ours take a few. */
export const BUSY_TIMEOUT_MS = 3_000;

/** Why an existing file must not be opened for writing, or null. Changes nothing and leaves nothing beside it; throws what SQLite throws. */
export function refusalOf(path: string, kind: DatabaseKind, thorough: boolean): StoreProblem | null {
  const permission = unwritable(dirname(path)) ?? unwritable(path);
  if (permission !== null) return permission;
  if (!statSync(path).isFile()) return problemWith(path, 'foreign');
  const facts = factsOf(path);
  const verdict = judgeHeader(facts, kind.applicationId);
  if (verdict.kind !== 'database') return problemWith(path, verdict.kind);
  if (verdict.version > kind.version) return problemWith(path, 'newer');
  if (facts.hasLog)
    return refusalByContent(
      () => new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS }),
      path,
      kind,
      thorough,
    );
  if (!thorough || facts.bytes > CHECKED_BYTES) return null;
  return refusalByContent(() => inMemory(path), path, kind, thorough);
}

/** Why a file or directory may not be written, or null. No write bit means no, even to root, who could all the same. */
export function unwritable(path: string): StoreProblem | null {
  if ((statSync(path).mode & 0o222) === 0) return problemWith(path, 'read-only');
  try {
    accessSync(path, constants.W_OK);
    return null;
  } catch {
    return problemWith(path, 'read-only');
  }
}

function factsOf(path: string): FileFacts {
  const file = openSync(path, 'r');
  try {
    const head = new Uint8Array(HEADER_BYTES);
    const read = readSync(file, head, 0, HEADER_BYTES, 0);
    return { head: head.subarray(0, read), bytes: fstatSync(file).size, hasLog: hasLog(path) };
  } finally {
    closeSync(file);
  }
}

function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

/**
 * The whole file as a database in memory. Without a log beside it nobody writes to it, and all of it is in the file.
 * A database in memory cannot be in WAL mode: bytes 18 and 19 say so.
 */
function inMemory(path: string): Database.Database {
  const bytes = readFileSync(path);
  bytes.fill(1, 18, 20);
  return new Database(bytes, { readonly: true });
}

function refusalByContent(
  open: () => Database.Database,
  path: string,
  kind: DatabaseKind,
  thorough: boolean,
): StoreProblem | null {
  let db: Database.Database | undefined;
  try {
    db = open();
    if (Number(db.pragma('user_version', { simple: true })) > kind.version) return problemWith(path, 'newer');
    if (!thorough || statSync(path).size > CHECKED_BYTES) return null;
    return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? null : problemWith(path, 'damaged');
  } finally {
    db?.close();
  }
}
