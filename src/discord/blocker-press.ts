import { MessageFlags, type ButtonInteraction } from 'discord.js';
import { parseUrl } from '../parse-url.ts';
import { withExempt, withHost } from '../links/policy.ts';
import { saySentence } from './answer.ts';
import { LINK_FIELD } from './blocker-log.ts';
import type { Press } from './custom-id.ts';
import { refusalFor } from './permission.ts';
import type { Surface } from './surface.ts';

type Meant = Extract<Press, { kind: 'blocker' }>;

/** Room for the message's own words in a message that says whose they are (Discord's limit is 2,000). */
const PER_MESSAGE = 1800;

/** Undo, Allow this host, Exempt this member: all they need stands in the log entry, so that they outlive a restart. */
export async function pressBlocker(surface: Surface, interaction: ButtonInteraction, meant: Meant): Promise<void> {
  const refused = refusalFor({ access: 'admin' }, interaction);
  if (refused !== null) return saySentence(interaction, refused);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await interaction.editReply({ content: await done(surface, interaction, meant) });
}

/** Does it, and says in one sentence what was done. */
async function done(surface: Surface, interaction: ButtonInteraction, meant: Meant): Promise<string> {
  const { attachments } = surface.app;
  const guildId = interaction.guildId ?? '';
  switch (meant.action) {
    case 'undo':
      return undo(surface, interaction, meant);
    case 'allow-host': {
      const address = interaction.message.embeds[0]?.fields.find(({ name }) => name === LINK_FIELD)?.value ?? '';
      const host = parseUrl(address.replace(/…$/, ''))?.hostname;
      if (host === undefined) return 'The entry does not say which host it was: use /attachments hosts.';
      await attachments.change(guildId, (policy) => withHost(policy, host, 'allowed'));
      return `Links to ${host} are let through from now on. Take it back with /attachments hosts host:${host} shows:forget.`;
    }
    case 'exempt':
      await attachments.change(guildId, (policy) => withExempt(policy, 'members', meant.memberId, true));
      return `<@${meant.memberId}> is left out from now on. Take it back with /attachments exempt member:<@${meant.memberId}> remove:True.`;
    default:
      return meant.action satisfies never;
  }
}

/** Posts the words again, as the member's; files are gone with the message. The entry loses its button first. */
async function undo(
  { app, client }: Surface,
  interaction: ButtonInteraction,
  { channelId, memberId }: Meant,
): Promise<string> {
  const text = interaction.message.embeds[0]?.description ?? '';
  const channel = await client.channels.fetch(channelId).catch(() => null);
  if (text === '' || channel === null || channel.isDMBased() || !channel.isSendable()) {
    return 'It cannot be restored: the channel is gone, or Heimdall may not write there.';
  }
  if (channel.guildId !== interaction.guildId) return 'It cannot be restored: the channel is in another server.';
  await withoutUndo(interaction);
  for (const [index, part] of parts(text).entries()) {
    const whose = index === 0 ? `<@${memberId}> wrote (restored by <@${interaction.user.id}>):\n` : '';
    await channel.send({ content: whose + part });
  }
  await app.attachments.count(interaction.guildId ?? '', 'undone');
  return `Restored in <#${channelId}>. Files that came with it are gone.`;
}

async function withoutUndo({ message, customId }: ButtonInteraction): Promise<void> {
  const components = message.components
    .map((row) => row.toJSON())
    .map((row) => {
      if (!('components' in row)) return row;
      return {
        ...row,
        components: row.components.filter((each) => !('custom_id' in each) || each.custom_id !== customId),
      };
    });
  await message.edit({ components });
}

/** The text in messages of allowed length, cut at a line's end or a space where there is one. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let rest = text;
  while (rest.length > PER_MESSAGE) {
    const space = Math.max(rest.lastIndexOf('\n', PER_MESSAGE), rest.lastIndexOf(' ', PER_MESSAGE));
    const end = space > 0 ? space : PER_MESSAGE - (/[\uD800-\uDBFF]/.test(rest[PER_MESSAGE - 1] ?? '') ? 1 : 0);
    found.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...found, rest];
}
