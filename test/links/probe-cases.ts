import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the fixtures of the link check lie. */
export const PROBE_DATA = join(import.meta.dirname, '../data/probe');

const generator = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('html'),
    pad_kib: z.number().optional(),
    pad_bytes: z.number().optional(),
    head: z.string(),
    encoding: z.enum(['gzip', 'br']).optional(),
  }),
  z.object({ kind: z.literal('zeros'), mib: z.number(), encoding: z.enum(['gzip', 'br']) }),
  z.object({ kind: z.literal('mp4'), mdat_bytes: z.number() }),
  z.object({ kind: z.literal('apng'), text_bytes: z.number() }),
]);

const probeCase = z
  .object({
    id: z.string(),
    file: z.string().optional(),
    generator: generator.optional(),
    url: z.string().optional(),
    status: z.number().default(200),
    headers: z.record(z.string(), z.string()),
    expected: z.enum(['gif', 'video', 'image', 'none']),
    why: z.string(),
  })
  .transform((probe) => ({ ...probe, url: probe.url ?? `https://files.example/${probe.file ?? ''}` }));

/** One answer of a server and what the link check has to make of it. */
export type ProbeCase = z.infer<typeof probeCase>;
export type Generator = z.infer<typeof generator>;

export const probeCases: readonly ProbeCase[] = z
  .object({ cases: z.array(probeCase) })
  .parse(JSON.parse(readFileSync(join(PROBE_DATA, 'expected.json'), 'utf8'))).cases;
