import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../src/knowledge/sqlite/migrate.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { runChild } from './child.ts';
import { MIGRATIONS, openStore, tryOpen } from './open-for-tests.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const HOME = pageOf('https://docs.example/', 'Home', [passage('Huginn and Muninn.')]);

/** The version of a guild's file today, and the number of the step after it. */
const VERSION = readMigrations(join(MIGRATIONS, 'guild')).length;
const NEXT_NUMBER = String(VERSION + 1).padStart(4, '0');
const COPY = `local-before-${NEXT_NUMBER}.sqlite`;

/** The migrations of a program one step newer. */
function newerMigrations(sql: string): string {
  const directory = temporaryDirectory();
  cpSync(MIGRATIONS, directory, { recursive: true });
  writeFileSync(join(directory, 'guild', `${NEXT_NUMBER}-next.sql`), sql);
  return directory;
}

/** Starting processes takes its time on a busy machine. */
const CHILDREN = { timeout: 60_000 };

const NEXT = 'ALTER TABLE pages ADD COLUMN mood TEXT; CREATE TABLE ravens (name TEXT) STRICT;';

async function usedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  for (const id of ['local', 'other']) await crawled(await guildOf(store, id), HOME);
  await store.close();
  return directory;
}

function versionOf(path: string): number {
  const db = new Database(path, { readonly: true });
  const version = Number(db.pragma('user_version', { simple: true }));
  db.close();
  return version;
}

it('brings an older guild file up to date when it is opened, and not before', async () => {
  const directory = await usedDirectory();
  const store = await openStore(directory, { migrationsDir: newerMigrations(NEXT) });
  const [local, other] = ['local', 'other'].map((id) => join(directory, 'guilds', `${id}.sqlite`));
  expect(await (await guildOf(store)).search('huginn', 5)).toHaveLength(1);
  expect([versionOf(local ?? ''), versionOf(other ?? '')]).toEqual([VERSION + 1, VERSION]);
  await store.close();
});

it('copies the file aside first, so that the update can be taken back', async () => {
  const directory = await usedDirectory();
  const newer = await openStore(directory, { migrationsDir: newerMigrations(NEXT) });
  await guildOf(newer);
  await newer.close();
  expect(readdirSync(join(directory, 'backups'))).toEqual([COPY]);

  const older = await openStore(directory);
  expect(await older.guild('local')).toMatchObject({ ok: false, problem: { code: 'newer' } });
  copyFileSync(join(directory, 'backups', COPY), join(directory, 'guilds', 'local.sqlite'));
  expect(await (await guildOf(older)).search('muninn', 5)).toMatchObject([{ title: 'Home' }]);
  await older.close();
});

it('makes no copy of a new file', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await guildOf(store);
  await store.close();
  expect(readdirSync(directory).toSorted()).toEqual(['guilds', 'heimdall.sqlite']);
});

it('leaves a file at its old version when a step fails', async () => {
  const directory = await usedDirectory();
  const broken = newerMigrations('CREATE TABLE ravens (name TEXT) STRICT; INSERT INTO nowhere VALUES (1);');
  const store = await openStore(directory, { migrationsDir: broken });
  await expect(store.guild('local')).rejects.toThrow('nowhere');
  await store.close();
  const again = await openStore(directory);
  expect(await (await guildOf(again)).search('huginn', 5)).toHaveLength(1);
  await again.close();
});

it('lets two processes migrate one file at the same moment', CHILDREN, async () => {
  const directory = await usedDirectory();
  const migrations = newerMigrations(NEXT);
  const children = [1, 2].map(() => runChild('open-guild.ts', [directory, migrations]));
  expect(await Promise.all(children.map((child) => child.finished()))).toEqual(['1\n', '1\n']);
  expect(versionOf(join(directory, 'backups', COPY))).toBe(VERSION);
});

it('lets two processes make one guild file at the same moment', CHILDREN, async () => {
  const directory = temporaryDirectory();
  const children = [1, 2].map(() => runChild('open-guild.ts', [directory, MIGRATIONS]));
  expect(await Promise.all(children.map((child) => child.finished()))).toEqual(['0\n', '0\n']);
  expect(readdirSync(join(directory, 'guilds'))).toEqual(['local.sqlite']);
});

it('takes a gap in the numbers for a broken installation', async () => {
  const migrations = newerMigrations(NEXT);
  writeFileSync(join(migrations, 'guild', '0099-late.sql'), 'SELECT 1;');
  await expect(tryOpen(temporaryDirectory(), { migrationsDir: migrations })).rejects.toThrow('0099-late.sql');
});
