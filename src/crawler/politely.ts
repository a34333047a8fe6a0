import type { RobotsRecord } from './evidence.ts';
import type { SkipReason } from './skip-reason.ts';

/** What a session tells while it works, before it goes on. */
export type SessionEvent =
  /** What a robots.txt came to; nothing that it rules over is requested before the reader asks for more. */
  | { readonly kind: 'robots'; readonly record: RobotsRecord }
  | {
      readonly kind: 'waiting';
      readonly host: string;
      readonly ms: number;
      readonly why: 'pace' | 'crawl-delay' | 'retry-after';
    }
  /** The next page request, redirect hops and retries included; it goes out when the reader asks for more. */
  | { readonly kind: 'dispatch'; readonly url: URL };

/** A piece of polite work: events as it goes on, an outcome at its end. Ending it early gives its turn back. */
export type Politely<T> = AsyncGenerator<SessionEvent, T, void>;

/** When the job has to stop, and how long it may still take. */
export interface Limits {
  /** Ends requests in flight. */
  readonly signal: AbortSignal;
  /** Ends waits, so that the job looks whether it has to stop. Once it has aborted, nothing more is sent. */
  readonly waits: AbortSignal;
  remainingMs(): number;
  /** Why the job stops, once it has to. */
  stopReason(): SkipReason | null;
}
