import { bindingLine, bindingOptions, bindingsIn } from '../../src/app/binding-options.ts';
import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { odinSettings } from '../../src/app/odin-settings.ts';
import { integer, text } from '../../src/app/option.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';
import { MAX_QUESTION } from '../../src/app/asking.ts';

const MAX_ANSWER = 1500;

const options = {
  question: text({ description: 'The question, in the words of members' }),
  answer: text({ description: 'The answer' }),
  gap: integer({
    description: 'The number of an unanswered question (see /odin gaps), instead of its words',
    min: 1,
    max: 1e9,
  }),
  ...bindingOptions,
  forget: integer({ description: 'The number of a taught answer to take back', min: 1, max: 1e9 }),
};

export default defineCommand({
  path: ['odin', 'teach'],
  description: 'Teach Odin an answer; he cites it as taught by your team',
  access: 'member',
  options,
  async *run(given, context) {
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const { role } = await odinSettings(guild.value);
    if (!mayTeach(context, role)) {
      return yield problem(
        'Teaching is for those who manage this server, and for the role they chose with /odin settings.',
      );
    }
    const lesson = given(options.forget);
    if (lesson !== undefined) {
      const gone = await guild.value.unteach(lesson);
      return yield gone
        ? {
            kind: 'result',
            view: { tone: 'good', title: `Lesson ${lesson} is taken back` },
            data: { forgotten: lesson },
          }
        : problem(`There is no lesson ${lesson}.`);
    }
    const gapId = given(options.gap);
    const gap = gapId === undefined ? null : await guild.value.gap(gapId);
    if (gapId !== undefined && gap === null)
      return yield problem(`There is no gap ${gapId}. See them with /odin gaps.`);
    const question = given(options.question) ?? gap?.question;
    const answer = given(options.answer);
    if (question === undefined || answer === undefined) {
      return yield wrongUsage('Teaching takes an answer, and a question or the number of a gap.');
    }
    if (question.length > MAX_QUESTION || answer.length > MAX_ANSWER) {
      return yield wrongUsage(`A question takes at most ${MAX_QUESTION} characters, an answer ${MAX_ANSWER}.`);
    }
    const [boundTo = null, another] = bindingsIn(given);
    if (another !== undefined) return yield wrongUsage('A lesson is for a channel or for a role, not for both.');
    const taughtBy = context.member?.id ?? 'console';
    const id = await guild.value.teach({ question, answer, taughtBy, taughtAt: context.app.clock.now(), boundTo });
    if (gap !== null) await guild.value.settleGap(gap.id, 'solved', `taught as lesson ${id}`);
    return yield {
      kind: 'result',
      view: {
        tone: 'good',
        title: `Taught as lesson ${id}`,
        text: [
          `Asked "${question}", Odin now says so and cites your team. Take it back with /odin teach forget:${id}.`,
          ...(boundTo === null ? [] : [`It is ${bindingLine([boundTo], context.nameOf)}.`]),
        ],
      },
      data: { lesson: id, question, boundTo: boundTo === null ? null : { ...boundTo } },
    };
  },
});

function mayTeach({ member }: CommandContext, role: string | null): boolean {
  return member === null || member.canManage || (role !== null && member.roles.includes(role));
}
