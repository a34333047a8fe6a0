import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import type { StoreProblem } from '../store.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { MANIFEST, MANIFEST_VERSION } from './backup-names.ts';
import { BUSY_TIMEOUT_MS } from './inspect.ts';
import { problemOf } from './problem.ts';

/** What a backup came to; `skipped` are files that could not be copied, each with its sentence. */
export type BackedUp =
  | { readonly ok: true; readonly guilds: number; readonly bytes: number; readonly skipped: readonly string[] }
  | { readonly ok: false; readonly sentence: string };

/**
 * Copies the instance's file and every guild's into an empty directory, while jobs run (rule 9.5): each copy is one
 * moment of its file, written anew from its rows, so that nothing that was erased is in it. The manifest comes last: a
 * directory without one is no backup.
 */
export async function backUp(dataDir: string, directory: string, madeAt: Date): Promise<BackedUp> {
  const refused = prepareTarget(dataDir, directory);
  if (refused !== null) return { ok: false, sentence: refused };
  const files: BackupManifest['files'][number][] = [];
  const skipped: string[] = [];
  for (const name of databasesIn(dataDir)) {
    try {
      copy(join(dataDir, name), join(directory, name));
      files.push({ name, ...(await factsOf(join(directory, name))) });
    } catch (error) {
      const problem: StoreProblem | null = problemOf(error, join(dataDir, name));
      if (problem === null) throw error;
      skipped.push(problem.sentence);
    }
  }
  const manifest: BackupManifest = {
    kind: 'heimdall-backup',
    version: MANIFEST_VERSION,
    madeAt: madeAt.toISOString(),
    files,
  };
  const unfinished = join(directory, `${MANIFEST}.new`);
  writeFileSync(unfinished, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(unfinished, join(directory, MANIFEST));
  const guilds = files.filter(({ name }) => name.startsWith('guilds/')).length;
  return { ok: true, guilds, bytes: files.reduce((sum, file) => sum + file.bytes, 0), skipped };
}

/** Makes the directory; or says why nothing is written there. */
function prepareTarget(dataDir: string, directory: string): string | null {
  if (!existsSync(join(dataDir, 'heimdall.sqlite')))
    return `${dataDir} holds nothing of Heimdall: name its folder with --data DIR.`;
  if (existsSync(directory) && (!statSync(directory).isDirectory() || readdirSync(directory).length > 0)) {
    return `${directory} is not an empty folder: name a new one for each backup.`;
  }
  try {
    mkdirSync(join(directory, 'guilds'), { recursive: true });
    return null;
  } catch {
    return `${directory} cannot be made: name a folder that may be written to.`;
  }
}

/** Names below the data directory, the instance's first. */
function databasesIn(dataDir: string): readonly string[] {
  const guilds = readdirSync(join(dataDir, 'guilds')).filter((name) => /^[A-Za-z0-9_-]{1,64}\.sqlite$/.test(name));
  return ['heimdall.sqlite', ...guilds.toSorted().map((name) => `guilds/${name}`)];
}

/** One moment of a database that others may be writing to. What the instance only guesses of guilds is gathered anew. */
function copy(from: string, to: string): void {
  const db = new Database(from, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  if (!to.endsWith('heimdall.sqlite')) return;
  const instance = new Database(to);
  instance.exec('DELETE FROM hints_gathered');
  instance.close();
}

/** Size and SHA-256 of a file. */
export async function factsOf(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}
