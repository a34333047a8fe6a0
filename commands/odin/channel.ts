import { defineCommand } from '../../src/app/command.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { place } from '../../src/app/id-option.ts';
import { flag } from '../../src/app/option.ts';
import { problem } from '../../src/app/view.ts';

const options = {
  channel: place({ description: 'A text channel or a forum' }),
  remove: flag({ description: 'Answer there only when asked to' }),
};

export default defineCommand({
  path: ['odin', 'channel'],
  description: 'See or choose the channels and forums where Odin answers by himself',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const { answerChannels } = context.app;
    const [channel, remove] = [given(options.channel), given(options.remove)];
    const channels =
      channel === undefined
        ? await answerChannels.of(guild.value.guildId)
        : await answerChannels.change(guild.value, channel, !remove);
    const unreadable = channels.length === 0 ? null : ((await context.readingProblem?.()) ?? null);
    const names = channels.map((id) => context.nameOf?.(id) ?? id);
    return yield {
      kind: 'result',
      view: {
        tone: unreadable === null ? 'good' : 'warning',
        title:
          names.length === 0 ? 'Odin answers only when asked to' : `Odin answers by himself in ${names.join(', ')}`,
        text: [
          ...(names.length === 0
            ? []
            : [
                'Questions with a question mark, and the first message of a forum post, once each; silent when unsure.',
              ]),
          ...(unreadable === null ? [] : [unreadable]),
        ],
      },
      data: { channels, problem: unreadable },
    };
  },
});
