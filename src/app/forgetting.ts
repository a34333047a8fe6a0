import type { GuildKnowledge } from '../knowledge/store.ts';
import type { App } from './app.ts';

/** Notes of what buttons mean where that is too long for a custom id: `press:GUILD:KEY`, with who may press them. */
export const PRESSES = 'press:';

/** Deletes what is kept about a member of a guild (rule 10.8); how many questions, ratings and lessons there were. */
export async function forgetMember(
  { store, clock }: Pick<App, 'store' | 'clock'>,
  guild: GuildKnowledge,
  member: string,
): Promise<number> {
  const presses = await store.notes.under(`${PRESSES}${guild.guildId}:`);
  await store.notes.erase(presses.filter(([, value]) => value.includes(`:${member}:`)).map(([name]) => name));
  return guild.forgetMember(member, clock.now());
}
