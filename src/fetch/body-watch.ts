import { createByteSink } from './byte-sink.ts';
import { openDecoder, type ContentCoding } from './decode.ts';

/** Looks at a body while it comes in, decoded as far as it has come. */
export interface BodyWatch {
  take(chunk: Uint8Array): void;
  /** Nobody looks any more. */
  close(): void;
}

export interface BodyWatchOptions {
  /** Null: it cannot be decoded, and there is nothing to look at. */
  readonly coding: ContentCoding | null;
  /** Decoded bytes to look at; more are not unpacked. */
  readonly maxBytes: number;
  /** True: no more of the body is needed. */
  enough(soFar: Uint8Array): boolean;
  /** Monotonic milliseconds. */
  now(): number;
}

/** A body that comes in crumbs is looked at when it has grown by so much, or after so many milliseconds. */
const WORTH_A_LOOK = 1.25;
const LOOK_EVERY_MS = 10;

/** Calls `done` once, when enough of the body has come or all that may be looked at. */
export function watchBody({ coding, maxBytes, enough, now }: BodyWatchOptions, done: () => void): BodyWatch {
  const sink = createByteSink(maxBytes);
  let looked = { size: 0, at: -Infinity };
  let later: NodeJS.Timeout | undefined;
  let over = false;

  function close(): void {
    over = true;
    clearTimeout(later);
    decoder?.destroy();
  }

  function finish(): void {
    close();
    done();
  }

  function look(): void {
    clearTimeout(later);
    later = undefined;
    if (over) return;
    const soFar = sink.soFar();
    looked = { size: soFar.length, at: now() };
    if (enough(soFar)) finish();
  }

  function add(chunk: Uint8Array): void {
    if (over) return;
    if (!sink.append(chunk)) return finish();
    const wait = looked.at + LOOK_EVERY_MS - now();
    if (wait <= 0 || sink.soFar().length >= looked.size * WORTH_A_LOOK) look();
    else later ??= setTimeout(look, wait);
  }

  const decoder = coding === null || coding === 'identity' ? null : lateDecoder(coding, add);
  return {
    take(chunk) {
      if (over || coding === null) return;
      if (decoder === null) add(chunk);
      else decoder.write(chunk);
    },
    close,
  };
}

/** A decoder that begins with the first bytes: they tell which of two formats "deflate" means. What breaks it ends it. */
function lateDecoder(
  coding: Exclude<ContentCoding, 'identity'>,
  add: (chunk: Uint8Array) => void,
): { write(chunk: Uint8Array): void; destroy(): void } {
  let decoder: ReturnType<typeof openDecoder> | null = null;
  return {
    write(chunk) {
      decoder ??= openDecoder(chunk, coding, 'lenient')
        .on('data', add)
        .on('error', () => {});
      if (!decoder.destroyed) decoder.write(chunk);
    },
    destroy: () => decoder?.destroy(),
  };
}
