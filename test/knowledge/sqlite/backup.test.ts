import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { backUp, factsOf } from '../../../src/knowledge/sqlite/backup.ts';
import { restoreBackup, type Restored } from '../../../src/knowledge/sqlite/restore.ts';
import { eraseTime } from '../../../src/knowledge/removal.ts';
import { NOON, crawled, guildOf, pageOf, passage, startCrawl } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { runChild } from './child.ts';
import { MIGRATIONS, openStore, tryOpen } from './open-for-tests.ts';
import { allBytes, snapshot } from './snapshot.ts';

const HOME = pageOf('https://docs.example/', 'Home', [passage('Huginn and Muninn.')]);
const SECRET = pageOf('https://docs.example/secret', 'Secret', [passage('The word is draupnirxq.')]);

/** A folder with two guilds; a crawl of one of them waits to go on. */
async function usedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await crawled(await guildOf(store, 'one'), HOME, SECRET);
  await startCrawl(await guildOf(store, 'two'));
  await store.notes.set('card:1', 'here');
  await store.close();
  return directory;
}

async function backupOf(dataDir: string): Promise<string> {
  const directory = join(temporaryDirectory(), 'backup');
  expect(await backUp(dataDir, directory, NOON)).toMatchObject({ ok: true, guilds: 2, skipped: [] });
  return directory;
}

function restore(directory: string, dataDir: string, replace = false): Promise<Restored> {
  return restoreBackup({ directory, dataDir, replace, migrationsDir: MIGRATIONS });
}

it('brings everything back, jobs that wait and notes included', async () => {
  const backup = await backupOf(await usedDirectory());
  const dataDir = join(temporaryDirectory(), 'new');
  mkdirSync(dataDir);
  expect(await restore(backup, dataDir)).toEqual({
    ok: true,
    guilds: 2,
    madeAt: NOON.toISOString(),
    replaced: false,
    knewForgotten: false,
  });
  const store = await openStore(dataDir);
  expect(await (await guildOf(store, 'one')).search('huginn', 5)).toMatchObject([{ title: 'Home' }]);
  expect(await store.guildsWithOpenJobs()).toEqual(['one', 'two']);
  expect(await store.notes.get('card:1')).toBe('here');
  await store.close();
});

it('is one moment of each file while a crawl writes to it', { timeout: 60_000 }, async () => {
  const dataDir = temporaryDirectory();
  const child = runChild('write-visits.ts', [dataDir, '1']);
  await child.printed('writing');
  const backup = join(temporaryDirectory(), 'backup');
  expect(await backUp(dataDir, backup, NOON)).toMatchObject({ ok: true, guilds: 1, skipped: [] });
  expect(await restore(backup, dataDir, true)).toEqual({
    ok: false,
    sentence: `Heimdall is running on ${dataDir}: stop it first.`,
  });
  await child.kill();
  const db = new Database(join(backup, 'guilds', 'local.sqlite'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.prepare(`SELECT count(*) FROM pages WHERE id NOT IN (SELECT page_id FROM job_urls)`).pluck().get()).toBe(0);
  db.close();
  expect(await restore(backup, dataDir, true)).toMatchObject({ ok: true, replaced: true });
  const store = await openStore(dataDir);
  expect(await (await guildOf(store)).unfinishedJobs()).toHaveLength(1);
  await store.close();
});

it('refuses a folder that is used, unless what it holds is given up; and one that a process uses', async () => {
  const backup = await backupOf(await usedDirectory());
  const dataDir = await usedDirectory();
  const before = snapshot(dataDir);
  expect(await restore(backup, dataDir)).toMatchObject({ ok: false, sentence: expect.stringContaining('--replace') });
  const store = await openStore(dataDir);
  expect(await restore(backup, dataDir, true)).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/is running/),
  });
  await store.close();
  expect(snapshot(dataDir)).toEqual(before);
  rmSync(join(dataDir, 'heimdall.sqlite'));
  expect(await restore(backup, dataDir)).toMatchObject({ ok: false });
  writeFileSync(join(dataDir, 'guilds', 'three.sqlite'), 'not in the backup');
  expect(await restore(backup, dataDir, true)).toMatchObject({ ok: true, replaced: true });
  const restored = await openStore(dataDir);
  expect(await restored.guildIds()).toEqual(['one', 'two']);
  await restored.close();
});

