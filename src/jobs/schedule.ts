import { schedule as cron } from 'node-cron';

/** What is done by itself, each when it is due. */
export interface DueWork {
  /** Begins whatever is due now; returns when it has begun. */
  tick(): Promise<void>;
  /** Told of an exception nobody foresaw. */
  reportBug(error: unknown): void;
}

export interface RunningSchedule {
  stop(): void;
}

/** Every minute; what is due then, and since when, stands in the store. UTC, so that no clock change skips or doubles it. */
const EVERY_MINUTE = '* * * * *';

/**
 * Looks every minute what is due (rule 8.7), and once at once, so that what was missed during a stop is made up. A tick
 * that takes longer than a minute is not overtaken by the next one.
 */
export function startSchedule({ tick, reportBug }: DueWork): RunningSchedule {
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await tick();
    } catch (error) {
      reportBug(error);
    } finally {
      looking = false;
    }
  };
  const task = cron(EVERY_MINUTE, look, {
    timezone: 'Etc/UTC',
    // A busy or sleeping machine misses minutes: the next one does what was due.
    suppressMissedWarning: true,
    unref: true,
  });
  void look();
  return { stop: () => void task.destroy() };
}
