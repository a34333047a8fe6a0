import { StoreError, type StoreProblem } from '../store.ts';

/** Turns what SQLite, the file system or the loader threw into a problem with one plain sentence that says what to do. */

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG']);
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS', 'SQLITE_PERM', 'SQLITE_AUTH']);
const NOT_A_DIRECTORY = new Set(['ENOTDIR', 'EEXIST', 'ENOENT']);
/** The loader's code when a native module was built for another Node.js; without any build it has a message only. */
const WRONG_BUILD = 'ERR_DLOPEN_FAILED';
const NO_BUILD = /^Could not locate the bindings file/;

/**
 * Reads of the disk that fail point at damage, writes at a full or failing disk. SQLite reports a limit on file size or
 * a quota as a failed write rather than as SQLITE_FULL.
 */
const FAILED_READ = /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS|DATA)$/;

/** The sentence for each problem of one file or directory; `what` is its path. */
export function problemWith(what: string, code: StoreProblem['code']): StoreProblem {
  return { code, sentence: sentences[code](what) };
}

const sentences: Readonly<Record<StoreProblem['code'], (what: string) => string>> = {
  newer: (what) =>
    `${what} was written by a newer Heimdall: update this one, or put back the copy made before the update.`,
  foreign: (what) => `${what} is not a Heimdall database: move it away or choose another data directory.`,
  damaged: (what) =>
    `${what} is damaged and was left as it is: put back a backup, or move the file away to start anew.`,
  'read-only': (what) => `${what} may not be written: give the user that runs Heimdall write permission to it.`,
  'not-a-directory': (what) => `${what} is not a directory and none can be made there: choose another data directory.`,
  'disk-full': (what) =>
    `${what} could not be written because the disk is full (or a size limit was hit): make room and try again.`,
  'native-module': () =>
    'The database module was built for another version of Node.js: run `npm rebuild better-sqlite3` and start again.',
  'bad-guild-id': (what) => `"${what}" is not a guild id: use 1 to 64 letters, digits, hyphens or underscores.`,
  'half-restored': (what) => `A restore into ${what} was cut short: run it again, then start.`,
  busy: (what) => `${what} is in use by another process: wait until that has finished, or stop it, and try again.`,
};

/** The problem behind something thrown, or null when it is no refusal of the disk but a bug. */
export function problemOf(error: unknown, what: string): StoreProblem | null {
  if (error instanceof Error && NO_BUILD.test(error.message)) return problemWith(what, 'native-module');
  const code = codeOf(error);
  if (code === null) return null;
  const kind = kindOf(code);
  return kind === null ? null : problemWith(what, kind);
}

/** The error to throw in place of one that the database or the disk threw in the middle of work. */
export function asStoreError(error: unknown, what: string): unknown {
  if (error instanceof StoreError) return error;
  const problem = problemOf(error, what);
  return problem === null ? error : new StoreError(problem, error);
}

function kindOf(code: string): StoreProblem['code'] | null {
  if (FULL.has(code)) return 'disk-full';
  if (code === WRONG_BUILD) return 'native-module';
  if (NOT_A_DIRECTORY.has(code)) return 'not-a-directory';
  if (READ_ONLY.has(code) || code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN'))
    return 'read-only';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || FAILED_READ.test(code)) return 'damaged';
  if (code.startsWith('SQLITE_IOERR')) return 'disk-full';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED') || code === 'SQLITE_PROTOCOL') return 'busy';
  return null;
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
