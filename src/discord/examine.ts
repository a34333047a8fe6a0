import { ChannelType, PermissionFlagsBits, type Guild, type GuildBasedChannel } from 'discord.js';
import type { Finding } from '../app/command.ts';
import { examineBlocker } from './blocker-examine.ts';
import { NEEDED_PERMISSIONS } from './invite.ts';
import { LOG_CHANNEL, readSetting } from '../app/settings.ts';
import type { Surface } from './surface.ts';

/** Channels named for one missing permission; more of them have the same fix. */
const SHOWN_CHANNELS = 5;
/** What a receipt needs where it is sent. */
const LOG_PERMISSIONS = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const;

/** What `/doctor` finds on Discord's side: the connection, the intents, and the permissions in each channel (12.5). */
export async function examineServer(surface: Surface, guildId: string): Promise<readonly Finding[]> {
  const { client } = surface;
  const guild = client.guilds.cache.get(guildId);
  const connection: Finding = {
    what: 'Discord',
    state: `connected, ${Math.max(0, Math.round(client.ws.ping))} ms away`,
    fix: null,
  };
  const intents: Finding = {
    what: 'Intents',
    state: 'Guilds and Guild Messages, which need no switch in the developer portal',
    fix: null,
  };
  if (guild === undefined) {
    const fix = 'Invite Heimdall again, with the scope bot: only its commands were added to this server.';
    return [connection, intents, { what: 'Server', state: 'Heimdall is not in it', fix }];
  }
  return [
    connection,
    intents,
    ...(await permissionFindings(guild)),
    await logChannelFinding(surface, guildId),
    ...(await examineBlocker(surface, guildId)),
  ];
}

/** Why Heimdall cannot send receipts to this channel of the server, and the fix; null when it can. */
export async function channelProblem({ client }: Surface, guildId: string, channelId: string): Promise<string | null> {
  const guild = client.guilds.cache.get(guildId);
  const channel = guild?.channels.cache.get(channelId);
  if (guild === undefined || channel === undefined) return `There is no channel ${channelId} in this server.`;
  if (!takesMessages(channel)) return `#${channel.name} takes no messages: choose a text channel.`;
  const permissions = channel.permissionsFor(await guild.members.fetchMe({ force: true }));
  const missing = LOG_PERMISSIONS.filter((name) => !permissions.has(PermissionFlagsBits[name])).map(labelOf);
  if (missing.length === 0) return null;
  return `Heimdall lacks ${missing.join(', ')} in #${channel.name}: allow it there (Edit Channel, Permissions).`;
}

async function logChannelFinding(surface: Surface, guildId: string): Promise<Finding> {
  const what = 'Log channel';
  const opened = (await surface.app.store.guildIds()).includes(guildId) ? await surface.app.store.guild(guildId) : null;
  const channelId = opened?.ok === true ? await readSetting(opened.value, LOG_CHANNEL) : null;
  if (channelId === null) return { what, state: 'none is set (/settings log-channel)', fix: null };
  const wrong = await channelProblem(surface, guildId, channelId);
  if (wrong === null) return { what, state: 'receipts can be sent there', fix: null };
  return { what, state: 'cannot be used', fix: `${wrong} Or choose another one with /settings log-channel.` };
}

/** One finding for each permission that is missing somewhere, or one that says that none is. */
async function permissionFindings(guild: Guild): Promise<readonly Finding[]> {
  // Asked for anew: without the intent for members, Discord does not tell when Heimdall's own roles change.
  const self = await guild.members.fetchMe({ force: true });
  const channels = [...guild.channels.cache.values()].filter(takesMessages);
  const findings = NEEDED_PERMISSIONS.flatMap(([name, purpose]): readonly Finding[] => {
    const missing = channels.filter((channel) => !channel.permissionsFor(self).has(PermissionFlagsBits[name]));
    if (missing.length === 0) return [];
    const label = labelOf(name);
    const everywhere = missing.length === channels.length && !self.permissions.has(PermissionFlagsBits[name]);
    const where = everywhere ? 'in the whole server' : `in ${namesOf(missing)}`;
    const fix = everywhere
      ? `Give the role of Heimdall ${label} (Server Settings, Roles), to ${purpose}.`
      : `Allow ${label} for Heimdall there (Edit Channel, Permissions), to ${purpose}.`;
    return [{ what: `Permission ${label}`, state: `missing ${where}`, fix }];
  });
  if (findings.length > 0) return findings;
  return [{ what: 'Permissions', state: `all there are needed, in ${channels.length} channels`, fix: null }];
}

function takesMessages(channel: GuildBasedChannel): boolean {
  return channel.type === ChannelType.GuildText || channel.type === ChannelType.GuildAnnouncement;
}

function namesOf(channels: readonly GuildBasedChannel[]): string {
  const names = channels.slice(0, SHOWN_CHANNELS).map(({ name }) => `#${name}`);
  const rest = channels.length - names.length;
  return `${names.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}

/** As Discord's settings call it: `Send Messages in Threads`. */
function labelOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replace(' In ', ' in ');
}
