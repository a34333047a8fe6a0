import { Agent } from 'undici';
import type { ModelFailure } from './failure.ts';

/** One POST with a JSON body to a model server. The address is the operator's own setting, so private ones are fine. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** To the last byte of the answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What arrives, in this order: one head, any number of bytes, then the end or a failure. */
export type Arrival =
  | { readonly kind: 'head'; readonly status: number; readonly header: (name: string) => string | null }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Silence in the middle of an answer longer than this share of the whole time is a stall. */
const STALL_SHARE = 1 / 3;
/** No answer to a question is longer; an endless one ends here. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Sends the request and yields what arrives. Redirects are not followed: the key goes to its own server only. The
 * handler never pauses the connection (undici 7.26 to 7.30 can end the process when a server closes a paused one), so
 * the bytes are bounded here instead.
 */
export async function* post({ url, headers, body, timeoutMs, signal }: Post): AsyncGenerator<Arrival, void, void> {
  const agent = new Agent({ connect: { timeout: timeoutMs } });
  const arrivals = createQueue<Arrival>();
  const fail = (failure: ModelFailure): void => arrivals.push({ kind: 'failed', failure });
  const overall = setTimeout(() => fail({ code: 'too-slow' }), timeoutMs);
  const cancel = (): void => fail({ code: 'cancelled' });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let received = 0;
  let silence: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => fail({ code: 'stalled' }), timeoutMs * STALL_SHARE);
  };
  agent.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      // By this one undici tells the handlers of today from those of old.
      onRequestStart: () => {},
      onResponseStart(_controller, status, responseHeaders) {
        if (status < 200) return;
        heard();
        arrivals.push({ kind: 'head', status, header: (name) => firstOf(responseHeaders[name]) });
      },
      onResponseData(_controller, chunk) {
        heard();
        received += chunk.length;
        if (received > MAX_BYTES) fail({ code: 'too-much' });
        else arrivals.push({ kind: 'bytes', bytes: new Uint8Array(chunk) });
      },
      onResponseEnd: () => arrivals.push({ kind: 'end' }),
      onResponseError: (_controller, error) =>
        fail(received > 0 ? { code: 'cut-off' } : { code: 'unreachable', detail: reasonOf(error) }),
    },
  );
  try {
    for (;;) {
      const arrival = await arrivals.next();
      yield arrival;
      if (arrival.kind === 'end' || arrival.kind === 'failed') return;
    }
  } finally {
    clearTimeout(overall);
    clearTimeout(silence);
    signal.removeEventListener('abort', cancel);
    await agent.destroy();
  }
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** Values one after another for one reader. */
function createQueue<T>(): { push(value: T): void; next(): Promise<T> } {
  const waiting: T[] = [];
  let reader: ((value: T) => void) | null = null;
  return {
    push(value) {
      if (reader === null) waiting.push(value);
      else {
        const wake = reader;
        reader = null;
        wake(value);
      }
    },
    next() {
      const value = waiting.shift();
      if (value !== undefined) return Promise.resolve(value);
      return new Promise((resolve) => {
        reader = resolve;
      });
    },
  };
}
