import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { wrongWords } from '../../support/vocabulary.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openStore } from './open-for-tests.ts';

/** A page of so many passages, each with words of its own and words all share. */
function longPage(name: string, passages: number): ReturnType<typeof pageOf> {
  const texts = Array.from({ length: passages }, (_, at) =>
    passage(`${name} ravens part${at % 3} word_${name}${at}`, name),
  );
  return pageOf(`https://docs.example/${name}`, name, texts);
}

const fileIn = (directory: string): string => join(directory, 'guilds', 'local.sqlite');

function look<T>(directory: string, work: (db: Database.Database) => T): T {
  const db = new Database(fileIn(directory));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const countedTo = (db: Database.Database): unknown =>
  db.prepare('SELECT counted_to = (SELECT max(id) FROM passages) FROM index_progress').pluck().get();

it('writes words down late and has them right for a search', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const guild = await guildOf(store);
  await crawled(guild, longPage('alder', 70), longPage('birch', 70));
  expect(look(directory, (db) => db.prepare('SELECT count(*) FROM vocabulary').pluck().get())).toBe(0);
  // Misspelt on purpose: only the vocabulary can repair it.
  expect(await guild.search('ravnes', 1)).toHaveLength(1);
  expect(look(directory, wrongWords)).toEqual([]);
  expect(look(directory, countedTo)).toBe(1);
  await store.close();
});

it('forgets pages that leave before their words were written down', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const guild = await guildOf(store);
  await crawled(guild, longPage('alder', 70), longPage('birch', 70));
  await guild.erasePage(1);
  expect(look(directory, wrongWords)).toEqual([]);
  expect(look(directory, (db) => db.prepare("SELECT 1 FROM vocabulary WHERE word = 'alder'").get())).toBeUndefined();
  await crawled(guild, longPage('cedar', 5));
  await guild.search('cedar', 1);
  expect(look(directory, wrongWords)).toEqual([]);
  await store.close();
});

it('counts again what was lost with the process', async () => {
  const directory = temporaryDirectory();
  const first = await openStore(directory);
  await crawled(await guildOf(first), longPage('alder', 70), longPage('birch', 300));
  await first.close();
  const again = await openStore(directory);
  await (await guildOf(again)).search('birch', 1);
  expect(look(directory, wrongWords)).toEqual([]);
  expect(look(directory, countedTo)).toBe(1);
  await again.close();
});

it('is right when another process counts the same passages, or takes some away', async () => {
  const directory = temporaryDirectory();
  const here = await openStore(directory);
  const guild = await guildOf(here);
  await crawled(guild, longPage('alder', 70), longPage('birch', 70));
  const there = await openStore(directory);
  const other = await guildOf(there);
  await other.search('alder', 1);
  await crawled(guild, longPage('cedar', 70));
  await other.erasePage(1);
  await crawled(other, longPage('dogwood', 70));
  await guild.search('cedar', 1);
  expect(look(directory, wrongWords)).toEqual([]);
  await Promise.all([here.close(), there.close()]);
});
