import type { Clock } from '../../src/clock.ts';

/** A clock whose sleeps take no time: what would be waited for has passed a moment later. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  /** Milliseconds slept and advanced so far. */
  readonly elapsed: number;
}

export function createFakeClock(start = new Date('2026-03-01T12:00:00Z')): FakeClock {
  let elapsed = 0;
  return {
    now: () => new Date(start.getTime() + elapsed),
    monotonic: () => elapsed,
    sleep(ms, signal) {
      const until = elapsed + ms;
      return new Promise((resolve) => {
        // Sleepers that began together wake together, in the order of their times.
        setImmediate(() => {
          if (signal?.aborted !== true) elapsed = Math.max(elapsed, until);
          resolve();
        });
      });
    },
    advance(ms) {
      elapsed += ms;
    },
    get elapsed() {
      return elapsed;
    },
  };
}
