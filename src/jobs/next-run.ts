import type { WatchMode } from '../knowledge/freshness.ts';
import { DAY_MS, lastSlot, WEEK_MS } from './weekly.ts';

/** When scheduled work is due next. Pure, in UTC: daylight saving moves nothing, and a long stop leaves one run to make up. */

/** The hour of the day at which sitemaps are read, UTC (rule 8.3). */
const SYNC_HOUR = 6;
/** A run that comes so late that the next one is nearer than this counts for that one too. */
const LEAST_BETWEEN_SYNCS_MS = DAY_MS / 4;
/** A watched site is looked through before its host's weekly check, which its pages then need no more. */
const BEFORE_CHECK_MS = DAY_MS;

/** The next run after one at `now`; null when the source is not watched. */
export function nextRun(mode: WatchMode, host: string, now: Date): Date | null {
  switch (mode) {
    case 'off':
      return null;
    case 'sitemap':
      return nextSync(new Date(now.getTime() + LEAST_BETWEEN_SYNCS_MS));
    case 'weekly':
      return nextWatch(host, new Date(now.getTime() + WEEK_MS / 2));
    default:
      return mode satisfies never;
  }
}

/** Whether a run noted for this moment is due; one noted further ahead than any is was noted by a clock that was wrong. */
export function isDue(mode: WatchMode, dueAt: Date | null, now: Date): boolean {
  if (mode === 'off' || dueAt === null) return false;
  const furthest = mode === 'weekly' ? 2 * WEEK_MS : 2 * DAY_MS;
  return dueAt <= now || dueAt.getTime() - now.getTime() > furthest;
}

/** The first 06:00 UTC after this moment. */
function nextSync(after: Date): Date {
  const day = Math.floor((after.getTime() - SYNC_HOUR * (DAY_MS / 24)) / DAY_MS) + 1;
  return new Date(day * DAY_MS + SYNC_HOUR * (DAY_MS / 24));
}

function nextWatch(host: string, after: Date): Date {
  const slot = lastSlot(host, new Date(after.getTime() + BEFORE_CHECK_MS));
  return new Date(slot.getTime() + WEEK_MS - BEFORE_CHECK_MS);
}
