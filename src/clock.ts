/** Time as an argument: the system's in production, a hand-moved one in tests. */
export interface Clock {
  /** Wall-clock time, for what is stored and shown. */
  now(): Date;
  /** Milliseconds that only ever grow, for gaps and deadlines; unrelated to the wall clock. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Who sleeps until a signal. A job sleeps before each of its requests: a listener for each costs as much as its wait. */
const sleeping = new WeakMap<AbortSignal, Set<() => void>>();

function sleepersOf(signal: AbortSignal): Set<() => void> {
  const known = sleeping.get(signal);
  if (known !== undefined) return known;
  const sleepers = new Set<() => void>();
  sleeping.set(signal, sleepers);
  signal.addEventListener('abort', () => sleepers.forEach((wake) => wake()), { once: true });
  return sleepers;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleepers = signal && sleepersOf(signal);
      const wake = (): void => {
        clearTimeout(timer);
        sleepers?.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers?.add(wake);
    }),
};
