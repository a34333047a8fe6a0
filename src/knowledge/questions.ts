import type { Audience, Binding } from './bindings.ts';

/** What a guild keeps of questions and answers, as the rest of the house sees it (spec 10.5, 10.8). */

/** A citation as it was shown, with what tells later whether the page still says the same. */
export interface KeptCitation {
  readonly n: number;
  readonly pageId: number;
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly fetchedAt: Date;
  /** Of the page when it was cited; null for what the team taught. */
  readonly contentHash: string | null;
  readonly taught: boolean;
}

/** A question in the language of the pages, as it was searched for. */
export interface Translation {
  /** Code of the language. */
  readonly language: string;
  readonly words: string;
}

export interface QuestionToKeep {
  readonly askedAt: Date;
  /** The member's id; null on the console. */
  readonly asker: string | null;
  readonly channel: string | null;
  readonly question: string;
  /** The same for the same question that wants the same kind of answer: answers are found again by it; '' never is. */
  readonly key: string;
  /** Who may see the answer's sources: answers are used again for the same audience only (rule 10.6). */
  readonly audience: string;
  /** The question that this one follows up. */
  readonly parent: number | null;
  readonly by: 'model' | 'quotes' | null;
  /** Markdown as it was shown; '' when the answer was that it is not known. */
  readonly answer: string;
  readonly citations: readonly KeptCitation[];
  readonly translation: Translation | null;
}

export interface KeptQuestion extends QuestionToKeep {
  readonly id: number;
  readonly good: number;
  readonly bad: number;
}

/** Questions that were not answered, or badly: several with the same words are one gap. */
export interface Gap {
  readonly id: number;
  /** As it was asked last. */
  readonly question: string;
  readonly asked: number;
  readonly lastAskedAt: Date;
  readonly state: 'open' | 'ignored' | 'solved';
  /** What was done about it, in a few words. */
  readonly note: string | null;
}

/** An answer that a member of the team gave. */
export interface TaughtAnswer {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
  readonly taughtBy: string;
  readonly taughtAt: Date;
  /** Only for the channel or role; null: for everybody. */
  readonly boundTo: Binding | null;
}

/** What is kept about a member. */
export interface KeptOfMember {
  readonly questions: readonly KeptQuestion[];
  /** How many. */
  readonly ratings: number;
  /** How many taught answers carry the member's id. */
  readonly lessons: number;
}

export interface QuestionLog {
  keepQuestion(question: QuestionToKeep): Promise<number>;
  question(id: number): Promise<KeptQuestion | null>;
  /** Remembers which message shows the answer, as long as the question is kept. */
  keepMessage(questionId: number, messageId: string): Promise<void>;
  /** The question whose answer this message shows. */
  questionIn(messageId: string): Promise<number | null>;
  /** The latest answer under this key for this audience, while all pages it cites say what they said. */
  answerKept(key: string, audience: string): Promise<KeptQuestion | null>;
  /** How this very question was translated into the language before. */
  translationKept(question: string, language: string): Promise<Translation | null>;
  /** One rating a member; a later one replaces it. A badly rated question becomes a gap. False: no such question. */
  rate(id: number, member: string, good: boolean, at: Date): Promise<boolean>;
  /** Puts an unanswered question with those alike. */
  addToGap(questionId: number): Promise<void>;
  gaps(query: {
    readonly state: Gap['state'];
    readonly limit: number;
    readonly offset: number;
  }): Promise<readonly Gap[]>;
  countGaps(state: Gap['state']): Promise<number>;
  gap(id: number): Promise<Gap | null>;
  settleGap(id: number, state: Gap['state'], note: string | null): Promise<boolean>;
  teach(answer: Omit<TaughtAnswer, 'id'>): Promise<number>;
  unteach(id: number): Promise<boolean>;
  /** What the audience may hear of it. */
  taught(audience?: Audience): Promise<readonly TaughtAnswer[]>;
  keptOf(member: string): Promise<KeptOfMember>;
  /**
   * Deletes a member's questions and ratings, bytes included, and takes the name from what the member taught; returns how
   * many there were. A backup from before `at` is put back without them.
   */
  forgetMember(member: string, at: Date): Promise<number>;
  /** Deletes questions and ratings older than this, and the gaps nothing is left of. */
  forgetQuestionsBefore(at: Date): Promise<number>;
  /** Adds tokens to what a day has cost; negative ones give back what was reserved. Returns the day's sum. */
  bookTokens(day: string, tokens: number): Promise<number>;
}

/** Part of the words that two questions share to be one gap. */
const SAME_GAP = 0.6;

/** Whether two questions, as their content words, ask for the same. */
export function asksTheSame(words: readonly string[], others: readonly string[]): boolean {
  const all = new Set([...words, ...others]);
  const shared = words.filter((word) => others.includes(word));
  return all.size > 0 && new Set(shared).size / all.size >= SAME_GAP;
}
