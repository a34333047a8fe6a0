import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LEAST_PASSAGES } from '../../../src/knowledge/latent.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openStore } from './open-for-tests.ts';

/** The words that were learnt, by whoever has the file open. */
function wordsLearnt(dataDir: string): readonly string[] {
  const db = new Database(join(dataDir, 'guilds/local.sqlite'), { readonly: true });
  const words = db.prepare<[], string>('SELECT words FROM latent_space').pluck().get();
  db.close();
  return words?.split('\n') ?? [];
}

it('learns how the pages use words when somebody asks, and forgets it with the bytes of what is erased', async () => {
  const dataDir = temporaryDirectory();
  const store = await openStore(dataDir);
  const guild = await guildOf(store);
  const passages = Array.from({ length: LEAST_PASSAGES }, (_, n) =>
    passage(`topic${n % 80} word${n % 90} thing${n % 70} of the matter`, `Section ${n}`),
  );
  await crawled(guild, pageOf('https://docs.example/all', 'All', passages));
  expect(wordsLearnt(dataDir)).toEqual([]);
  await guild.search('topic1', 3);
  await store.close();
  expect(wordsLearnt(dataDir)).toContain('topic7');
  const again = await openStore(dataDir);
  const reopened = await guildOf(again);
  const page = await reopened.pageAt('https://docs.example/all');
  await reopened.erasePage(page?.id ?? 0);
  expect(wordsLearnt(dataDir)).toEqual([]);
  await again.close();
});
