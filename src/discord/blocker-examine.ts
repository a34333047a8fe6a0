import { PermissionFlagsBits } from 'discord.js';
import type { Finding } from '../app/command.ts';
import { isInUse, rulesAt } from '../links/policy.ts';
import { nameIn } from './blocker-names.ts';
import type { Surface } from './surface.ts';

/** Channels named for one trouble; more of them have the same fix. */
const SHOWN_CHANNELS = 5;
/** What an entry of the log needs where it is sent. */
const LOG_PERMISSIONS = ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const;

/** What `/doctor` finds of the attachment blocker (rule 12.5); nothing where it is not used. */
export async function examineBlocker({ app, client, ear }: Surface, guildId: string): Promise<readonly Finding[]> {
  const policy = await app.attachments.policyOf(guildId);
  const guild = client.guilds.cache.get(guildId);
  if (guild === undefined || !isInUse(policy)) return [];
  const what = 'Attachment blocker';
  const unheard = await ear.problem();
  if (unheard !== null) return [{ what, state: 'cannot read messages', fix: unheard }];
  const self = await guild.members.fetchMe({ force: true });
  const blocking = [...guild.channels.cache.values()].filter((channel) => {
    const { parentId } = channel;
    const rules = rulesAt(policy, [channel.id, ...(parentId === null ? [] : [parentId])]);
    return rules.active && rules.action !== 'log' && channel.isTextBased();
  });
  const lacking = blocking.filter((channel) => {
    const permissions = channel.permissionsFor(self);
    return !permissions.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ManageMessages]);
  });
  const findings: Finding[] = [];
  if (lacking.length > 0) {
    const names = lacking.slice(0, SHOWN_CHANNELS).map(({ name }) => `#${name}`);
    const rest = lacking.length > names.length ? ` and ${lacking.length - names.length} more` : '';
    findings.push({
      what,
      state: `cannot delete in ${names.join(', ')}${rest}`,
      fix: 'Allow View Channel and Manage Messages for Heimdall there (Edit Channel, Permissions), or in its role (Server Settings, Roles).',
    });
  }
  const log = policy.logChannel === null ? null : guild.channels.cache.get(policy.logChannel);
  const deaf = log === null ? [] : LOG_PERMISSIONS.filter((name) => log?.permissionsFor(self).has(name) !== true);
  if (policy.logChannel !== null && deaf.length > 0) {
    findings.push({
      what,
      state: `cannot write to its log channel ${nameIn(guild, policy.logChannel)}`,
      fix: `Allow ${deaf.map(labelOf).join(', ')} for Heimdall there, or choose another one with /attachments block log:#channel.`,
    });
  }
  return findings.length > 0
    ? findings
    : [{ what, state: `reads messages, and can delete in ${blocking.length} channels`, fix: null }];
}

/** As Discord's settings call it: `Send Messages`. */
function labelOf(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
