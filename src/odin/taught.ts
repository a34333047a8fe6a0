import { contentWords } from '../knowledge/query.ts';
import { asksTheSame, type TaughtAnswer } from '../knowledge/questions.ts';
import type { GivenPassage } from './given-passage.ts';

/** Finding what the server's team taught for a question (rule 10.5). Pure. */

const MOST = 2;
/** All of a lesson's words in a longer question mean that lesson, too. */
const LEAST_WORDS = 2;

/** Lessons that answer a question, as passages numbered from 1; the team's word comes before any page. */
export function taughtFor(question: string, lessons: readonly TaughtAnswer[]): readonly GivenPassage[] {
  const words = contentWords(question);
  const fitting = lessons.filter((lesson) => {
    const asked = contentWords(lesson.question);
    return asksTheSame(words, asked) || (asked.length >= LEAST_WORDS && asked.every((word) => words.includes(word)));
  });
  return fitting.slice(-MOST).map(({ id, question: title, answer, taughtAt }, index) => ({
    n: index + 1,
    pageId: id,
    url: '',
    anchor: null,
    title,
    headings: [],
    text: answer,
    fetchedAt: taughtAt,
    taught: true,
    aiInput: true,
  }));
}
