import { STOP_WORDS, WEAK_WORDS } from './stop-words.ts';
import { folded, isPartOfGroup, wordsOf, writtenWordsOf } from './words.ts';

/** From a person's question to what the full-text indexes are asked. Pure. */

/** Longer questions are cut: what is asked for stands at the beginning. */
const LONGEST_QUERY = 500;
/** Pairs and threes of scripts without spaces count as words here. */
const MOST_WORDS = 100;
const MOST_NAMES = 4;
/** "won't" is no form of "won": all of it tells nothing. */
const CONTRACTION = /(?<![\p{L}\p{N}])\p{L}+n['’]t(?!\p{L})|['’](?:s|m|re|ve|ll|d)(?!\p{L})/giu;

/** Ends of a way that are the asker's own ("upgrade from 14 to 15"): a manual tells the way for all of them at once. */
const FROM_TO = /\bfrom (?:[\p{L}]+ )?(\d+) to (?:[\p{L}]+ )?(\d+)/giu;

/** The words to search for, without those that tell nothing, unless nothing else remains. In order, each once. */
export function contentWords(query: string): string[] {
  const text = query.slice(0, LONGEST_QUERY).replace(CONTRACTION, ' ');
  const folding = wordsOf(text);
  const meant = new Set(keywords(query));
  const telling = writtenWordsOf(text).filter((word) => meant.has(word) || !STOP_WORDS.has(folded(word)));
  return unique(telling.length > 0 ? telling.map(folded) : folding).slice(0, MOST_WORDS);
}

/** Words written in small letters alone, as ordinary ones are, outside technical names. */
export function ordinaryWords(query: string): ReadonlySet<string> {
  const text = technicalNames(query).reduce((rest, name) => rest.replaceAll(name, ' '), query);
  return new Set(
    writtenWordsOf(text)
      .filter((word) => /^\p{Ll}+$/u.test(word))
      .map(folded),
  );
}

/** Whether a word of the question tells little: it says nothing much anywhere, or is where something goes from or to. */
export function tellsLittle(query: string): (word: string) => boolean {
  const ends = new Set(Array.from(query.matchAll(FROM_TO), ([, from, to]) => [from, to]).flat());
  return (word) => WEAK_WORDS.has(word) || ends.has(word);
}

/** Whether the question is a message out of a log or a console: `FATAL: …`, `ERROR: …`. */
export function isMessage(query: string): boolean {
  return /^\s*\[?\p{Lu}{4,}\]?:\s/u.test(query);
}

/** Words in capitals, as they were written: in "WHERE clause" they say that a keyword is meant. */
export function keywords(query: string): string[] {
  const text = query.slice(0, LONGEST_QUERY);
  if (text === text.toUpperCase()) return [];
  return unique(writtenWordsOf(text).filter((word) => /^\p{Lu}{2,}$/u.test(word)));
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
  return words.map((word) => asPhrase([word]) + (isPartOfGroup(word) ? '*' : '')).join(' OR ');
}

/** A match expression for FTS5: all of the words; '' for none. */
export function allOf(words: readonly string[]): string {
  return words.map((word) => asPhrase([word])).join(' AND ');
}

/** A match expression for FTS5: these words one after another in the title or the headings; '' for none. */
export function inHeadings(name: string): string {
  const words = wordsOf(name);
  return words.length === 0 ? '' : `{title headings} : ${asPhrase(words)}`;
}

/** A match expression for FTS5: words one after another. They hold letters, digits and underscores only. */
export function asPhrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
