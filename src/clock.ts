/** Time as an argument: the system's in production, a hand-moved one in tests. */
export interface Clock {
  /** Wall-clock time, for what is stored and shown. */
  now(): Date;
  /** Milliseconds that only ever grow, for gaps and deadlines; unrelated to the wall clock. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};
