import { schedule as cron } from 'node-cron';
import type { Clock } from '../clock.ts';

/** What is done by itself, each when it is due. */
export interface DueWork {
  /** Begins whatever is due now; returns when it has begun. */
  tick(): Promise<void>;
  /** Told of an exception nobody foresaw. */
  reportBug(error: unknown): void;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface RunningSchedule {
  /** Why work that is due is not begun, in a few words; null while all is well. */
  trouble(): string | null;
  stop(): void;
}

/** Every minute; what is due then, and since when, stands in the store. UTC, so that no clock change skips or doubles it. */
const EVERY_MINUTE = '* * * * *';
const MINUTE_MS = 60_000;
/** A look at what is due, digests and erasing included, is over by then. */
const LONGEST_LOOK_MS = 10 * MINUTE_MS;

/**
 * Looks every minute what is due (rule 8.7), and once at once, so that what was missed during a stop is made up. A tick
 * that takes longer than a minute is not overtaken by the next one.
 */
export function startSchedule({ tick, reportBug, clock }: DueWork): RunningSchedule {
  let state: 'idle' | 'looking' | 'stopped' = 'idle';
  let lookedAt = clock.monotonic();
  let failed = false;
  const look = async (): Promise<void> => {
    if (state !== 'idle') return;
    state = 'looking';
    try {
      await tick();
      failed = false;
    } catch (error) {
      failed = true;
      reportBug(error);
    } finally {
      lookedAt = clock.monotonic();
      state = state === 'looking' ? 'idle' : state;
    }
  };
  const task = cron(EVERY_MINUTE, look, {
    timezone: 'Etc/UTC',
    // A busy or sleeping machine misses minutes: the next one does what was due.
    suppressMissedWarning: true,
    unref: true,
  });
  void look();
  return {
    trouble() {
      if (state === 'stopped') return 'has stopped';
      if (failed) return 'the last look at what is due failed; the log says why';
      const since = clock.monotonic() - lookedAt;
      return since <= LONGEST_LOOK_MS
        ? null
        : `nothing that is due was begun for ${Math.floor(since / MINUTE_MS)} minutes`;
    },
    stop() {
      state = 'stopped';
      void task.destroy();
    },
  };
}
