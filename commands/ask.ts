import { answerData, answerView, draftView } from '../src/app/answer-view.ts';
import { MAX_QUESTION, type AskingEvent } from '../src/app/asking.ts';
import { defineCommand } from '../src/app/command.ts';
import { guildToRead } from '../src/app/guild.ts';
import { odinSettings } from '../src/app/odin-settings.ts';
import { flag, required, text } from '../src/app/option.ts';
import { problem, wrongUsage, type Output } from '../src/app/view.ts';
import { counted } from '../src/app/wording.ts';
import type { Admission } from '../src/odin/members.ts';
import { EVERYBODY } from '../src/odin/audience.ts';

const options = {
  question: required(text({ description: 'What you want to know' })),
  private: flag({ description: 'Show the answer to me alone' }),
};

export default defineCommand({
  path: ['ask'],
  description: 'Ask Odin; he answers from what he has read here, with sources',
  access: 'member',
  options,
  isPublic: (given) => !given(options.private),
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) {
      yield problem(guild.sentence);
      return;
    }
    const question = given(options.question);
    if (question.length > MAX_QUESTION) {
      yield wrongUsage(`A question takes at most ${MAX_QUESTION} characters, not ${question.length}.`);
      return;
    }
    const { app, member, signal } = context;
    const settings = await odinSettings(guild.value);
    const admission =
      member === null ? null : app.members.admit(guild.value.guildId, member.id, settings.cooldownSeconds * 1000);
    if (admission?.ok === false) {
      yield problem(patience(admission));
      return;
    }
    const asked = {
      question,
      asker: member?.id ?? null,
      channel: member?.channel ?? null,
      parent: null,
      settings,
      signal,
      audience: member?.audience(given(options.private)) ?? EVERYBODY,
    };
    try {
      yield* answered(app.asking.ask(guild.value, asked), question);
    } finally {
      if (admission?.ok === true) admission.end();
    }
  },
});

async function* answered(
  events: AsyncGenerator<AskingEvent, void, void>,
  question: string,
): AsyncGenerator<Output, void, void> {
  for await (const event of events) {
    if (event.kind === 'draft') {
      yield { kind: 'draft', view: draftView(question, event.text, event.citations) };
      continue;
    }
    yield {
      kind: 'result',
      view: answerView(question, event.answer, event.ignorance),
      data: { question, ...answerData(event.answer) },
      questionId: event.questionId,
    };
  }
}

function patience({ why, seconds }: Extract<Admission, { ok: false }>): string {
  if (why === 'running') return 'Your last question is still being answered.';
  return `You asked a moment ago: ask again in ${counted(seconds, 'second')}.`;
}
