import { PermissionFlagsBits, type GuildBasedChannel } from 'discord.js';
import type { Member } from '../app/command.ts';
import type { Audience } from '../knowledge/bindings.ts';
import type { Asked } from './asked.ts';

/** Who asks, as a command has to know it. */
export function memberOf(interaction: Asked): Member {
  const { user, channelId, memberPermissions } = interaction;
  const roles = interaction.inCachedGuild() ? [...interaction.member.roles.cache.keys()] : rolesIn(interaction);
  const channel = interaction.inCachedGuild() ? interaction.channel : null;
  return {
    id: user.id,
    channel: channelId ?? '',
    canManage: memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
    roles,
    audience: (isPrivate) =>
      isPrivate ? { channels: placesOf(channelId, channel), roles } : audienceIn(channelId, channel),
  };
}

/** Everybody who sees a channel: what a public answer may use is what all of them may see (rule 10.6). */
export function audienceIn(channelId: string | null, channel: GuildBasedChannel | null): Audience {
  return { channels: placesOf(channelId, channel), roles: channel === null ? [] : sharedRoles(channel) };
}

/** The channel, for a thread the channel it belongs to, and their category. */
function placesOf(channelId: string | null, channel: GuildBasedChannel | null): readonly string[] {
  const parent = channel?.parent ?? null;
  return [channelId, parent?.id ?? null, parent?.parentId ?? null].filter((id) => id !== null);
}

/** The roles that all who see a channel have: one, where it is hidden from everybody but that role; else none. */
function sharedRoles(channel: GuildBasedChannel): readonly string[] {
  const place = channel.isThread() ? channel.parent : channel;
  if (place === null) return [];
  const overwrites = [...place.permissionOverwrites.cache.values()];
  const isHidden = overwrites.some(
    ({ id, deny }) => id === place.guild.id && deny.has(PermissionFlagsBits.ViewChannel),
  );
  const allowed = overwrites.filter(({ allow }) => allow.has(PermissionFlagsBits.ViewChannel)).map(({ id }) => id);
  const [only] = allowed;
  const isRole = only !== undefined && place.guild.roles.cache.has(only);
  return isHidden && allowed.length === 1 && isRole ? [only] : [];
}

/** Roles of a member whose server is not remembered. */
function rolesIn({ member }: Asked): readonly string[] {
  return member !== null && Array.isArray(member.roles) ? member.roles : [];
}
