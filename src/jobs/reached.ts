import type { CheckAnswer } from './check-answer.ts';
import type { DueUrl } from './due-pages.ts';

/** What the redirects of one check led to. */
export interface Reached {
  /** To be told of each answer and where it came from; a redirect to a page that is due has answered for that page too. */
  note(asked: DueUrl, answer: CheckAnswer, from: string): void;
  /** What a redirect has already brought of this page; null: it is to be asked for. */
  answerTo(due: DueUrl): CheckAnswer | null;
}

/**
 * A page that answered at the end of a redirect need not be asked for again in the same check: a start page that redirects
 * for now to another page of its site would cost that page two requests every week, and four where it fails. Pure.
 */
export function createReached(due: readonly DueUrl[]): Reached {
  /** Not asked for yet, and read from their own address. */
  const waiting = new Set(due.filter(({ address }) => address === null).map(({ url }) => url));
  const answers = new Map<string, CheckAnswer>();
  return {
    note({ url }, answer, from) {
      waiting.delete(url);
      if (!waiting.has(from)) return;
      // What is no answer, such as one redirect too many, says nothing of the page that it ended at.
      const isFailed = answer.kind === 'missing' || answer.kind === 'failing';
      if (isFailed && answer.failure.code === 'http-status') answers.set(from, answer);
      // Nothing stands between this address and its page.
      if (answer.kind === 'read' && answer.fetchedFrom === null) answers.set(from, { ...answer, permanent: true });
    },
    answerTo({ url }) {
      const answer = answers.get(url) ?? null;
      answers.delete(url);
      return answer;
    },
  };
}
