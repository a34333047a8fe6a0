import type { GuildId, JobsLease, KnowledgeStore } from '../knowledge/store.ts';

/** A process's right to run jobs, by guild: taken when the first job of a guild starts, given back after the last. */
export interface GuildLeases {
  /** Null while another process has it. Each that is had must be released. */
  take(guildId: GuildId): Promise<JobsLease | null>;
}

interface Held {
  readonly lease: Promise<JobsLease | null>;
  users: number;
}

export function shareLeases(store: Pick<KnowledgeStore, 'leaseJobs'>): GuildLeases {
  const held = new Map<GuildId, Held>();

  function leave(guildId: GuildId, hold: Held): boolean {
    hold.users -= 1;
    if (hold.users > 0) return false;
    held.delete(guildId);
    return true;
  }

  return {
    async take(guildId) {
      const hold = held.get(guildId) ?? { lease: store.leaseJobs(guildId), users: 0 };
      held.set(guildId, hold);
      hold.users += 1;
      const lease = await hold.lease.catch((error: unknown) => {
        leave(guildId, hold);
        throw error;
      });
      if (lease === null) {
        leave(guildId, hold);
        return null;
      }
      return {
        release() {
          if (leave(guildId, hold)) lease.release();
        },
      };
    },
  };
}
