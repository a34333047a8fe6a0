import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Embedded, Embedder } from '../../knowledge/embedder.ts';
import { jsonOf } from './dialect.ts';
import { explainModelFailure, mayPass, type ModelFailure } from './failure.ts';
import { post, type Arrival } from './post.ts';
import { errorBody, readRefusal } from './refusal.ts';

/** How to reach a server of embeddings. */
export interface EmbeddingSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/** Some servers answer in base64 (32-bit floats, little-endian) whatever they were asked for. */
const answer = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: z.union([z.array(z.number()), z.string()]) })),
});

/** An embedder behind the interface that OpenAI, Ollama, vLLM, llama.cpp and others share: `POST /embeddings`. */
export function createEmbedder({ baseUrl, apiKey, model }: EmbeddingSettings, clock: Clock): Embedder {
  const url = new URL(`${baseUrl}/embeddings`);
  const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    model,
    async embed(input, { timeoutMs, signal }) {
      const heads: Extract<Arrival, { kind: 'head' }>[] = [];
      const pieces: Uint8Array[] = [];
      const body = { model, input, encoding_format: 'float' };
      for await (const arrival of post({ url, headers, body, timeoutMs, signal })) {
        if (arrival.kind === 'failed') return failed(arrival.failure);
        if (arrival.kind === 'head') heads.push(arrival);
        if (arrival.kind === 'bytes') pieces.push(arrival.bytes);
      }
      const [head] = heads;
      const json = jsonOf(Buffer.concat(pieces).toString());
      const refused = errorBody.safeParse(json);
      if (head?.status === 200 && !refused.success) return vectorsIn(json, input.length);
      const said = refused.success ? refused.data.error : null;
      return failed(readRefusal(head?.status ?? 0, said, head?.header('retry-after') ?? null, clock.now()));
    },
  };
}

function vectorsIn(json: unknown, count: number): Embedded {
  const read = answer.safeParse(json);
  if (!read.success || read.data.data.length !== count) return failed({ code: 'not-a-model' });
  const inOrder = read.data.data
    .map(({ index, embedding }, place) => ({ index: index ?? place, embedding }))
    .toSorted((a, b) => a.index - b.index);
  const vectors = inOrder.map(({ embedding }) => (typeof embedding === 'string' ? floatsIn(embedding) : embedding));
  const length = vectors[0]?.length ?? 0;
  const isSound = vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (length === 0 || !isSound) return failed({ code: 'not-a-model' });
  return { ok: true, vectors: vectors.map((vector) => Float32Array.from(vector)) };
}

function floatsIn(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, n) => bytes.readFloatLE(4 * n));
}

function failed(failure: ModelFailure): Embedded {
  const isLasting = !mayPass(failure) && !['too-slow', 'stalled', 'cut-off', 'cancelled'].includes(failure.code);
  const sentence = explainModelFailure(failure)
    .replaceAll('MODEL_BASE_URL', 'EMBEDDINGS_BASE_URL')
    .replaceAll('MODEL_API_KEY', 'EMBEDDINGS_API_KEY')
    .replaceAll('MODEL_NAME', 'EMBEDDINGS_MODEL')
    .replace(/: raise MODEL_TIMEOUT_SECONDS, or choose/, ': choose');
  return { ok: false, trouble: { sentence, isLasting, retryAfterMs: failure.retryAfterMs ?? null } };
}
