import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StoreProblem } from '../../../src/knowledge/store.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { openStore, tryOpen } from './open-for-tests.ts';
import { snapshot } from './snapshot.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

type Code = StoreProblem['code'];

/** A data directory in use: guilds `local` and `other` with some pages, closed again. */
async function usedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  cpSync(await original, directory, { recursive: true });
  return directory;
}

const original = fillDirectory();
afterAll(async () => rmSync(await original, { recursive: true, force: true }));

async function fillDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'heimdall-store-'));
  const store = await openStore(directory);
  const pages = Array.from({ length: 20 }, (_, index) =>
    pageOf(`https://docs.example/${index}`, `Page ${index}`, [passage(`Yggdrasil branch ${index}. `.repeat(40))]),
  );
  for (const id of ['local', 'other']) await crawled(await guildOf(store, id), ...pages);
  await store.close();
  return directory;
}

function withDatabase(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(path);
  work(db);
  db.close();
}

/** Overwrites pages in the middle of the file with noise. */
function scribble(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096 * 2, Math.min(4096 * 6, bytes.length));
  writeFileSync(path, bytes);
}

const harms: readonly (readonly [string, Code, (path: string) => void])[] = [
  ['newer than the program', 'newer', (path) => withDatabase(path, (db) => db.pragma('user_version = 99'))],
  ["another program's database", 'foreign', (path) => withDatabase(path, (db) => db.pragma('application_id = 7'))],
  ['no database at all', 'foreign', (path) => writeFileSync(path, 'Dear diary, today I met Loki.\n'.repeat(200))],
  ['a directory', 'foreign', (path) => (rmSync(path), mkdirSync(path))],
  ['cut in half', 'damaged', (path) => truncateSync(path, 4096 * Math.floor(statSync(path).size / 8192))],
  ['cut by a byte', 'damaged', (path) => truncateSync(path, statSync(path).size - 1)],
  ['cut to nothing', 'damaged', (path) => truncateSync(path, 0)],
  ['overwritten in the middle', 'damaged', scribble],
  ['without write permission', 'read-only', (path) => chmodSync(path, 0o444)],
];

describe.each(harms)('a file that is %s', (_, code, harm) => {
  it('stops its guild alone, says what to do, and stays as it is', async () => {
    const directory = await usedDirectory();
    harm(join(directory, 'guilds', 'local.sqlite'));
    const before = snapshot(join(directory, 'guilds'));
    const store = await openStore(directory);
    const opened = await store.guild('local');
    const sentence: unknown = expect.stringMatching(/local\.sqlite .*: .*\.$/);
    expect(opened).toEqual({ ok: false, problem: { code, sentence } });
    expect(snapshot(join(directory, 'guilds'))).toEqual(before);
    expect(await (await guildOf(store, 'other')).search('yggdrasil', 3)).toHaveLength(3);
    await store.close();
  });

  it('stops the store when it is the instance file, and stays as it is', async () => {
    const directory = await usedDirectory();
    harm(join(directory, 'heimdall.sqlite'));
    const before = snapshot(directory);
    const opened = await tryOpen(directory);
    if (opened.ok) await opened.value.close();
    expect(opened).toMatchObject({ ok: false, problem: { code } });
    expect(snapshot(directory)).toEqual(before);
  });
});

describe('a file with a log beside it, as a kill leaves it', () => {
  async function killedDirectory(change: (db: Database.Database) => void): Promise<string> {
    const directory = await usedDirectory();
    const path = join(directory, 'guilds', 'local.sqlite');
    const copy = join(directory, 'guilds', 'killed.sqlite');
    withDatabase(path, (db) => {
      change(db);
      for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix);
    });
    return directory;
  }

  it('is refused by a newer version that only the log knows', async () => {
    const directory = await killedDirectory((db) => db.pragma('user_version = 99'));
    const before = snapshot(join(directory, 'guilds'));
    const store = await openStore(directory);
    expect(await store.guild('killed')).toMatchObject({ ok: false, problem: { code: 'newer' } });
    expect(snapshot(join(directory, 'guilds'))).toMatchObject(before);
    await store.close();
  });

  it('is refused when it is damaged, log and all left as they are', async () => {
    const directory = await killedDirectory((db) => db.exec("INSERT INTO vocabulary VALUES ('x', 1, '')"));
    scribble(join(directory, 'guilds', 'killed.sqlite'));
    const before = snapshot(join(directory, 'guilds'));
    const store = await openStore(directory);
    expect(await store.guild('killed')).toMatchObject({ ok: false, problem: { code: 'damaged' } });
    expect(snapshot(join(directory, 'guilds'))).toMatchObject(before);
    await store.close();
  });

  it('is opened with everything committed when it is sound', async () => {
    const directory = await killedDirectory((db) => db.exec("UPDATE pages SET title = 'From the log' WHERE id = 1"));
    const store = await openStore(directory);
    expect(await (await guildOf(store, 'killed')).page(1)).toMatchObject({ title: 'From the log' });
    await store.close();
  });
});

describe('a data directory', () => {
  it('is made where there is none', async () => {
    const store = await openStore(join(temporaryDirectory(), 'new', 'data'));
    expect(await store.guildIds()).toEqual([]);
    await store.close();
  });

  it('may lie in a directory that may not be written', async () => {
    const parent = temporaryDirectory();
    mkdirSync(join(parent, 'data'));
    chmodSync(parent, 0o555);
    onTestFinished(() => chmodSync(parent, 0o755));
    await (await openStore(join(parent, 'data'))).close();
  });

  it('that is a file is refused', async () => {
    const path = join(temporaryDirectory(), 'data');
    writeFileSync(path, 'x');
    expect(await tryOpen(path)).toMatchObject({ ok: false, problem: { code: 'not-a-directory' } });
    expect(await tryOpen(join(path, 'below'))).toMatchObject({ ok: false, problem: { code: 'not-a-directory' } });
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  it.each(['.', 'guilds'])('without write permission on %s is refused', async (part) => {
    const directory = await usedDirectory();
    chmodSync(join(directory, part), 0o555);
    onTestFinished(() => chmodSync(join(directory, part), 0o755));
    const before = snapshot(directory);
    expect(await tryOpen(directory)).toMatchObject({ ok: false, problem: { code: 'read-only' } });
    expect(snapshot(directory)).toEqual(before);
  });
});

it('says that a guild file is in use while another program keeps it locked', async () => {
  const directory = await usedDirectory();
  const store = await openStore(directory);
  const other = new Database(join(directory, 'guilds', 'local.sqlite'));
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN IMMEDIATE; COMMIT');
  expect(await store.guild('local')).toMatchObject({ ok: false, problem: { code: 'busy' } });
  other.close();
  expect(await store.guild('local')).toMatchObject({ ok: true });
  await store.close();
});
