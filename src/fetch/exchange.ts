import type { Client } from 'undici';
import { watchBody, type BodyWatch } from './body-watch.ts';
import { createByteSink, type ByteSink } from './byte-sink.ts';
import { contentCoding } from './decode.ts';
import type { Cutoff } from './cutoff.ts';
import { headerValue, type HeaderLines, type Timing } from './outcome.ts';

/** Status and headers of the final answer; interim answers (1xx) are passed over. */
export interface Head {
  readonly status: number;
  readonly headers: HeaderLines;
}

/** How much of a body to read, decided when the head is known. */
export interface BodyPlan {
  /** Bytes on the wire. */
  readonly maxBytes: number;
  /** False: a longer body is of no use, and is not read at all when its length is announced. */
  readonly beginningSuffices: boolean;
  /** Time to wait for the end of a body that nobody needs, in milliseconds. */
  readonly patienceMs?: number;
  /** Asked with the body as far as it has come, decoded; true ends the exchange. Asked with nothing at first. */
  enough?(soFar: Uint8Array): boolean;
}

/** One request as it is put on the wire. */
export interface Dispatch {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly plan: (head: Head) => BodyPlan;
  readonly cutoff: Cutoff;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** How an exchange ended. `reusable`: nothing is left on the connection, the next request may use it. */
export type Exchange = { readonly timing: Timing; readonly reusable: boolean } & (
  | Response
  | { readonly kind: 'broken'; readonly error: Error }
  | { readonly kind: 'cut' }
);

/** A head, and as much of the body as its plan asked for. */
export interface Response {
  readonly kind: 'response';
  readonly head: Head;
  readonly plan: BodyPlan;
  readonly wire: Uint8Array;
  /** The body ended; false when reading stopped before it did. */
  readonly whole: boolean;
}

/**
 * Sends one GET and collects what the plan asks for. The handler never pauses the connection: undici 7.26 to 7.30 ends
 * the process with an assertion when a server closes while a body is paused. An exchange that is not `reusable` may
 * still be running; its client must be destroyed (aborting the request instead makes undici open another connection).
 */
export function exchange(client: Client, { path, headers, plan, cutoff, now }: Dispatch): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let timing: Timing = {};
    let reading: { readonly head: Head; readonly plan: BodyPlan; readonly sink: ByteSink } | undefined;
    let patience: NodeJS.Timeout | undefined;
    let watch: BodyWatch | undefined;
    let over = false;

    cutoff.onCut(() => finish(() => resolve({ kind: 'cut', timing, reusable: false })));

    function finish(settle: () => void): void {
      if (over) return;
      over = true;
      clearTimeout(patience);
      watch?.close();
      settle();
    }

    function respond(whole: boolean, reusable: boolean): void {
      if (!reading) return;
      const { head, plan, sink } = reading;
      finish(() => resolve({ kind: 'response', head, plan, wire: sink.bytes(), whole, timing, reusable }));
    }

    function startReading(head: Head): void {
      const bodyPlan = plan(head);
      reading = { head, plan: bodyPlan, sink: createByteSink(bodyPlan.maxBytes) };
      const announced = Number(headerValue(head.headers, 'content-length') ?? 0);
      if (!bodyPlan.beginningSuffices && announced > bodyPlan.maxBytes) return respond(false, false);
      if (bodyPlan.enough !== undefined) {
        if (bodyPlan.enough(new Uint8Array())) return respond(false, false);
        watch = watchBody(
          {
            coding: contentCoding(head.headers),
            maxBytes: bodyPlan.maxBytes,
            enough: (soFar) => bodyPlan.enough?.(soFar) ?? false,
            now,
          },
          () => respond(false, false),
        );
      }
      if (bodyPlan.patienceMs !== undefined) patience = setTimeout(() => respond(false, false), bodyPlan.patienceMs);
    }

    client.dispatch(
      { path, method: 'GET', headers, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart() {
          timing = { sentAt: now() };
        },
        onResponseStart({ rawHeaders }, status) {
          if (over || status < 200) return;
          timing = { ...timing, headAt: now() };
          try {
            startReading({ status, headers: headerLines(rawHeaders) });
          } catch (bug) {
            finish(() => reject(bug instanceof Error ? bug : new Error(String(bug))));
          }
        },
        onResponseData(_controller, chunk) {
          if (over || !reading) return;
          if (!reading.sink.append(chunk)) respond(false, false);
          else watch?.take(chunk);
        },
        onResponseEnd() {
          respond(true, true);
        },
        onResponseError(_controller, error) {
          // undici takes the Content-Length that a 304 may carry (RFC 9110 section 8.6) for a body that is missing.
          if (reading && isBodyless(reading.head.status)) respond(true, false);
          else finish(() => resolve({ kind: 'broken', error, timing, reusable: false }));
        },
      },
    );
  });
}

/** Answers that end with their head (RFC 9112 section 6.3). */
function isBodyless(status: number): boolean {
  return status === 204 || status === 304;
}

/** Names and values alternate; each byte becomes one character, so that a value can be sent back as it came. */
function headerLines(raw: unknown): HeaderLines {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)));
  return Array.from({ length: texts.length / 2 }, (_, i) => [
    (texts[2 * i] ?? '').toLowerCase(),
    texts[2 * i + 1] ?? '',
  ]);
}
