import type { Clock } from '../clock.ts';
import type { LinkVerdicts } from '../knowledge/store.ts';
import { VERDICT_LIFE_MS } from '../promises.ts';
import { addressKey } from './address-key.ts';
import type { Probed } from './probe.ts';
import type { Judgement } from './verdict.ts';

/** What a link was found to show, and how that is known. */
export interface Remembered {
  readonly judgement: Judgement;
  readonly bytesRead: number;
  readonly fromMemory: boolean;
}

/** Verdicts of a day, over restarts; whoever asks for one that is just being looked for waits for the same look. */
export interface VerdictMemory {
  /** What is remembered; null for nothing. */
  recall(url: URL): Promise<Remembered | null>;
  /** What a look that is under way will bring; null when nobody is looking. */
  looking(url: URL): Promise<Remembered> | null;
  /** Looks, unless somebody is looking already, and remembers. */
  look(url: URL, probe: () => Promise<Probed>): Promise<Remembered>;
  /** Replaces what is remembered by what Discord itself showed (rule 11.5). */
  correct(url: URL, judgement: Judgement): Promise<void>;
}

/** A server that fails now may do better soon, in milliseconds. */
const FAILURE_LIFE_MS = 5 * 60_000;

export function createVerdictMemory(verdicts: LinkVerdicts, clock: Clock): VerdictMemory {
  const underWay = new Map<string, Promise<Remembered>>();
  /** Corrected while a look was under way: what it brings is older than the correction. */
  const corrected = new Set<string>();

  async function remember(key: string, judgement: Judgement, lifeMs: number): Promise<void> {
    const now = clock.now();
    // A full disk costs the memory, not the check.
    await verdicts.set(key, judgement, now, new Date(now.getTime() + lifeMs)).catch(() => {});
  }

  async function lookAnew(key: string, probe: () => Promise<Probed>): Promise<Remembered> {
    const { judgement, bytesRead, trust } = await probe();
    if (trust !== 'not-asked' && !corrected.has(key)) {
      await remember(key, judgement, trust === 'seen' ? VERDICT_LIFE_MS : FAILURE_LIFE_MS);
    }
    return { judgement, bytesRead, fromMemory: false };
  }

  return {
    async recall(url) {
      const judgement = await verdicts.get(addressKey(url), clock.now());
      return judgement === null ? null : { judgement, bytesRead: 0, fromMemory: true };
    },
    looking: (url) =>
      underWay.get(addressKey(url))?.then((looked) => ({ ...looked, bytesRead: 0, fromMemory: true })) ?? null,
    look(url, probe) {
      const key = addressKey(url);
      const looking = underWay.get(key);
      if (looking !== undefined) return looking;
      const look = lookAnew(key, probe).finally(() => {
        underWay.delete(key);
        corrected.delete(key);
      });
      underWay.set(key, look);
      return look;
    },
    async correct(url, judgement) {
      const key = addressKey(url);
      if (underWay.has(key)) corrected.add(key);
      await remember(key, judgement, VERDICT_LIFE_MS);
    },
  };
}
