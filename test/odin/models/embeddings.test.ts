import { expect, it } from 'vitest';
import type { Embedded } from '../../../src/knowledge/embedder.ts';
import { createInstanceCosts } from '../../../src/odin/costs.ts';
import { createEmbedder } from '../../../src/odin/models/embeddings.ts';
import { payForEmbeddings } from '../../../src/odin/paid-embedder.ts';
import { createFakeClock } from '../../support/clock.ts';
import { startEmbeddingServer } from '../../support/embedding-server.ts';
import type { ModelReply, ModelServer } from '../../support/model-server.ts';

const how = () => ({ timeoutMs: 2000, signal: new AbortController().signal });

function embedder({ baseUrl }: Pick<ModelServer, 'baseUrl'>) {
  return createEmbedder({ baseUrl, apiKey: 'secret', model: 'small' }, createFakeClock());
}

async function answered(reply: ModelReply): Promise<Embedded> {
  return embedder(await startEmbeddingServer({ instead: () => reply })).embed(['a'], how());
}

it.each([false, true])('gives one vector a text, in the order of the texts (base64: %s)', async (base64) => {
  const server = await startEmbeddingServer({ base64 });
  const answer = await embedder(server).embed(['cat', 'kitten', 'dog'], how());
  if (!answer.ok) throw new Error(answer.trouble.sentence);
  expect(answer.vectors[0]).toEqual(answer.vectors[1]);
  expect(answer.vectors[0]).not.toEqual(answer.vectors[2]);
  expect(server.requests[0]).toMatchObject({
    path: '/v1/embeddings',
    headers: { authorization: 'Bearer secret' },
    json: { model: 'small', input: ['cat', 'kitten', 'dog'], encoding_format: 'float' },
  });
});

const passing = { ok: false, trouble: { isLasting: false } };
const lasting = { ok: false, trouble: { isLasting: true } };

it.each<[string, ModelReply, object]>([
  ['a fault of the server', { status: 503, body: {} }, passing],
  [
    'a limit',
    { status: 429, headers: { 'retry-after': '7' }, body: {} },
    { trouble: { isLasting: false, retryAfterMs: 7000 } },
  ],
  ['a spent quota', { status: 429, body: { error: { message: 'x', code: 'insufficient_quota' } } }, lasting],
  ['a refused key', { status: 401, body: { error: { message: 'no' } } }, lasting],
  ['another kind of server', { body: '<html>' }, lasting],
  ['too few vectors', { body: { data: [] } }, lasting],
  ['vectors that are none', { body: { data: [{ embedding: [] }] } }, lasting],
])('tells %s', async (_, reply, expected) => {
  expect(await answered(reply)).toMatchObject(expected);
});

it('names the settings of embeddings, not those of the model', async () => {
  const refused = await answered({ status: 401, body: {} });
  expect(refused).toMatchObject({ trouble: { sentence: expect.stringContaining('EMBEDDINGS_API_KEY') } });
  const unreachable = await embedder({ baseUrl: 'http://127.0.0.1:9/v1' }).embed(['a'], how());
  expect(unreachable).toMatchObject({ trouble: { sentence: expect.stringContaining('EMBEDDINGS_BASE_URL') } });
});

it('sends nothing more once the budget of the day is spent, and says for how long', async () => {
  const server = await startEmbeddingServer();
  const kept = new Map<string, string>();
  const notes = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string | null) => void kept.set(name, value ?? ''),
  };
  const clock = createFakeClock(new Date('2026-03-01T23:00:00Z'));
  const paid = payForEmbeddings(embedder(server), {
    costs: createInstanceCosts(notes, 'embeddings'),
    dailyTokens: 10,
    clock,
  });
  expect(await paid.embed(['a'.repeat(36)], how())).toMatchObject({ ok: true });
  const refused = await paid.embed(['a'.repeat(36)], how());
  expect(refused).toMatchObject({ ok: false, trouble: { isLasting: true, retryAfterMs: 3_600_000 } });
  expect(await paid.embed(['abcd'], how())).toMatchObject({ ok: true });
  expect(server.requests).toHaveLength(2);
});
