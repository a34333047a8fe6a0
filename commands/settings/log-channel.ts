import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { channel } from '../../src/app/id-option.ts';
import { flag } from '../../src/app/option.ts';
import { LOG_CHANNEL, readSetting } from '../../src/app/settings.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';

const options = {
  channel: channel({ description: 'The channel that gets receipts whose card nobody can see' }),
  off: flag({ description: 'Use no log channel' }),
};

export default defineCommand({
  path: ['settings', 'log-channel'],
  description: 'Choose the channel for receipts that cannot be shown where they were asked for',
  access: 'admin',
  options,
  async *run(given, context) {
    const chosen = given(options.channel);
    const off = given(options.off);
    if (off && chosen !== undefined) return yield wrongUsage('Choose a channel or off, not both.');
    const unfit = chosen === undefined ? null : ((await context.channelProblem?.(chosen)) ?? null);
    if (unfit !== null) return yield problem(unfit);
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    if (off) await guild.value.set(LOG_CHANNEL.name, null);
    if (chosen !== undefined) await guild.value.set(LOG_CHANNEL.name, chosen);
    return yield shown(await readSetting(guild.value, LOG_CHANNEL), context);
  },
});

function shown(channelId: string | null, { nameOf }: CommandContext): Output {
  return {
    kind: 'result',
    view: {
      tone: 'good',
      title: channelId === null ? 'No log channel is set' : 'The log channel is set',
      text: [
        channelId === null
          ? 'Where Heimdall cannot see a channel, a receipt goes to the person who asked.'
          : 'Receipts go there when the channel of the command cannot be written to.',
      ],
      ...(channelId === null ? {} : { fields: [['Channel', nameOf?.(channelId) ?? channelId]] }),
    },
    data: { logChannel: channelId },
  };
}
