import { contentWords } from '../knowledge/query.ts';
import { addressesIn, hasAddress } from './addresses.ts';
import { codeIn, replaceMarks } from './code-spans.ts';
import type { GivenPassage } from './given-passage.ts';
import { knownCode } from './known-code.ts';
import { numberWords, type NumberWord } from './number-words.ts';
import { knownNumbers, numbersIn } from './numbers.ts';
import { isTurnedRound } from './polarity.ts';

/** What of a sentence can be looked up in a passage: numbers, code, addresses, words. Pure. */

export interface Facts {
  readonly numbers: readonly string[];
  readonly code: readonly string[];
  readonly urls: readonly string[];
  /** Hosts without scheme and path, and addresses of mail: text to read, that nothing links. */
  readonly hosts: readonly string[];
  readonly numberWords: readonly NumberWord[];
  /** Content words, without those of the facts above. */
  readonly words: readonly string[];
}

/** `language`: that of the sentence where it is known, for its numbers in words. */
export function factsOf(sentence: string, language: string | null = null): Facts {
  const withoutCode = replaceMarks(sentence, (mark) => (mark.kind === 'escape' ? mark.mark : ' '));
  const { urls, hosts, rest } = addressesIn(withoutCode);
  const numbers = numbersIn(rest);
  return {
    numbers,
    code: codeIn(sentence),
    urls,
    hosts,
    numberWords: numberWords(rest, language),
    words: contentWords(rest).filter((word) => !/\p{N}/u.test(word)),
  };
}

/** Passages as one text in which facts are looked up. */
export interface Witness {
  hasAddress(address: string): boolean;
  hasNumber(number: string): boolean;
  hasNumberWord(number: NumberWord): boolean;
  /** Code of a sentence. */
  hasCode(code: string): boolean;
  /** The lines of a block, all in one passage and in its order. */
  hasLines(lines: readonly string[]): boolean;
  /** Share of the words that the passages say too, stems compared; 1 for none. */
  shareOf(words: readonly string[]): number;
  /** Whether what they say of the same is the opposite. */
  contradicts(sentence: string, words: readonly string[]): boolean;
}

export function witnessOf(evidence: readonly GivenPassage[]): Witness {
  const text = flat(
    evidence.map(({ title, headings, text, url }) => [title, ...headings, text, url].join('\n')).join('\n'),
  );
  const numbers = knownNumbers(text);
  const codes = evidence.map(({ title, headings, text }) => knownCode([title, ...headings, text].join('\n')));
  const stems = stemsIn(text);
  // Chinese, Japanese and Thai words have no ends that a pattern sees: they are looked up in the text itself.
  const lower = text.toLowerCase();
  return {
    hasAddress: (address) => hasAddress(text, address),
    hasNumber: (number) => numbers.has(number),
    hasNumberWord: ({ word, digits }) => saysWord(lower, word.toLowerCase()) || numbers.hasValue(digits),
    hasCode: (code) => codes.some((known) => known.hasSpan(code)),
    hasLines: (lines) => codes.some((known) => known.hasLines(lines)),
    shareOf(words) {
      if (words.length === 0) return 1;
      const known = words.filter(
        (word) => stems.has(stemOf(word)) || (/[^\p{ASCII}]/u.test(word) && lower.includes(word)),
      );
      return known.length / words.length;
    },
    contradicts(sentence, words) {
      const shareIn = (other: string): number => {
        const there = stemsIn(other);
        return words.filter((word) => there.has(stemOf(word))).length / words.length;
      };
      return words.length > 0 && isTurnedRound(sentence, text, shareIn);
    },
  };
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(stemOf));
}

/** Markdown's marks and line ends are no part of what is said. */
function flat(text: string): string {
  return text
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/gu, '$1')
    .replace(/[*`]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Of scripts without spaces between words, what stands beside is no part of the word. */
function saysWord(text: string, word: string): boolean {
  const edge = /^[\p{Script=Latin}\p{M}\s-]+$/u.test(word) ? '[\\p{L}\\p{N}]' : '(?!)';
  return new RegExp(`(?<!${edge})${word}(?!${edge})`, 'u').test(text);
}

/** Crude on purpose: `rotates`, `rotated` and `rotating` are one word here, and no dictionary is needed. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 4 ? lower.replace(/(?:ingly|edly|ations?|ing|ied|ies|ed|es|ly|s|e)$/u, '').slice(0, 8) : lower;
}
