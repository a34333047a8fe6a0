import { contentWords } from '../knowledge/query.ts';
import type { GivenPassage } from './given-passage.ts';

/** What of a sentence can be looked up in a passage: numbers, code, addresses, words. Pure. */

/** Digits with what joins them: 3.12, 1,000, 2026-03-01, 0x1F, v1.2.3. */
const NUMBER = /(?<![\p{L}\p{N}])v?\d[\p{N}\p{L}]*(?:[.,:/_-]\p{N}[\p{N}\p{L}]*)*/giu;
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)/gu;
const URL_LIKE = /(?:https?:\/\/|www\.)[^\s<>()[\]"'`]+|(?<![\w@./-])(?:[\w-]+\.)+[a-z]{2,}\/[^\s<>()[\]"'`]*/giu;

export interface Facts {
  readonly numbers: readonly string[];
  readonly code: readonly string[];
  readonly urls: readonly string[];
  /** Content words, without those of the facts above. */
  readonly words: readonly string[];
}

export function factsOf(sentence: string): Facts {
  const code = [...sentence.matchAll(CODE_SPAN)].map((match) => flat(match[2] ?? ''));
  const withoutCode = sentence.replace(CODE_SPAN, ' ');
  const urls = withoutCode.match(URL_LIKE)?.map(trimmedUrl) ?? [];
  const prose = withoutCode.replace(URL_LIKE, ' ');
  return {
    numbers: (prose.match(NUMBER) ?? []).map(plainNumber),
    code,
    urls,
    words: contentWords(prose.replace(NUMBER, ' ')),
  };
}

/** Passages as one text in which facts are looked up. */
export interface Witness {
  says(fact: string): boolean;
  hasNumber(number: string): boolean;
  /** Share of the words that the passages say too, stems compared; 1 for none. */
  shareOf(words: readonly string[]): number;
}

export function witnessOf(evidence: readonly GivenPassage[]): Witness {
  const text = flat(
    evidence.map(({ title, headings, text, url }) => [title, ...headings, text, url].join('\n')).join('\n'),
  );
  const numbers = new Set((text.match(NUMBER) ?? []).map(plainNumber));
  const stems = new Set((text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(stemOf));
  // Chinese, Japanese and Thai words have no ends that a pattern sees: they are looked up in the text itself.
  const lower = text.toLowerCase();
  return {
    says: (fact) => text.includes(flat(fact)),
    hasNumber: (number) => numbers.has(number) || parts(number).every((part) => numbers.has(part)),
    shareOf(words) {
      if (words.length === 0) return 1;
      const known = words.filter(
        (word) => stems.has(stemOf(word)) || (/[^\p{ASCII}]/u.test(word) && lower.includes(word)),
      );
      return known.length / words.length;
    },
  };
}

/** A range such as `10-20` may stand as two numbers in the passage. */
function parts(number: string): readonly string[] {
  const found = number.split(/[/:_-]/u).filter(Boolean);
  return found.length > 1 ? found : [number];
}

/** A number without `v` before it, thousands' commas and what only ends the sentence. */
function plainNumber(written: string): string {
  return written
    .toLowerCase()
    .replace(/^v(?=\d)/u, '')
    .replace(/,(?=\d{3}(?!\d))/gu, '')
    .replace(/[.,:/_-]+$/u, '');
}

/** Markdown's marks and line ends are no part of what is said. */
function flat(text: string): string {
  return text
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/gu, '$1')
    .replace(/[*`]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function trimmedUrl(url: string): string {
  return url.replace(/[.,;:!?*_]+$/u, '');
}

/** Crude on purpose: `rotates`, `rotated` and `rotating` are one word here, and no dictionary is needed. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 4 ? lower.replace(/(?:ingly|edly|ations?|ing|ied|ies|ed|es|ly|s|e)$/u, '').slice(0, 8) : lower;
}
