import { defineCommand } from '../../src/app/command.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { problem } from '../../src/app/view.ts';
import { counted, shownTime } from '../../src/app/wording.ts';
import { KEEP_QUESTIONS_DAYS } from '../../src/promises.ts';

export default defineCommand({
  path: ['privacy', 'show'],
  description: 'See what Heimdall keeps about you here',
  access: 'member',
  options: {},
  async *run(_given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const id = context.member?.id;
    if (id === undefined) return yield problem('On the console nobody is told apart: nothing is kept about you.');
    const { questions, ratings, lessons } = await guild.value.keptOf(id);
    return yield {
      kind: 'result',
      view: {
        tone: 'neutral',
        title: `${counted(questions.length, 'question')} and ${counted(ratings, 'rating')} of yours`,
        text: [
          `Questions, answers and ratings are kept for ${KEEP_QUESTIONS_DAYS} days, so that the team sees what is missing.`,
          ...(lessons === 0
            ? []
            : [`${counted(lessons, 'answer')} that you taught ${lessons === 1 ? 'carries' : 'carry'} your id.`]),
          'For lists and forms that you opened, what their buttons do is kept with your id for 7 days. Nothing else about you is kept.',
          'Delete them now with /privacy forget.',
        ],
        items: questions.map(({ question, askedAt }) => ({ title: question, lines: [shownTime(askedAt)] })),
      },
      data: {
        questions: questions.map(({ question, askedAt }) => ({ question, askedAt: askedAt.toISOString() })),
        ratings,
        lessons,
      },
    };
  },
});
