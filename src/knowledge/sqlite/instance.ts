import type { Database } from 'better-sqlite3';
import type { GuildId } from '../store.ts';
import { atomic } from './atomic.ts';

/** "HmdI": what marks a file as the instance's database of ours. */
export const INSTANCE_APPLICATION_ID = 0x48_6d_64_49;

/** What spans guilds: only hints, each set before the guild's file changes and cleared after, so that none is missing. */
export interface Hints {
  /** Whether the hints cover all guilds; not so in a file made anew. */
  gathered(): boolean;
  /** Replaces all hints by these. */
  gather(guildsWithOpenJobs: readonly GuildId[]): void;
  jobOpen(id: GuildId): void;
  noJobOpen(id: GuildId): void;
  guildsWithOpenJobs(): readonly GuildId[];
}

/** Prepares the statements on the open instance file. */
export function prepareHints(db: Database): Hints {
  const gathered = db.prepare<[], number>('SELECT 1 FROM hints_gathered').pluck();
  const markGathered = db.prepare<[]>('INSERT OR IGNORE INTO hints_gathered (only) VALUES (1)');
  const add = db.prepare<[string]>('INSERT OR IGNORE INTO guilds_with_open_jobs (guild_id) VALUES (?)');
  const drop = db.prepare<[string]>('DELETE FROM guilds_with_open_jobs WHERE guild_id = ?');
  const all = db.prepare<[], string>('SELECT guild_id FROM guilds_with_open_jobs ORDER BY guild_id').pluck();
  return {
    gathered: () => gathered.get() !== undefined,
    gather: atomic(db, (ids: readonly GuildId[]) => {
      for (const id of ids) add.run(id);
      markGathered.run();
    }),
    jobOpen: (id) => void add.run(id),
    noJobOpen: (id) => void drop.run(id),
    guildsWithOpenJobs: () => all.all(),
  };
}
