import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { factsOf } from './backup.ts';
import { readManifest, type BackupManifest } from './backup-manifest.ts';
import { RESTORING } from './backup-names.ts';
import { GUILD_APPLICATION_ID, makeGuildsDir } from './guild-files.ts';
import { refusalOf } from './inspect.ts';
import { INSTANCE_APPLICATION_ID } from './instance.ts';
import { emptyLog, openDatabase } from './database.ts';
import { forgetAgain, prepareForgotten, tombstonesIn, type Tombstone } from './forgotten.ts';
import { readMigrations } from './migrate.ts';
import { problemOf } from './problem.ts';

export interface RestoreOptions {
  readonly directory: string;
  readonly dataDir: string;
  readonly migrationsDir: string;
  /** What the data directory holds may be given up for it. */
  readonly replace: boolean;
}

export type Restored =
  | {
      readonly ok: true;
      readonly guilds: number;
      readonly madeAt: string;
      readonly replaced: boolean;
      /** Whether the folder knew which members were forgotten since the backup was made; those stay forgotten. */
      readonly knewForgotten: boolean;
    }
  | { readonly ok: false; readonly sentence: string };

/**
 * Puts a backup in the place of the data directory's files. All of it is copied and checked first, so that a damaged
 * one changes nothing; after a kill it is done again, and until then nothing opens the directory.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { directory, dataDir, replace } = options;
  const read = readManifest(directory);
  if (!read.ok) return read;
  const isHalfDone = existsSync(join(dataDir, RESTORING));
  const isUsed = holdsKnowledge(dataDir);
  if (isUsed && !replace && !isHalfDone) {
    return {
      ok: false,
      sentence: `${dataDir} holds knowledge already: name another folder with --data DIR, or give up what it holds with --replace.`,
    };
  }
  let lock: Database.Database | null = null;
  let knewForgotten = false;
  try {
    lock = isUsed ? lockInstance(join(dataDir, 'heimdall.sqlite')) : null;
    if (isUsed && lock === null) return { ok: false, sentence: `Heimdall is running on ${dataDir}: stop it first.` };
    const tombstones = lock === null ? null : tombstonesIn(lock);
    knewForgotten = tombstones !== null;
    const refused = (await gather(options, read.manifest)) ?? forget(options, read.manifest, tombstones ?? []);
    if (refused !== null) {
      if (!isHalfDone) rmSync(join(dataDir, RESTORING), { recursive: true, force: true });
      return { ok: false, sentence: refused };
    }
    if (lock !== null) writeLogBack(lock);
    place(dataDir, read.manifest);
  } catch (error) {
    const problem = problemOf(error, dataDir);
    if (problem === null) throw error;
    return { ok: false, sentence: problem.sentence };
  } finally {
    lock?.close();
  }
  rmSync(join(dataDir, RESTORING), { recursive: true, force: true });
  const guilds = read.manifest.files.filter(({ name }) => name.startsWith('guilds/')).length;
  return { ok: true, guilds, madeAt: read.manifest.madeAt, replaced: isUsed, knewForgotten };
}

/** Every process that uses a data directory has its instance file open: none of them does when this lock is had. */
function lockInstance(path: string): Database.Database | null {
  if (!existsSync(path)) return new Database(':memory:');
  const db = new Database(path, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    // Not to be opened: nobody else has it open either, and it is about to be replaced.
    return new Database(':memory:');
  }
}

/** Copies the backup's files beside their places and checks each; the sentence about the first that is wrong, or null. */
async function gather(
  { directory, dataDir, migrationsDir }: RestoreOptions,
  { files }: BackupManifest,
): Promise<string | null> {
  const staging = join(dataDir, RESTORING);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(join(staging, 'guilds'), { recursive: true });
  const kinds = {
    guild: { applicationId: GUILD_APPLICATION_ID, version: readMigrations(join(migrationsDir, 'guild')).length },
    instance: {
      applicationId: INSTANCE_APPLICATION_ID,
      version: readMigrations(join(migrationsDir, 'instance')).length,
    },
  };
  for (const { name, bytes, sha256 } of files) {
    const from = join(directory, name);
    if (!existsSync(from)) return `${from} is missing in the backup: use another one.`;
    copyFileSync(from, join(staging, name));
    sync(join(staging, name));
    const facts = await factsOf(join(staging, name));
    if (facts.bytes !== bytes || facts.sha256 !== sha256) {
      return `${from} is not what was backed up (changed or damaged): use another backup.`;
    }
    const kind = name.startsWith('guilds/') ? kinds.guild : kinds.instance;
    const refused = refusalOf(join(staging, name), kind, true);
    if (refused !== null) return refused.sentence.replace(join(staging, name), from);
  }
  return null;
}

/**
 * Takes out of the files that come back what members had deleted since they were copied (rule 10.8), and keeps in mind
 * that they had. What buttons meant names members, too, and is of no use any more. The sentence about what is wrong, or null.
 */
function forget(
  { dataDir, migrationsDir }: RestoreOptions,
  { files }: BackupManifest,
  since: readonly Tombstone[],
): string | null {
  const staging = join(dataDir, RESTORING);
  const opened = openDatabase({
    path: join(staging, 'heimdall.sqlite'),
    applicationId: INSTANCE_APPLICATION_ID,
    migrations: readMigrations(join(migrationsDir, 'instance')),
    backupDir: join(staging, 'backups'),
    thorough: false,
  });
  if (!opened.ok) return opened.problem.sentence;
  const instance = opened.value;
  const forgotten = prepareForgotten(instance);
  forgotten.takeOver(since);
  const tombstones = forgotten.all();
  instance.exec("DELETE FROM notes WHERE substr(name, 1, 6) = 'press:'");
  emptyLog(instance);
  instance.close();
  for (const { name } of files) {
    const guildId = /^guilds\/(.+)\.sqlite$/.exec(name)?.[1];
    if (guildId === undefined) continue;
    forgetAgain(
      join(staging, name),
      tombstones.filter((tombstone) => tombstone.guildId === guildId),
    );
  }
  return null;
}

/** The log is about to be deleted: until the file is replaced, what it holds has to stand in the file. */
function writeLogBack(lock: Database.Database): void {
  if (lock.inTransaction) lock.exec('COMMIT');
  emptyLog(lock);
}

/** The checked files take their places; the instance's comes last, and never beside a log of the one before. */
function place(dataDir: string, { files }: BackupManifest): void {
  const guildsDir = makeGuildsDir(dataDir);
  for (const name of readdirSync(guildsDir)) rmSync(join(guildsDir, name), { force: true });
  // Copies made before updates belong to the files that go.
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true });
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(join(dataDir, `heimdall.sqlite${suffix}`), { force: true });
  for (const { name } of files.toReversed()) renameSync(join(dataDir, RESTORING, name), join(dataDir, name));
}

function holdsKnowledge(dataDir: string): boolean {
  const guildsDir = join(dataDir, 'guilds');
  const guilds = existsSync(guildsDir) ? readdirSync(guildsDir) : [];
  return existsSync(join(dataDir, 'heimdall.sqlite')) || guilds.some((name) => name.endsWith('.sqlite'));
}

/** A file that is not on the disk before another one is given up for it would be lost with the power. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
