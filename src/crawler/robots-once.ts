import type { Politely } from './politely.ts';
import type { RobotsStanding } from './robots-fetch.ts';

/** robots.txt of each origin that a job meets, read once however many ask (rule 3.1). */
export interface RobotsOnce {
  /** Reads it, waits for whoever reads it already, or remembers. */
  of(url: URL): Politely<RobotsStanding>;
  /** What has been read; null before that. */
  known(url: URL): RobotsStanding | null;
}

export interface RobotsOnceDeps {
  /** By origin: what an interrupted job had read. */
  readonly before: ReadonlyMap<string, RobotsStanding>;
  read(url: URL): Politely<RobotsStanding>;
  /** Told before anybody gets to know. */
  settled(url: URL, standing: RobotsStanding): void;
}

/** Schemes and ports have files of their own (RFC 9309 2.3): the key is the origin. */
export function createRobotsOnce({ before, read, settled }: RobotsOnceDeps): RobotsOnce {
  const standings = new Map(before);
  const readings = new Map<string, Promise<void>>();

  function known({ origin }: URL): RobotsStanding | null {
    return standings.get(origin) ?? null;
  }

  return {
    known,
    async *of(url) {
      const { origin } = url;
      for (let reading = readings.get(origin); reading !== undefined; reading = readings.get(origin)) await reading;
      const before = known(url);
      if (before !== null) return before;

      let finish = (): void => {};
      readings.set(
        origin,
        new Promise((resolve) => {
          finish = resolve;
        }),
      );
      let standing: RobotsStanding | null = null;
      try {
        standing = yield* read(url);
        // Kept by the reader before anybody acts on it: a job that is killed goes on with it (rule 6.5).
        if (standing.kind !== 'stopped') yield { kind: 'robots', record: standing.record };
        return standing;
      } finally {
        if (standing !== null) {
          standings.set(origin, standing);
          settled(url, standing);
        }
        // Whoever waits reads it himself when this reader was ended before it knew.
        readings.delete(origin);
        finish();
      }
    },
  };
}
