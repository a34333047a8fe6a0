import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Reads one file of test vectors, checked against the shape a test expects of each case of one kind. */
export function vectorsOf<Shape extends z.ZodType>(file: string, kind: string | null, shape: Shape): z.output<Shape>[] {
  const text = readFileSync(new URL(`../data/vectors/${file}.json`, import.meta.url), 'utf8');
  const { vectors } = z
    .object({ vectors: z.array(z.looseObject({ kind: z.string().optional() })) })
    .parse(JSON.parse(text));
  const chosen = kind === null ? vectors : vectors.filter((vector) => vector.kind === kind);
  return chosen.map((vector) => shape.parse(vector));
}

/** A body given as text, as base64, or as parts repeated, `{n}` counting from 1 within each part. */
export const parts = z.array(z.object({ text: z.string(), repeat: z.number() }));

export function bytesOf(text?: string, base64?: string, repeated?: z.output<typeof parts>): Uint8Array {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (repeated === undefined) return Buffer.from(text ?? '', 'utf8');
  const pieces = repeated.map(({ text, repeat }) =>
    text.includes('{n}')
      ? Array.from({ length: repeat }, (_, index) => text.replaceAll('{n}', String(index + 1))).join('')
      : text.repeat(repeat),
  );
  return Buffer.from(pieces.join(''), 'utf8');
}
