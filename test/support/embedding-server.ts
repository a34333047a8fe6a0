import { z } from 'zod';
import { startModelServer, type ModelReply, type ModelServer } from './model-server.ts';

const asked = z.object({ model: z.string(), input: z.array(z.string()) });

const DIMENSIONS = 64;

/** Words that this server's models know to mean the same. */
const MEANINGS: Readonly<Record<string, string>> = { moggy: 'cat', kitten: 'cat', katze: 'cat', fodder: 'food' };

/** A server of embeddings on loopback: texts with the same words, or words of the same meaning, are near each other. */
export function startEmbeddingServer({
  dimensions = DIMENSIONS,
  base64 = false,
  instead = () => null,
}: {
  readonly dimensions?: number;
  readonly base64?: boolean;
  /** What is answered in place of vectors, by the number of the request from 0. */
  readonly instead?: (nth: number) => ModelReply | null;
} = {}): Promise<ModelServer> {
  return startModelServer((request, nth) => {
    const other = instead(nth);
    if (other !== null) return other;
    const { input, model } = asked.parse(request.json);
    const data = input.map((text, index) => {
      const vector = vectorOf(text, dimensions);
      return { object: 'embedding', index, embedding: base64 ? packed(vector) : vector };
    });
    // The order of the answers is not promised.
    return { body: { object: 'list', model, data: data.toReversed(), usage: { prompt_tokens: 1, total_tokens: 1 } } };
  });
}

/** The texts that a server was sent, in all requests. */
export function textsSent({ requests }: ModelServer): readonly string[] {
  return requests.flatMap(({ json }) => asked.parse(json).input);
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.001);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    let hash = 7;
    for (const letter of MEANINGS[word] ?? word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}

function packed(vector: readonly number[]): string {
  return Buffer.from(new Uint8Array(Float32Array.from(vector).buffer)).toString('base64');
}
