import { expect, it } from 'vitest';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openStore } from './open-for-tests.ts';

/** More than are ranked for one question, of each word. */
const EACH = 6500;
const ANSWER = 'To reset the password of a user, press the purple button.';

it.each([
  ['all the words', 'reset user password'],
  ['all the words but one', 'reset user password part'],
])('finds the one passage that has %s, behind all those that have one of them', async (_, question) => {
  const store = await openStore(temporaryDirectory());
  const guild = await guildOf(store);
  const parts = (word: string): readonly string[] =>
    Array.from({ length: EACH }, (__, part) => `Part ${part % 500} is about a ${word}.`);
  const texts = ['reset', 'user', 'password'].flatMap(parts);
  await crawled(
    guild,
    pageOf(
      'https://docs.example/parts',
      'Parts',
      texts.map((text) => passage(text)),
    ),
    pageOf('https://docs.example/users', 'Users', [passage(ANSWER)]),
  );
  expect((await guild.search(question, 1))[0]?.text).toBe(ANSWER);
  await store.close();
});
