import { defineCommand } from '../../src/app/command.ts';
import { forgetMember } from '../../src/app/forgetting.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { problem } from '../../src/app/view.ts';

export default defineCommand({
  path: ['privacy', 'forget'],
  description: 'Delete what Heimdall keeps about you here',
  access: 'member',
  options: {},
  async *run(_given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const id = context.member?.id;
    if (id === undefined) return yield problem('On the console nobody is told apart: nothing is kept about you.');
    const gone = await forgetMember(context.app, guild.value, id);
    return yield {
      kind: 'result',
      view: {
        tone: 'good',
        title: gone === 0 ? 'Nothing was kept about you' : 'What was kept about you is deleted',
        text: [
          'Your questions, answers to them and your ratings are gone from the database and from its copies, and your name from what you taught. A backup that is put back later comes without them.',
        ],
      },
      data: { forgotten: gone },
    };
  },
});
