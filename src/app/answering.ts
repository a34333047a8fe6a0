import type { Admission } from '../odin/members.ts';
import { EVERYBODY } from '../odin/audience.ts';
import { answerData, answerView, draftView } from './answer-view.ts';
import { MAX_QUESTION, type AskingEvent } from './asking.ts';
import type { CommandContext } from './command.ts';
import { guildToRead } from './guild.ts';
import { odinSettings } from './odin-settings.ts';
import { problem, wrongUsage, type Output } from './view.ts';
import { counted } from './wording.ts';

export interface Wish {
  readonly question: string;
  /** Only who asks will see the answer. */
  readonly isPrivate: boolean;
  /** The kept question that this one follows up. */
  readonly parent: number | null;
  /** Nobody asked Heimdall: only what it is sure of is an answer (rule 10.2). */
  readonly isUnasked?: true;
}

/** Answers a member's question, however it was asked: one running answer a member, a pause between questions (rule 10.4). */
export async function* answering(
  { question, isPrivate, parent, isUnasked }: Wish,
  context: CommandContext,
): AsyncGenerator<Output, void, void> {
  const guild = await guildToRead(context);
  if (!guild.ok) {
    yield problem(guild.sentence);
    return;
  }
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
  const end = (): void => (admission?.ok === true ? admission.end() : undefined);
  const asked = {
    question,
    asker: member?.id ?? null,
    channel: member?.channel ?? null,
    parent,
    isUnasked: isUnasked === true,
    settings,
    signal,
    audience: member?.audience(isPrivate) ?? EVERYBODY,
  };
  try {
    for await (const output of answered(app.asking.ask(guild.value, asked), question)) {
      // The answer is there: the member may ask again, however long it takes to be shown.
      if (output.kind === 'result') end();
      yield output;
    }
  } finally {
    end();
  }
}

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
      view: answerView(question, event.answer, event.ignorance, event.marks),
      data: { question, ...answerData(event.answer) },
      questionId: event.questionId,
    };
  }
}

function patience({ why, seconds }: Extract<Admission, { ok: false }>): string {
  if (why === 'running') return 'Your last question is still being answered.';
  return `You asked a moment ago: ask again in ${counted(seconds, 'second')}.`;
}
