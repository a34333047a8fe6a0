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

/** Told of each event before the work goes on; the work waits until it is dealt with. */
export type Tell = (event: SessionEvent) => Promise<void> | void;

/** Work that tells a listener, as a stream for a reader: it goes on when the reader asks for more. */
export async function* politely<T>(work: (tell: Tell) => Promise<T>): Politely<T> {
  let event: SessionEvent | null = null;
  let goOn = (): void => {};
  let giveUp = (_why: Error): void => {};
  let wake = (): void => {};
  let isOver = false;
  const result = work(
    (next) =>
      new Promise<void>((resolve, reject) => {
        event = next;
        goOn = resolve;
        giveUp = reject;
        wake();
      }),
  );
  const over = (): void => {
    isOver = true;
    wake();
  };
  result.then(over, over);
  try {
    for (;;) {
      const next = await new Promise<SessionEvent | null>((resolve) => {
        wake = () => resolve(event);
        if (event !== null || isOver) wake();
      });
      if (next === null) return await result;
      event = null;
      yield next;
      goOn();
    }
  } finally {
    // The reader has had enough: the work ends where it waits, so that it gives back what it holds.
    giveUp(new Error('nobody reads on'));
    await result.catch(() => undefined);
  }
}

/** Reads a stream to its end for a listener. One that has had enough ends the work too. */
export async function tellAll<T>(work: Politely<T>, tell: Tell): Promise<T> {
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done === true) return step.value;
    try {
      await tell(step.value);
    } catch (enough) {
      await work.throw(enough);
    }
  }
}
