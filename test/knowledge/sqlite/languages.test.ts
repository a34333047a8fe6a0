import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAnswerable } from '../../../src/knowledge/evidence.ts';
import type { GuildKnowledge, KnowledgeStore } from '../../../src/knowledge/store.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { openStore } from './open-for-tests.ts';

const Case = z.object({
  pages: z.array(
    z.object({ path: z.string(), title: z.string(), passages: z.array(z.tuple([z.string(), z.string()])) }),
  ),
  questions: z.array(z.tuple([z.string(), z.string(), z.string()])),
  unanswerable: z.array(z.string()),
});

describe.each([
  ['Japanese', 'ja'],
  ['Korean', 'ko'],
])('%s', (_, name) => {
  const { pages, questions, unanswerable } = Case.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../data/questions/${name}.json`), 'utf8')),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-test-'));
  let store: KnowledgeStore;
  let guild: GuildKnowledge;
  beforeAll(async () => {
    store = await openStore(dataDir);
    guild = await guildOf(store);
    const documents = pages.map(({ path, title, passages }) =>
      pageOf(
        `https://docs.example/${path}`,
        title,
        passages.map(([heading, text]) => passage(text, title, heading)),
      ),
    );
    await crawled(guild, ...documents);
  });
  afterAll(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(questions)('answers %s from %s, %s', async (question, path, heading) => {
    const found = await guild.retrieve(question, 3);
    const places = found.passages.map(({ url, headings }) => [new URL(url).pathname.slice(1), headings.at(-1)]);
    expect(places).toContainEqual([path, heading]);
    expect(isAnswerable(found)).toBe(true);
  });

  it.each(unanswerable)('does not know %s', async (question) => {
    expect(isAnswerable(await guild.retrieve(question, 3))).toBe(false);
  });
});