it('refuses a backup that is damaged, incomplete or newer, and changes nothing', async () => {
  const whole = await backupOf(await usedDirectory());
  const dataDir = await usedDirectory();
  const before = snapshot(dataDir);
  const refusal = async (spoil: (directory: string) => Promise<void> | void): Promise<string> => {
    const directory = join(temporaryDirectory(), 'copy');
    cpSync(whole, directory, { recursive: true });
    await spoil(directory);
    const restored = await restore(directory, dataDir, true);
    expect(snapshot(dataDir)).toEqual(before);
    return restored.ok ? 'accepted' : restored.sentence;
  };
  const one = (directory: string): string => join(directory, 'guilds', 'one.sqlite');
  expect(await refusal((directory) => rmSync(join(directory, 'backup.json')))).toMatch(/no complete backup/);
  expect(await refusal((directory) => writeFileSync(join(directory, 'backup.json'), '{'))).toMatch(
    /no complete backup/,
  );
  expect(await refusal((directory) => rmSync(one(directory)))).toMatch(/is missing/);
  expect(
    await refusal((directory) => {
      const bytes = readFileSync(one(directory));
      bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
      writeFileSync(one(directory), bytes);
    }),
  ).toMatch(/changed or damaged/);
  expect(
    await refusal(async (directory) => {
      const db = new Database(one(directory));
      db.pragma('user_version = 99');
      db.close();
      await signAnew(directory, 'guilds/one.sqlite');
    }),
  ).toMatch(/newer Heimdall/);
  expect(
    await refusal((directory) => {
      const path = join(directory, 'backup.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('guilds/one.sqlite', '../one.sqlite'));
    }),
  ).toMatch(/is damaged/);
});

/** Makes the manifest fit a file that was changed on purpose. */
async function signAnew(directory: string, name: string): Promise<void> {
  const path = join(directory, 'backup.json');
  const text = readFileSync(path, 'utf8');
  const manifest: { files: { name: string; sha256: string; bytes: number }[] } = JSON.parse(text);
  const facts = await factsOf(join(directory, name));
  const files = manifest.files.map((file) => (file.name === name ? { name, ...facts } : file));
  writeFileSync(path, JSON.stringify({ ...manifest, files }));
}

it('that was cut short is done again, and until then nothing opens the folder', async () => {
  const backup = await backupOf(await usedDirectory());
  const dataDir = await usedDirectory();
  // As after a kill between the first files and the last.
  mkdirSync(join(dataDir, 'restoring', 'guilds'), { recursive: true });
  rmSync(join(dataDir, 'guilds', 'one.sqlite'));
  expect(await tryOpen(dataDir)).toMatchObject({ ok: false, problem: { code: 'half-restored' } });
  expect(await restore(backup, dataDir)).toMatchObject({ ok: true });
  const store = await openStore(dataDir);
  expect(await store.guildIds()).toEqual(['one', 'two']);
  await store.close();
});

it('takes no byte along that was erased, and what is removed is erased in time after it came back', async () => {
  const dataDir = await usedDirectory();
  const store = await openStore(dataDir);
  const guild = await guildOf(store, 'one');
  await guild.erasePage(2);
  await guild.removePage(1, 'admin', NOON);
  const backup = await backupOf(dataDir);
  expect(allBytes(backup)).not.toMatch(/draupnirxq/i);
  await store.close();
  const elsewhere = temporaryDirectory();
  await restore(backup, elsewhere);
  const restored = await openStore(elsewhere);
  expect(await (await guildOf(restored, 'one')).expireRemoved(eraseTime('admin', NOON))).toBe(1);
  expect(allBytes(elsewhere)).not.toMatch(/huginn/i);
  await restored.close();
});

it('is made only in an empty folder, and of a folder of ours', async () => {
  const dataDir = await usedDirectory();
  const backup = await backupOf(dataDir);
  expect(await backUp(dataDir, backup, NOON)).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/not an empty/),
  });
  const nothing = join(temporaryDirectory(), 'x');
  expect(await backUp(temporaryDirectory(), nothing, NOON)).toMatchObject({ ok: false });
  expect(existsSync(nothing)).toBe(false);
});

it('goes on without a guild that is damaged, and says so', async () => {
  const dataDir = await usedDirectory();
  writeFileSync(join(dataDir, 'guilds', 'one.sqlite'), 'x'.repeat(5000));
  const made = await backUp(dataDir, join(temporaryDirectory(), 'b'), NOON);
  expect(made).toMatchObject({ ok: true, guilds: 1, skipped: [expect.stringContaining('one.sqlite')] });
});
