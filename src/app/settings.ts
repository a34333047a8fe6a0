import type { GuildKnowledge } from '../knowledge/store.ts';

/** What a guild's admins may set: its name in the store, and how what is stored is read. */
export interface Setting<T> {
  readonly name: string;
  /** Null for what can't have been stored by this program. */
  read(stored: string): T | null;
}

/** A Discord id: 17 to 20 digits. */
const SNOWFLAKE = /^\d{17,20}$/;

/** The channel that is told what no other can be: receipts whose card nobody sees any more (rule 12.1), digests, purges. */
export const LOG_CHANNEL: Setting<string> = {
  name: 'log-channel',
  read: (stored) => (SNOWFLAKE.test(stored) ? stored : null),
};

/** What the guild has set; null for its default. */
export async function readSetting<T>(guild: GuildKnowledge, { name, read }: Setting<T>): Promise<T | null> {
  const stored = await guild.setting(name);
  return stored === null ? null : read(stored);
}
