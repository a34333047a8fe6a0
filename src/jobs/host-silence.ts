import type { RobotsEvidence } from '../crawler/evidence.ts';
import { StoreError, type KnowledgeStore } from '../knowledge/store.ts';

/** A host that could not be asked for its pages. */
export interface SilentHost {
  readonly host: string;
  /** Pages last asked for at or before this moment were due. */
  readonly before: Date;
  /** What robots.txt came to in this check, of this host and of those it led to. */
  readonly robots: readonly RobotsEvidence[];
}

/**
 * In every guild with pages on the host, those that were due count as without a readable answer, and the digest tells of
 * the host: nobody would see otherwise that a site is down as a whole. A guild whose file refuses keeps its trouble to itself.
 */
export async function noteSilence(
  store: KnowledgeStore,
  { host, before, robots }: SilentHost,
  at: Date,
): Promise<void> {
  const why = reasonOf(robots);
  for (const guildId of await store.hostChecks.guildsOn(host)) {
    const opened = await store.guild(guildId);
    if (!opened.ok) continue;
    try {
      await opened.value.freshness.noteHostSilence(host, before, why, at);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

/** As the digest tells it: a skip reason, or words of its own. */
function reasonOf(robots: readonly RobotsEvidence[]): string {
  return robots.some(({ verdict }) => verdict === 'nothing') ? 'robots-unavailable' : 'asked us to come back later';
}
