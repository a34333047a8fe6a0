import type { Guild } from 'discord.js';

/** What a channel, role or member of this id is called in a server. */
export function nameIn(guild: Guild | undefined, id: string): string {
  const channel = guild?.channels.cache.get(id);
  if (channel !== undefined) return `#${channel.name}`;
  const role = guild?.roles.cache.get(id);
  return role === undefined ? `member or thread ${id}` : `@${role.name}`;
}
