import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSearchThread } from '../../../src/knowledge/sqlite/search-thread.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openStore } from './open-for-tests.ts';

const raven = pageOf('https://docs.example/raven', 'Ravens', [passage('Feed the ravens at dawn.', 'Feeding')]);
const wolf = pageOf('https://docs.example/wolf', 'Wolves', [passage('Wolves guard the hall.', 'Guards')]);
const sought = (question: string) => ({ question, limit: 3, scope: null, near: [] });

it('finds in the other thread what is found in this one, also what was written since', async () => {
  const dataDir = temporaryDirectory();
  const path = join(dataDir, 'guilds/local.sqlite');
  const store = await openStore(dataDir);
  const guild = await guildOf(store);
  const thread = createSearchThread();
  await crawled(guild, raven);
  const here = await guild.retrieve('feeding ravens', 3);
  expect(await thread.search(path, sought('feeding ravens'))).toEqual(here);
  await crawled(guild, wolf);
  await guild.search('wolves', 3);
  expect((await thread.search(path, sought('wolves')))?.passages[0]?.url).toBe('https://docs.example/wolf');
  await thread.close();
  await store.close();
});

it('gives up instead of failing: no such file, closed in the middle, closed before', async () => {
  const thread = createSearchThread();
  const path = join(temporaryDirectory(), 'nowhere.sqlite');
  expect(await thread.search(path, sought('ravens'))).toBeNull();
  await thread.forget(path);
  const cut = thread.search(path, sought('ravens'));
  await thread.close();
  expect(await cut).toBeNull();
  expect(await thread.search(path, sought('ravens'))).toBeNull();
});
