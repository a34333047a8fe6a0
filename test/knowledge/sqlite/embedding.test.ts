import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../../src/knowledge/sqlite/open.ts';
import type { GuildKnowledge, KnowledgeStore } from '../../../src/knowledge/store.ts';
import { createEmbedder } from '../../../src/odin/models/embeddings.ts';
import type { Page } from '../../../src/page/page.ts';
import { createFakeClock, type FakeClock } from '../../support/clock.ts';
import { startEmbeddingServer, textsSent } from '../../support/embedding-server.ts';
import type { ModelServer } from '../../support/model-server.ts';
import { crawled, guildOf, pageOf, passage } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { MIGRATIONS } from './open-for-tests.ts';

const SITE = 'https://pets.example/';
const PAGES = [
  pageOf(`${SITE}feeding`, 'Feeding', [passage('A kitten eats fodder thrice.', 'Amounts')]),
  pageOf(`${SITE}walking`, 'Walking', [passage('A dog walks twice, a moggy never.', 'Times')]),
  pageOf(`${SITE}washing`, 'Washing', [passage('Wash the food bowls.', 'Bowls')]),
];
/** None of its words stands where the answer is. */
const QUESTION = 'cat food';

interface Opened {
  readonly store: KnowledgeStore;
  readonly guild: GuildKnowledge;
}

async function open(
  dataDir: string,
  { baseUrl }: Pick<ModelServer, 'baseUrl'>,
  { model = 'small', clock = createFakeClock() }: { model?: string; clock?: FakeClock } = {},
): Promise<Opened> {
  const embedder = createEmbedder({ baseUrl, apiKey: null, model }, clock);
  const opened = await openSqliteStore({ dataDir, migrationsDir: MIGRATIONS, embedder, clock });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return { store: opened.value, guild: await guildOf(opened.value) };
}

/** What is new is filled in after a job, or a question. */
async function stored(guild: GuildKnowledge, ...pages: readonly Page[]): Promise<void> {
  await crawled(guild, ...pages);
  await guild.search('anything', 1);
}

interface VectorRow {
  readonly id: number;
  readonly dimensions: number;
}

/** The vectors in the guild's file, whoever has it open. */
function vectorsIn(dataDir: string): readonly VectorRow[] {
  const db = new Database(join(dataDir, 'guilds/local.sqlite'), { readonly: true });
  try {
    return db
      .prepare<[], VectorRow>(
        'SELECT passage_id AS id, length(vector) AS dimensions FROM passage_vectors ORDER BY passage_id',
      )
      .all();
  } finally {
    db.close();
  }
}

async function filled(dataDir: string, passages: number): Promise<void> {
  await vi.waitFor(() => expect(vectorsIn(dataDir)).toHaveLength(passages), { timeout: 3000, interval: 5 });
}

describe('with a server of embeddings', () => {
  it('finds what says the same in other words, and by its title and headings', async () => {
    const dataDir = temporaryDirectory();
    const server = await startEmbeddingServer();
    const { store, guild } = await open(dataDir, server);
    await stored(guild, ...PAGES);
    await filled(dataDir, 3);
    expect((await guild.search(QUESTION, 3)).map(({ url }) => url)).toContain(`${SITE}feeding`);
    expect(textsSent(server)).toContain('Feeding › Amounts\n\nA kitten eats fodder thrice.');
    await store.close();
  });

  it('never sends a page whose site forbids it (rule 3.7)', async () => {
    const dataDir = temporaryDirectory();
    const server = await startEmbeddingServer();
    const { store, guild } = await open(dataDir, server);
    await stored(guild, ...PAGES.slice(0, 1));
    const source = await guild.addSource({ kind: 'page', url: `${SITE}secret` }, new Date());
    const page = pageOf(`${SITE}secret`, 'Secret', [passage('Never to be sent.', 'Secret')]);
    await guild.takeIn({
      sourceIds: [source.id],
      page,
      validators: {},
      fetchedAt: new Date(),
      readAt: new Date(),
      changedAt: new Date(),
      noindex: false,
      aiInput: false,
    });
    await guild.search('secret', 3);
    await filled(dataDir, 1);
    await store.close();
    expect(textsSent(server).join(' ')).not.toContain('Never');
  });

  it('waits as long as the server asks, and longer each time it fails, then fills the rest', async () => {
    const dataDir = temporaryDirectory();
    const failures = [
      { status: 429, headers: { 'retry-after': '30' }, body: {} },
      { status: 500, body: {} },
    ];
    const server = await startEmbeddingServer({ instead: (nth) => failures[nth] ?? null });
    const clock = createFakeClock();
    const { store, guild } = await open(dataDir, server, { clock });
    await stored(guild, ...PAGES);
    await filled(dataDir, 3);
    expect(clock.elapsed).toBe(30_000 + 4000);
    expect(store.embeddings).toMatchObject({ model: 'small' });
    expect(store.embeddings?.trouble()).toBeNull();
    await store.close();
  });

  it('answers by words alone, at once, while the server is down', async () => {
    const dataDir = temporaryDirectory();
    const server = await startEmbeddingServer();
    const first = await open(dataDir, server);
    await stored(first.guild, ...PAGES);
    await filled(dataDir, 3);
    await first.store.close();
    const sleep: FakeClock['sleep'] = (_, signal) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    const clock: FakeClock = { ...createFakeClock(), monotonic: () => 0, sleep };
    const { store, guild } = await open(dataDir, { baseUrl: 'http://127.0.0.1:9/v1' }, { clock });
    expect((await guild.search('walks twice', 3))[0]?.url).toBe(`${SITE}walking`);
    expect(store.embeddings?.trouble()).toContain('EMBEDDINGS_BASE_URL');
    expect((await guild.search('walks twice', 3))[0]?.url).toBe(`${SITE}walking`);
    await store.close();
  });

  it.each([
    ['another model', { model: 'large' }, 64],
    ['another length of its vectors', {}, 32],
  ])('sends everything anew for %s', async (_, change, dimensions) => {
    const dataDir = temporaryDirectory();
    const first = await open(dataDir, await startEmbeddingServer());
    await stored(first.guild, ...PAGES);
    await filled(dataDir, 3);
    const source = await first.guild.addSource({ kind: 'page', url: `${SITE}new` }, new Date());
    await first.store.close();
    const second = await open(dataDir, await startEmbeddingServer({ dimensions }), change);
    const page = pageOf(`${SITE}new`, 'New', [passage('A new passage.', 'New')]);
    const times = { fetchedAt: new Date(), readAt: new Date(), changedAt: new Date() };
    await second.guild.takeIn({
      ...times,
      sourceIds: [source.id],
      page,
      validators: {},
      noindex: false,
      aiInput: true,
    });
    await second.guild.search(QUESTION, 3);
    await vi.waitFor(() => expect(vectorsIn(dataDir).map((row) => row.dimensions)).toEqual(Array(4).fill(dimensions)));
    await second.store.close();
  });

  it('deletes the vectors with the passages', async () => {
    const dataDir = temporaryDirectory();
    const { store, guild } = await open(dataDir, await startEmbeddingServer());
    await stored(guild, ...PAGES);
    await filled(dataDir, 3);
    const page = await guild.pageAt(`${SITE}feeding`);
    await guild.erasePage(page?.id ?? 0);
    expect(vectorsIn(dataDir)).toHaveLength(2);
    await store.close();
  });
});
