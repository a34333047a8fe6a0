import { answerData, answerView, draftView } from '../src/app/answer-view.ts';
import { MAX_QUESTION } from '../src/app/asking.ts';
import { defineCommand } from '../src/app/command.ts';
import { guildToRead } from '../src/app/guild.ts';
import { flag, required, text } from '../src/app/option.ts';
import { problem, wrongUsage } from '../src/app/view.ts';
import { EVERYBODY } from '../src/odin/audience.ts';
import { DEFAULT_SETTINGS } from '../src/odin/settings.ts';

const options = {
  question: required(text({ description: 'What you want to know' })),
  private: flag({ description: 'Show the answer to me alone' }),
};

export default defineCommand({
  path: ['ask'],
  description: 'Ask Odin; he answers from what he has read here, with sources',
  access: 'member',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const question = given(options.question);
    if (question.length > MAX_QUESTION) {
      return yield wrongUsage(`A question takes at most ${MAX_QUESTION} characters, not ${question.length}.`);
    }
    const asked = {
      ...{ question, asker: null, channel: null, audience: EVERYBODY, parent: null },
      settings: DEFAULT_SETTINGS,
      signal: context.signal,
    };
    for await (const event of context.app.asking.ask(guild.value, asked)) {
      if (event.kind === 'draft') {
        yield { kind: 'draft', view: draftView(question, event.text, event.citations) };
        continue;
      }
      yield {
        kind: 'result',
        view: answerView(question, event.answer, { languages: [], partial: false }),
        data: { question, ...answerData(event.answer) },
        questionId: event.questionId,
      };
    }
    return;
  },
});
