import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { find } from '../../src/app/finding.ts';
import type { GuildKnowledge, KnowledgeStore } from '../../src/knowledge/store.ts';
import { EVERYBODY } from '../../src/odin/audience.ts';
import { crawled, guildOf, pageOf, passage } from '../knowledge/samples.ts';
import { openStore } from '../knowledge/sqlite/open-for-tests.ts';

const COMMON = ['server', 'window', 'table', 'list', 'night', 'letter', 'month', 'write', 'phone', 'people'];
const FILLER = 'Nothing that matters here is said by this sentence, which only takes the room that texts take.';
const ANSWER = passage(
  'To reset a password, open the account page and press the button.',
  'Accounts',
  'Resetting a password',
);

const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-test-'));
let store: KnowledgeStore;
let guild: GuildKnowledge;
/** 600 passages that each have two of the common words, far from each other, and one that says something. */
beforeAll(async () => {
  store = await openStore(dataDir);
  guild = await guildOf(store);
  const pages = Array.from({ length: 20 }, (_, page) => {
    const texts = Array.from({ length: 30 }, (__, place) => {
      const [one, other] = [COMMON[(page + place) % 10], COMMON[(page + 3 * place + 1) % 10]];
      return passage(`The ${one} is known. ${FILLER} Part ${page}-${place}. The ${other} is, too.`, `Part ${place}`);
    });
    return pageOf(`https://docs.example/${page}`, `Page ${page}`, page === 9 ? [...texts, ANSWER] : texts);
  });
  await crawled(guild, ...pages);
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function isAnswered(question: string, isUnasked: boolean): Promise<boolean> {
  const { signal } = new AbortController();
  const sought = { question, isUnasked, audience: EVERYBODY, before: null, translator: null, signal };
  return (await find(guild, sought)).retrieval.answerable;
}

it.each([
  ['says clearly', 'How do I reset my password?', true, true],
  ['says but for a word', 'Which button do I quickest press to reset a password on the account page?', true, false],
  ['does not say, though all words are known', 'How do people write a letter on the phone at night?', false, false],
  ['cannot say, as nothing is asked for', 'What time is it?', false, false],
])('what a passage %s: %s', async (_, question, asked, unasked) => {
  expect(await isAnswered(question, false)).toBe(asked);
  expect(await isAnswered(question, true)).toBe(unasked);
});
