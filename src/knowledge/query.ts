import { STOP_WORDS } from './stop-words.ts';
import { folded, isPairedScript, trigramsOfRuns, wordsOf, writtenWordsOf } from './words.ts';

/** From a person's question to what the full-text indexes are asked. Pure. */

/** Longer questions are cut: what is asked for stands at the beginning. */
const LONGEST_QUERY = 500;
const MOST_WORDS = 32;
const MOST_NAMES = 4;

/** The words to search for, without those that tell nothing, unless nothing else remains. In order, each once. */
export function contentWords(query: string): string[] {
  const text = query.slice(0, LONGEST_QUERY);
  const shouting = text === text.toUpperCase();
  const folding = wordsOf(text);
  // In "WHERE clause" the capitals say that a keyword is meant.
  const isKeyword = (written: string): boolean => !shouting && /^\p{Lu}{2,}$/u.test(written);
  const telling = writtenWordsOf(text).filter((word) => isKeyword(word) || !STOP_WORDS.has(folded(word)));
  return unique(telling.length > 0 ? telling.map(folded) : folding).slice(0, MOST_WORDS);
}

/**
 * Names of the technical kind in a query: with a dot, an underscore, `::` or parentheses inside or after, or a keyword
 * in capitals, as they were written.
 */
export function technicalNames(query: string): string[] {
  const text = query.slice(0, LONGEST_QUERY);
  const names = text.match(/[\p{L}\p{N}_$@-]+(?:(?:\.|::|->)[\p{L}\p{N}_$@-]+)*(?:\(\))?/gu) ?? [];
  const shouting = text === text.toUpperCase();
  return unique(
    names.filter((name) => /[_.:>]|\(\)$|^\p{Ll}+\p{Lu}/u.test(name) || (!shouting && /^\p{Lu}{2,}$/u.test(name))),
  ).slice(0, MOST_NAMES);
}

/** A match expression for FTS5: any of the words. Each is quoted, so that no input has a meaning there; '' for none. */
export function anyOf(words: readonly string[]): string {
  return words.map((word) => asPhrase([word]) + (isHalfPair(word) ? '*' : '')).join(' OR ');
}

/** A match expression for FTS5: these words one after another in the title or the headings; '' for none. */
export function inHeadings(name: string): string {
  const words = wordsOf(name);
  return words.length === 0 ? '' : `{title headings} : ${asPhrase(words)}`;
}

/**
 * What an index of trigrams can find of a query: words of three characters and more, and threes out of Thai and the
 * like. Chinese is left to its pairs, whose ranking it would only dilute (nDCG .932 with it, .963 without).
 */
export function trigramTerms(query: string, words: readonly string[]): string[] {
  const whole = words.filter((word) => word.length >= 3 && !isPairedScript(word));
  return unique([...whole, ...trigramsOfRuns(query.slice(0, LONGEST_QUERY))]).slice(0, 2 * MOST_WORDS);
}

/** Words one after another, quoted; they hold letters, digits and underscores only. */
function asPhrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** A single character of a script indexed in pairs: it finds the pairs that begin with it. */
function isHalfPair(word: string): boolean {
  return word.length === 1 && isPairedScript(word);
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
