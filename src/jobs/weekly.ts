import { createHash } from 'node:crypto';
import type { HostRecord } from '../knowledge/host-checks.ts';

/** When hosts have their weekly check (rule 8.1, design section 3). Pure; all in UTC, which knows no daylight saving. */

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const WEEK_MS = 7 * DAY_MS;
const MINUTES_A_WEEK = WEEK_MS / MINUTE_MS;
/** The first Monday after the beginning of Unix time, which was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The minute of the week, counted from Monday 00:00 UTC, at which a host is due: always and everywhere the same. */
export function slotOf(host: string): number {
  return createHash('sha256').update(host).digest().readUInt32BE() % MINUTES_A_WEEK;
}

/** The host's latest weekly moment that is not after `now`. */
export function lastSlot(host: string, now: Date): Date {
  const first = FIRST_MONDAY_MS + slotOf(host) * MINUTE_MS;
  return new Date(first + Math.floor((now.getTime() - first) / WEEK_MS) * WEEK_MS);
}

/**
 * The weekly moment for which a host is to be checked now, or null. After a long stop that is the latest one alone. A
 * moment noted in a future that has not come was noted by a clock that was wrong.
 */
export function dueSlot({ host, checkedFor, notBefore }: HostRecord, now: Date): Date | null {
  const slot = lastSlot(host, now);
  if (checkedFor !== null && checkedFor >= slot && checkedFor <= now) return null;
  return isLeftAlone({ notBefore }, now) ? null : slot;
}

/** Whether the host is left alone at this moment; until one further ahead than any, a clock that was wrong noted it. */
export function isLeftAlone({ notBefore }: Pick<HostRecord, 'notBefore'>, now: Date): boolean {
  return notBefore !== null && notBefore > now && notBefore.getTime() - now.getTime() <= LONGEST_BACK_OFF_MS;
}

/** The weekly moment that work on the host's pages at `now` stands for: half a week before it and after it. */
export function nearestSlot(host: string, now: Date): Date {
  return lastSlot(host, new Date(now.getTime() + WEEK_MS / 2));
}

/**
 * Pages asked for after this moment are fresh enough to be left out of the check for a slot: a page that was imported in
 * the middle of the week waits for the next one, so that each is asked for about once a week.
 */
export function freshSince(slot: Date): Date {
  return new Date(slot.getTime() - WEEK_MS / 2);
}

/** Weeks that a host is left alone after its first, second, … check in a row that it refused (rule 2.5). */
const BACK_OFF_WEEKS = [1, 2, 4, 8];
/** Counted from a weekly moment that may still be half a week ahead. */
const LONGEST_BACK_OFF_MS = 8.5 * WEEK_MS;

/** How long a host that refused so many checks in a row is left alone, counted from the slot of the last one. */
export function backOffUntil(slot: Date, refusals: number): Date {
  const weeks = BACK_OFF_WEEKS[Math.min(refusals, BACK_OFF_WEEKS.length) - 1] ?? 0;
  return new Date(slot.getTime() + weeks * WEEK_MS);
}
