import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';

/** One numbered step of a schema; `version` is the `user_version` of a database that has taken it. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Reads `0001-….sql` and so on, in order. A gap or a stray file is a broken installation and throws. */
export function readMigrations(directory: string): readonly Migration[] {
  return readdirSync(directory)
    .toSorted()
    .map((name, index) => {
      const version = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (version !== index + 1) throw new Error(`${join(directory, name)} is not migration number ${index + 1}`);
      return { version, name, sql: readFileSync(join(directory, name), 'utf8') };
    });
}

/**
 * Brings a database up to date, each step with its version number in one transaction (rule 9.1). Two processes may try
 * at once: the version is read again under the write lock.
 */
export function migrate(db: Database, migrations: readonly Migration[], applicationId: number): void {
  const step = atomic(db, (migration: Migration) => {
    if (versionOf(db) >= migration.version) return;
    db.exec(migration.sql);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${migration.version}`);
  });
  for (const migration of migrations) step(migration);
}

export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/**
 * Copies a database aside before its first pending migration, so that an update can be taken back (rule 9.6). Only the
 * newest copy is kept. The copy gets its name when it is complete, and never when another process migrated meanwhile.
 */
export function copyAside(db: Database, path: string, backupDir: string): void {
  const version = versionOf(db);
  const name = basename(path, '.sqlite');
  const target = join(backupDir, `${name}-before-${String(version + 1).padStart(4, '0')}.sqlite`);
  if (existsSync(target)) return;
  mkdirSync(backupDir, { recursive: true });
  const unfinished = `${target}.new-${process.pid}`;
  rmSync(unfinished, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
    if (storedVersion(unfinished) !== version) return;
    removeCopies(name, backupDir);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Deletes the copies made of one database before migrations. */
export function removeCopies(name: string, backupDir: string): void {
  if (!existsSync(backupDir)) return;
  for (const file of readdirSync(backupDir)) {
    const copyOf = /^(.*)-before-\d{4}\.sqlite$/.exec(file)?.[1];
    if (copyOf === name) rmSync(join(backupDir, file), { force: true });
  }
}

function storedVersion(path: string): number {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(file, bytes, 0, 4, 60);
    return bytes.readUInt32BE();
  } finally {
    closeSync(file);
  }
}
