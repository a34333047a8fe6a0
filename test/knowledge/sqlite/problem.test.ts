import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { StoreError } from '../../../src/knowledge/store.ts';
import { asStoreError, problemOf } from '../../../src/knowledge/sqlite/problem.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

it.each([
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_WRITE', 'disk-full'],
  ['SQLITE_IOERR_FSYNC', 'disk-full'],
  ['SQLITE_IOERR_SHMSIZE', 'disk-full'],
  ['ENOSPC', 'disk-full'],
  ['SQLITE_IOERR_SHORT_READ', 'damaged'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_READONLY_DIRECTORY', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['EACCES', 'read-only'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['ENOTDIR', 'not-a-directory'],
])('%s is the problem %s', (code, problem) => {
  expect(problemOf(new Database.SqliteError('x', code), 'the file')?.code).toBe(problem);
});

it('tells a native module built for another Node.js, with what to do', () => {
  const path = join(temporaryDirectory(), 'broken.node');
  writeFileSync(path, 'not a library');
  let thrown: unknown;
  try {
    process.dlopen({ exports: {} }, path);
  } catch (error) {
    thrown = error;
  }
  expect(problemOf(thrown, 'x')).toMatchObject({
    code: 'native-module',
    sentence: expect.stringContaining('npm rebuild better-sqlite3'),
  });
});

it('leaves bugs what they are', () => {
  const bug = new TypeError('x is not a function');
  expect(problemOf(bug, 'x')).toBeNull();
  expect(asStoreError(bug, 'x')).toBe(bug);
  expect(asStoreError(new Database.SqliteError('no such table', 'SQLITE_ERROR'), 'x')).not.toBeInstanceOf(StoreError);
});
