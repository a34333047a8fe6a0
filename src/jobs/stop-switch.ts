import type { Clock } from '../clock.ts';
import type { Limits } from '../crawler/politely.ts';

/** Who may end a job before its work is done: an admin, or the process that shuts down. */
export type StopRequest = 'cancelled' | 'interrupted';

/** How long a shutdown lets requests in flight finish, in milliseconds (rule 13.2). */
const GRACE_MS = 10_000;

/** A job's time budget and its emergency brake in one. */
export interface StopSwitch extends Limits {
  stop(why: StopRequest): void;
  /** Milliseconds of the budget used so far, those before an interruption included. */
  spentMs(): number;
}

/** The budget runs from now on; `alreadySpentMs` of it was used before the job was interrupted. */
export function createStopSwitch(clock: Clock, budgetMs: number, alreadySpentMs: number): StopSwitch {
  const requests = new AbortController();
  const waits = new AbortController();
  const startedAt = clock.monotonic();
  let requested: StopRequest | null = null;
  const spentMs = (): number => alreadySpentMs + clock.monotonic() - startedAt;
  return {
    signal: requests.signal,
    waits: waits.signal,
    spentMs,
    remainingMs: () => Math.max(0, budgetMs - spentMs()),
    stopReason: () => requested ?? (spentMs() >= budgetMs ? 'time-limit' : null),
    stop(why) {
      requested ??= why;
      waits.abort();
      if (requested === 'cancelled') requests.abort();
      else setTimeout(() => requests.abort(), GRACE_MS).unref();
    },
  };
}
