import type { QuestionLog } from '../questions.ts';
import type { GuildFile } from './guild-file.ts';

/** How one guild's open file is borrowed. */
type Use = <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>;

/**
 * The part of a guild's knowledge that keeps questions. `erase` takes forgotten bytes out of files and copies; `bury`
 * remembers that a member is forgotten, for the time when a backup is put back.
 */
export function createQuestionLog(
  use: Use,
  erase: (file: GuildFile) => Promise<void>,
  bury: (member: string, at: Date) => void,
): QuestionLog {
  const forget = (work: (file: GuildFile) => number): Promise<number> =>
    use(async (file) => {
      const gone = work(file);
      if (gone > 0) await erase(file);
      return gone;
    });
  return {
    keepQuestion: (question) => use(({ questions }) => questions.keep(question)),
    question: (id) => use(({ questions }) => questions.get(id)),
    keepMessage: (questionId, messageId) => use(({ questions }) => questions.keepMessage(questionId, messageId)),
    questionIn: (messageId) => use(({ questions }) => questions.inMessage(messageId)),
    answerKept: (key, audience) => use(({ questions }) => questions.latestAnswer(key, audience)),
    translationKept: (question, language) => use(({ questions }) => questions.latestTranslation(question, language)),
    rate: (id, member, good, at) =>
      use(({ questions, gaps }) => {
        const rated = questions.rate(id, member, good, at);
        if (rated && !good) gaps.add(id);
        return rated;
      }),
    addToGap: (id) => use(({ gaps }) => gaps.add(id)),
    gaps: (query) => use(({ gaps }) => gaps.list(query)),
    countGaps: (state) => use(({ gaps }) => gaps.count(state)),
    gap: (id) => use(({ gaps }) => gaps.get(id)),
    settleGap: (id, state, note) => use(({ gaps }) => gaps.settle(id, state, note)),
    teach: (answer) => use(({ gaps }) => gaps.teach(answer)),
    unteach: (id) => use(({ gaps }) => gaps.unteach(id)),
    taught: (audience) => use(({ gaps }) => gaps.taught(audience)),
    keptOf: (member) => use(({ questions }) => questions.of(member)),
    forgetMember: (member, at) => {
      // First of all: what is deleted without being buried could come back.
      bury(member, at);
      return forget(({ questions }) => questions.forgetMember(member));
    },
    forgetQuestionsBefore: (at) => forget(({ questions }) => questions.forgetBefore(at)),
    bookTokens: (day, tokens) => use(({ gaps }) => gaps.bookTokens(day, tokens)),
  };
}
