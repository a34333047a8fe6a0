import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crawled, guildOf, pageOf, passage, startCrawl } from '../samples.ts';
import { openStore } from './open-for-tests.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** An open file has its log beside it; SQLite takes it away with the last connection. */
function openFiles(directory: string): string[] {
  const files = readdirSync(join(directory, 'guilds'));
  return files.filter((name) => name.endsWith('-wal')).map((name) => name.replace('.sqlite-wal', ''));
}

it('keeps at most so many guild files open, the least used closed first', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory, { maxOpenGuilds: 2 });
  const [a, b] = [await guildOf(store, 'a'), await guildOf(store, 'b')];
  await a.countPages();
  await guildOf(store, 'c');
  expect(openFiles(directory)).toEqual(['a', 'c']);
  expect(await b.countPages()).toBe(0);
  expect(openFiles(directory)).toEqual(['b', 'c']);
  await store.close();
  expect(openFiles(directory)).toEqual([]);
});

it('does not close a file in the middle of work', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory, { maxOpenGuilds: 1 });
  const guild = await guildOf(store, 'busy');
  const passages = Array.from({ length: 60 }, (_, index) => passage(`rune ${index}`));
  const sourceId = await crawled(guild, pageOf('https://docs.example/', 'Runes', passages));
  const removal = guild.eraseSource(sourceId);
  for (const id of ['x', 'y', 'z']) await guildOf(store, id);
  expect(openFiles(directory)).toContain('busy');
  expect(await removal).toBe(1);
  expect(openFiles(directory)).toHaveLength(1);
  await store.close();
});

it('rebuilds the hints about open jobs from the guild files when the instance file is missing', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await startCrawl(await guildOf(store, 'waiting'));
  await guildOf(store, 'idle');
  await store.close();
  rmSync(join(directory, 'heimdall.sqlite'));
  const again = await openStore(directory);
  expect(await again.guildsWithOpenJobs()).toEqual(['waiting']);
  await again.close();
});

it('clears away what a killed process left of a file it was making, not what a living one makes', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await store.close();
  const living = process.ppid;
  // No process has an id this large.
  for (const name of ['a.sqlite.new-99999999', 'a.sqlite.new-99999999-wal', `b.sqlite.new-${living}`]) {
    writeFileSync(join(directory, 'guilds', name), 'half');
  }
  const again = await openStore(directory);
  expect(readdirSync(join(directory, 'guilds'))).toEqual([`b.sqlite.new-${living}`]);
  expect(await again.guildIds()).toEqual([]);
  await again.close();
});
