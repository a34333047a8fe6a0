import { addAbortSignal, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import { createByteSink } from './byte-sink.ts';
import type { HeaderLines } from './outcome.ts';

/** Content codings that are asked for and understood (RFC 9110 section 8.4.1). */
export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br';

/** A decoded body, or in a few words why there is none. */
export type Decoded =
  | { readonly ok: true; readonly body: Uint8Array; readonly complete: boolean }
  | { readonly ok: false; readonly problem: string };

export interface DecodeOptions {
  /** Decoded bytes to keep; reading stops there. */
  readonly maxBytes: number;
  /** The body may end early and what there is counts: it was cut on purpose, or its beginning is all that is wanted. */
  readonly beginningSuffices: boolean;
  readonly signal: AbortSignal;
}

const OUTPUT_CHUNK_BYTES = 64 * 1024;
const SMALL_WIRE_BYTES = 32 * 1024;
const SMALL_BODY_BYTES = 256 * 1024;
/** What every decoder of Node says when its input ends early. */
const CUT_SHORT = 'unexpected end of file';

/**
 * The one coding that the headers name, or null when it is unknown or there is more than one: every layer multiplies
 * what a small body can unfold to, and no honest server needs two.
 */
export function contentCoding(headers: HeaderLines): ContentCoding | null {
  const names = headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [only = 'identity', ...more] = names;
  if (more.length > 0) return null;
  const coding = only === 'x-gzip' ? 'gzip' : only;
  return coding === 'identity' || coding === 'gzip' || coding === 'deflate' || coding === 'br' ? coding : null;
}

/**
 * Undoes a content coding, at most `maxBytes` of it: a bomb costs no more than the page it pretends to be. What is small
 * is done at once; for the rest the work is done in Node's thread pool, 64 KB at a time.
 */
export async function decode(wire: Uint8Array, coding: ContentCoding, options: DecodeOptions): Promise<Decoded> {
  // Servers that name a coding for an empty body send no empty archive.
  if (coding === 'identity' || wire.length === 0) return keepBeginning(wire, options.maxBytes);
  const small = coding === 'br' ? null : unpackSmall(wire, coding, options.maxBytes);
  if (small !== null) return { ok: true, body: small, complete: true };
  const strictly = await unpack(openDecoder(wire, coding, 'strict'), wire, options);
  if (strictly.ok || strictly.problem !== CUT_SHORT || !options.beginningSuffices) return strictly;
  // The strict pass loses what it had unpacked of the last block; this one keeps it.
  const leniently = await unpack(openDecoder(wire, coding, 'lenient'), wire, options);
  return leniently.ok ? { ...leniently, complete: false } : leniently;
}

function keepBeginning(bytes: Uint8Array, maxBytes: number): Decoded {
  return { ok: true, body: bytes.subarray(0, maxBytes), complete: bytes.length <= maxBytes };
}

/** A decoder for a body that begins with `wire`. `lenient` takes the end of the input as a pause instead of an error. */
export function openDecoder(wire: Uint8Array, coding: 'gzip' | 'deflate' | 'br', end: 'strict' | 'lenient'): Transform {
  if (coding === 'br') {
    const options: BrotliOptions = { chunkSize: OUTPUT_CHUNK_BYTES };
    if (end === 'lenient') options.finishFlush = constants.BROTLI_OPERATION_FLUSH;
    return createBrotliDecompress(options);
  }
  const options: ZlibOptions = { chunkSize: OUTPUT_CHUNK_BYTES };
  if (end === 'lenient') options.finishFlush = constants.Z_SYNC_FLUSH;
  if (coding === 'gzip') return createGunzip(options);
  return hasZlibHeader(wire) ? createInflate(options) : createInflateRaw(options);
}

/**
 * A body that is small in both forms, which takes a millisecond or two: going to the thread pool and back costs more.
 * Null when it is larger, or anything is wrong with it.
 */
function unpackSmall(wire: Uint8Array, coding: 'gzip' | 'deflate', maxBytes: number): Uint8Array | null {
  if (wire.length > SMALL_WIRE_BYTES) return null;
  const options: ZlibOptions = {
    chunkSize: OUTPUT_CHUNK_BYTES,
    maxOutputLength: Math.min(maxBytes, SMALL_BODY_BYTES),
  };
  try {
    if (coding === 'gzip') return gunzipSync(wire, options);
    return hasZlibHeader(wire) ? inflateSync(wire, options) : inflateRawSync(wire, options);
  } catch {
    return null;
  }
}

/** "deflate" means the zlib format (RFC 9110 section 8.4.1.2), but some servers send the bare stream (RFC 1950 section 2.2). */
function hasZlibHeader([cmf = 0, flags = 0]: Uint8Array): boolean {
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0;
}

async function unpack(decoder: Transform, wire: Uint8Array, { maxBytes, signal }: DecodeOptions): Promise<Decoded> {
  const sink = createByteSink(maxBytes);
  addAbortSignal(signal, decoder);
  decoder.end(wire);
  try {
    // Leaving the loop destroys the decoder.
    for await (const chunk of decoder) {
      if (chunk instanceof Uint8Array && !sink.append(chunk)) return { ok: true, body: sink.bytes(), complete: false };
    }
    return { ok: true, body: sink.bytes(), complete: true };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
