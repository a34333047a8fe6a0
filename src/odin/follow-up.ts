import { contentWords } from '../knowledge/query.ts';

/** Words by which a question leans on the one before it, in the languages that most servers speak. */
const LEANING =
  /(?<![\p{L}\p{N}])(?:it|its|that|this|those|these|they|them|there|then|one|ones|same|instead|else|and|but|also|das|dies|diese[rsn]?|damit|dort|dann|und|auch|eso|esto|ese|también|cela|ça|ce|cette|aussi|isso|isto|também|это|этого|там|и)(?![\p{L}\p{N}])/iu;
const SHORT = 3;

/**
 * What to search for when a question follows another: a question that leans on the one before takes its words along.
 * Pure.
 */
export function searchTextOf(question: string, before: string | null): string {
  if (before === null) return question;
  const leans = LEANING.test(question) || contentWords(question).length < SHORT;
  return leans ? `${question} ${contentWords(before).join(' ')}` : question;
}
