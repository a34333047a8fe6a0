import type { Clock } from '../clock.ts';

/** Whether a member may ask now. `end` has to be called when the answer is there. */
export type Admission =
  | { readonly ok: true; readonly end: () => void }
  | { readonly ok: false; readonly why: 'running' | 'cooldown'; readonly seconds: number };

export interface Members {
  /** `cooldownMs`: from one question to the next of the same member. */
  admit(guildId: string, member: string, cooldownMs: number): Admission;
}

/** Members remembered at most: older ones have cooled down long ago. */
const MOST_MEMBERS = 10_000;

/** One running answer a member, and a pause between questions (rule 10.4). Lives with the process: a restart may forget. */
export function createMembers(clock: Clock): Members {
  const running = new Set<string>();
  const askedAt = new Map<string, number>();
  return {
    admit(guildId, member, cooldownMs) {
      const key = `${guildId} ${member}`;
      if (running.has(key)) return { ok: false, why: 'running', seconds: 0 };
      const left = (askedAt.get(key) ?? -Infinity) + cooldownMs - clock.monotonic();
      if (left > 0) return { ok: false, why: 'cooldown', seconds: Math.ceil(left / 1000) };
      askedAt.delete(key);
      askedAt.set(key, clock.monotonic());
      const oldest = askedAt.keys().next();
      if (askedAt.size > MOST_MEMBERS && oldest.done !== true) askedAt.delete(oldest.value);
      running.add(key);
      return { ok: true, end: () => void running.delete(key) };
    },
  };
}
