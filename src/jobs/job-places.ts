import type { JobSpec } from '../knowledge/ledger.ts';

/**
 * How the places for jobs are shared between what people ask for, which goes first, and what is done by itself. Pure.
 * Neither keeps the other waiting: scheduled work takes half of the places at most, and one of them is always left to it.
 */
export interface Places {
  /** Places in all. */
  readonly most: number;
  /** Jobs that run, and those of them that are scheduled work. */
  readonly running: number;
  readonly scheduled: number;
  /** Scheduled work waits that could run. */
  readonly scheduledWaits: boolean;
}

/** Work that nobody waits for. */
export function isScheduled({ kind }: JobSpec): boolean {
  return kind === 'watch' || kind === 'sync';
}

/** Whether a job of this kind may take a place now. */
export function hasPlace(spec: JobSpec, { most, running, scheduled, scheduledWaits }: Places): boolean {
  if (running >= most) return false;
  // With a single place, turns alone decide.
  if (most === 1) return true;
  if (isScheduled(spec)) return scheduled < Math.floor(most / 2);
  const kept = scheduledWaits && scheduled === 0 ? 1 : 0;
  return running < most - kept;
}
