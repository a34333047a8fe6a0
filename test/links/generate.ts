import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { apng, concat, mp4 } from './make.ts';
import { PROBE_DATA, type Generator, type ProbeCase } from './probe-cases.ts';

const CAP = 262_144;

/** The body of a case as the server sends it, before any coding. */
export function wholeBody({ file, generator }: ProbeCase): Uint8Array {
  if (generator !== undefined) return built(generator);
  return readFileSync(join(PROBE_DATA, file ?? ''));
}

/** The body of a case as it is judged: decoded, and no more of it than is read. */
export function generate(probe: ProbeCase): { readonly body: Uint8Array; readonly truncated: boolean } {
  const whole = wholeBody(probe);
  return { body: whole.subarray(0, CAP), truncated: whole.length > CAP };
}

/** The body of a case as it goes over the wire, and the coding that names it. */
export function onTheWire(probe: ProbeCase): { readonly body: Uint8Array; readonly encoding: string | null } {
  const encoding =
    probe.generator !== undefined && 'encoding' in probe.generator ? probe.generator.encoding : undefined;
  const whole = wholeBody(probe);
  if (encoding === undefined) return { body: whole, encoding: null };
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  return { body: encoding === 'gzip' ? gzipSync(whole, { level: 1 }) : brotliCompressSync(whole, quick), encoding };
}

function built(generator: Generator): Uint8Array {
  switch (generator.kind) {
    case 'html': {
      const padding = ' '.repeat(generator.pad_bytes ?? (generator.pad_kib ?? 0) * 1024);
      return Buffer.from(`<!doctype html><html><head><!--${padding}-->${generator.head}</head><body></body></html>`);
    }
    case 'zeros':
      return Buffer.alloc(generator.mib * 1024 * 1024);
    case 'mp4':
      return mp4({ tracks: ['vide'], moovLast: true, dataBytes: generator.mdat_bytes });
    case 'apng':
      return concat(apng({ frames: 2, textBytes: generator.text_bytes }));
    default:
      return generator satisfies never;
  }
}
