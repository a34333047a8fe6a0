/** Counts what happened within the last minute, by key. Moments are monotonic milliseconds. */
export interface MinuteWindow {
  /** Milliseconds until there is room for one more; 0 when there is. */
  waitMs(key: string, now: number): number;
  /** Counts one more, and does so from `now` until what this returns has been told when it really was, or null: never. */
  count(key: string, now: number): (at: number | null) => void;
}

interface Happening {
  /** Null while it is under way, which counts as now. */
  at: number | null;
}

const MINUTE_MS = 60_000;
/** Keys held before those that have had their minute are swept out. */
const FIRST_SWEEP = 1000;

/** A sliding minute with room for `limit`. `marginMs` is added, because the wire is less exact than the clock. */
export function createMinuteWindow(limit: number, marginMs: number): MinuteWindow {
  const byKey = new Map<string, Happening[]>();
  let sweepAbove = FIRST_SWEEP;

  /** Forgets what is over a minute old. */
  function recent(key: string, now: number): readonly Happening[] {
    const all = byKey.get(key) ?? [];
    const kept = all.filter(({ at }) => (at ?? now) + MINUTE_MS + marginMs > now);
    if (kept.length === 0) byKey.delete(key);
    else if (kept.length < all.length) byKey.set(key, kept);
    return kept;
  }

  /** Keys not met again would stay for ever: they are looked at whenever their number has doubled. */
  function sweep(now: number): void {
    if (byKey.size <= sweepAbove) return;
    for (const key of byKey.keys()) recent(key, now);
    sweepAbove = Math.max(FIRST_SWEEP, byKey.size * 2);
  }

  return {
    waitMs(key, now) {
      if ((byKey.get(key)?.length ?? 0) < limit) return 0;
      const moments = recent(key, now)
        .map(({ at }) => at ?? now)
        .toSorted((a, b) => a - b);
      const oldest = moments[moments.length - limit];
      return oldest === undefined ? 0 : oldest + MINUTE_MS + marginMs - now;
    },
    count(key, now) {
      const happening: Happening = { at: null };
      const all = byKey.get(key);
      if (all === undefined) byKey.set(key, [happening]);
      else all.push(happening);
      // What is over is let go now and then, not each time: a list that is copied for each request is dear.
      if (all !== undefined && all.length >= 2 * limit) recent(key, now);
      sweep(now);
      return (at) => {
        // What never was is as good as long gone.
        happening.at = at ?? -Infinity;
      };
    },
  };
}
