import type { Clock } from '../clock.ts';
import { createMinuteWindow, type MinuteWindow } from '../crawler/minute-window.ts';
import { judgeKnownHost } from './hosts.ts';
import type { VerdictMemory } from './memory.ts';
import type { Probe } from './probe.ts';
import { unknown, type Judgement } from './verdict.ts';

/** For whom a link is looked at. `memberId` null: an admin or the operator asks. */
export interface Asker {
  readonly guildId: string;
  readonly memberId: string | null;
}

/** What a link shows, and which layer of the ladder said so (rule 11.4). */
export interface Checked {
  readonly judgement: Judgement;
  readonly layer: 'rule' | 'host' | 'memory' | 'bytes' | 'limit';
  readonly bytesRead: number;
  readonly fromMemory: boolean;
}

export type CheckLink = (url: URL, asker: Asker) => Promise<Checked>;

export interface CheckDeps {
  readonly memory: VerdictMemory;
  readonly probe: Probe;
  readonly clock: Clock;
}

/** Fetches a minute, so that nobody can make the bot a weapon (rule 11.6); what is known already costs none. */
export const CHECKS_PER_MINUTE = { member: 30, guild: 1200, host: 120 } as const;
/** Fetches at the same time in the whole process. */
const AT_ONCE = 256;

type Limit = keyof typeof CHECKS_PER_MINUTE;
const LIMITS: readonly Limit[] = ['member', 'guild', 'host'];
const WORDS: Readonly<Record<Limit, string>> = {
  member: 'this member has posted too many new links within a minute',
  guild: 'too many new links were posted in this server within a minute',
  host: 'its host was asked often enough within this minute',
};

/**
 * The last three layers of the ladder: known hosts, then what is remembered, then a look at the bytes. Above a limit the
 * link is `unknown`, and nobody waits.
 */
export function createLinkCheck({ memory, probe, clock }: CheckDeps): CheckLink {
  const windows: Readonly<Record<Limit, MinuteWindow>> = {
    member: createMinuteWindow(CHECKS_PER_MINUTE.member, 0),
    guild: createMinuteWindow(CHECKS_PER_MINUTE.guild, 0),
    host: createMinuteWindow(CHECKS_PER_MINUTE.host, 0),
  };
  let underWay = 0;

  /** Counts one more look, or says which limit forbids it. */
  function refusal(url: URL, { guildId, memberId }: Asker): string | null {
    if (underWay >= AT_ONCE) return 'too many links are being looked at just now';
    const now = clock.monotonic();
    const keys = { member: memberId === null ? null : `${guildId}:${memberId}`, guild: guildId, host: url.host };
    const full = LIMITS.find((limit) => keys[limit] !== null && windows[limit].waitMs(keys[limit], now) > 0);
    if (full !== undefined) return WORDS[full];
    for (const limit of LIMITS) if (keys[limit] !== null) windows[limit].count(keys[limit], now)(now);
    return null;
  }

  async function look(url: URL, asker: Asker): Promise<Checked> {
    const refused = refusal(url, asker);
    if (refused !== null) return { judgement: unknown(refused), layer: 'limit', bytesRead: 0, fromMemory: false };
    underWay += 1;
    try {
      return { ...(await memory.look(url, () => probe(url))), layer: 'bytes' };
    } finally {
      underWay -= 1;
    }
  }

  return async (url, asker) => {
    const known = judgeKnownHost(url);
    if (known !== null) return { judgement: known, layer: 'host', bytesRead: 0, fromMemory: false };
    const remembered = await memory.recall(url);
    if (remembered !== null) return { ...remembered, layer: 'memory' };
    // Asked now, with nothing in between: of a hundred who post a link at once, one looks and one is counted.
    const looking = memory.looking(url);
    return looking === null ? look(url, asker) : { ...(await looking), layer: 'memory' };
  };
}
