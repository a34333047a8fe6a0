import { spaced, wordsOf } from './words.ts';

/** What of a passage the full-text index is given, and which words of it the vocabulary. Pure. */

/** Longer "words" are hashes, keys and the like: nobody misspells them. */
const LONGEST_WORD = 40;
const LINK_TARGET = /\]\([^()\s]*\)/g;
/** Written like `getElementById` or `PageReader`: an identifier whose parts somebody may ask for. */
const CAMEL_CASE = /(?<![A-Za-z])[A-Z]?[a-z]+[A-Z][A-Za-z]*/g;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/**
 * The text for the index: without the targets of links, with the parts of identifiers behind them, and with spaces in
 * scripts that write none.
 */
export function searchable(text: string): string {
  const plain = withoutTargets(text);
  // Looking for camel case costs more than seeing that there is none.
  if (!/[a-z][A-Z]/.test(plain)) return spaced(plain);
  return spaced(plain.replace(CAMEL_CASE, (name) => `${name} ${partsOf(name).join(' ')}`));
}

/** Markdown without the addresses that its links point to. */
export function withoutTargets(text: string): string {
  return text.includes('](') ? text.replace(LINK_TARGET, ']') : text;
}

/** The parts of an identifier in camel case, as they were written; none of any other word. */
export function partsOf(name: string): readonly string[] {
  return /[a-z][A-Z]/.test(name) ? (name.match(PART) ?? []).filter((part) => part.length > 1) : [];
}

/** The different words of texts for the index, as the vocabulary keeps them; of `max_connections` its parts too. */
export function vocabularyOf(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      if (words.has(word) || word.length > LONGEST_WORD || /^\d+$/.test(word)) continue;
      words.add(word);
      if (word.includes('_')) for (const part of word.split('_')) if (/\D/.test(part)) words.add(part);
    }
  }
  return words;
}
