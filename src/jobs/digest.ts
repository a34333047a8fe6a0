import type { Change, ChangeKind } from '../knowledge/freshness.ts';
import { WEEK_MS } from './weekly.ts';

/** What scheduled work found in a week, for a guild's admins (rule 8.6). Pure. */
export interface Digest {
  /** How often each kind of change happened; of hosts that are down, how many are. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Page by page: what happened to one last. */
  readonly changes: readonly Change[];
}

const NO_COUNTS: Readonly<Record<ChangeKind, number>> = {
  new: 0,
  changed: 0,
  moved: 0,
  gone: 0,
  missing: 0,
  disallowed: 0,
  failing: 0,
  down: 0,
  sitemap: 0,
};

/**
 * Null when nothing happened that is still so: then nothing is said. A page that changed several times is told of once.
 */
export function digestOf(all: readonly Change[]): Digest | null {
  const changes = withoutStops(all).filter(({ holds }) => holds);
  if (changes.length === 0) return null;
  const latest = new Map<string, Change>();
  for (const change of changes) {
    const before = latest.get(change.url);
    // What came in this week is new, whatever was edited on it since.
    const isStillNew = before?.kind === 'new' && change.kind === 'changed';
    if (!isStillNew) latest.set(change.url, change);
  }
  // Whichever job met the new address first: it is the page that moved there, and no new one.
  for (const { kind, note } of changes) {
    if (kind === 'moved' && note !== null && latest.get(note)?.kind === 'new') latest.delete(note);
  }
  const counts = { ...NO_COUNTS };
  for (const { kind } of latest.values()) counts[kind] += 1;
  return { counts, changes: [...latest.values()] };
}

/** A page that moved on is told of as one that moved to where it is now, and one that came back as no move at all. */
function withoutStops(changes: readonly Change[]): readonly Change[] {
  const moves = new Map<string, readonly Change[]>();
  for (const change of changes) {
    const { kind, url, note: place } = change;
    if (kind !== 'moved' || place === null) continue;
    const before = moves.get(url) ?? [change];
    moves.delete(url);
    const moved = before.filter((first) => first.url !== place).map((first) => ({ ...change, url: first.url }));
    moves.set(place, [...(moves.get(place) ?? []), ...moved]);
  }
  const rest = changes.filter(({ kind }) => kind !== 'moved');
  return [...rest, ...[...moves.values()].flat()].toSorted((a, b) => a.id - b.id);
}

/** Monday, 07:00 UTC: after the night's syncs. */
const FIRST_DIGEST_MS = Date.UTC(1970, 0, 5, 7);

/** Whether a digest is due. The first week begins when `toldAt` is set. */
export function isDigestDue(toldAt: Date, now: Date): boolean {
  const last = FIRST_DIGEST_MS + Math.floor((now.getTime() - FIRST_DIGEST_MS) / WEEK_MS) * WEEK_MS;
  return toldAt.getTime() < last || toldAt > now;
}
