import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../src/knowledge/sqlite/migrate.ts';
import { guildOf } from '../samples.ts';
import { MIGRATIONS, openStore } from './open-for-tests.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Writes a guild's file as the first schema made it, with one page in it. */
function makeOlder(path: string, applicationId: number): void {
  const db = new Database(path);
  db.exec(readMigrations(join(MIGRATIONS, 'guild'))[0]?.sql ?? '');
  db.exec(`
    INSERT INTO pages (url, title, description, content_hash, noindex, ai_input, fetched_at, changed_at, images, videos, markdown)
      VALUES ('https://docs.example/', 'Ravens', '', 'x', 0, 1, 0, 0, '[]', '[]', 'Huginn and Muninn.');
    INSERT INTO passages (page_id, ordinal, indexed, title, headings, text)
      VALUES (1, 0, 1, 'Ravens', '["Ravens"]', 'Huginn and Muninn.');
    INSERT INTO word_index (rowid, title, headings, text) SELECT id, title, headings, text FROM passages;
    INSERT INTO trigram_index (rowid, title, headings, text) SELECT id, title, headings, text FROM passages;
    INSERT INTO vocabulary VALUES ('huginn', 1), ('and', 1), ('muninn', 1);
    PRAGMA user_version = 1;
    PRAGMA application_id = ${applicationId}`);
  db.close();
}

function applicationIdOf(path: string): number {
  const db = new Database(path, { readonly: true });
  const id = Number(db.pragma('application_id', { simple: true }));
  db.close();
  return id;
}

it('indexes what an older version has indexed anew, and finds it as before', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await guildOf(store);
  await store.close();
  const path = join(directory, 'guilds', 'local.sqlite');
  const applicationId = applicationIdOf(path);
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  makeOlder(path, applicationId);

  const again = await openStore(directory);
  const guild = await guildOf(again);
  expect(await guild.search('muninn', 5)).toMatchObject([{ title: 'Ravens', headings: ['Ravens'] }]);
  expect(await guild.search('ravens', 5)).toHaveLength(1);
  await again.close();
  const db = new Database(path, { readonly: true });
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'trigram%'").all()).toEqual([]);
  expect(db.prepare('SELECT pending FROM erasures').pluck().get()).toBe(0);
  db.close();
});
