import { contentWords } from '../knowledge/query.ts';
import type { GivenPassage } from './given-passage.ts';
import { isTurnedRound } from './polarity.ts';
import { numberWords, plainDigits } from './written-numbers.ts';

/** What of a sentence can be looked up in a passage: numbers, code, addresses, words. Pure. */

/** Digits with what joins them: 3.12, 1,000, 2026-03-01, 0x1F, v1.2.3. */
const NUMBER = /(?<![\p{L}\p{N}])v?\d[\p{N}\p{L}]*(?:[.,:/_-]\p{N}[\p{N}\p{L}]*)*/giu;
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)/gu;
/** Without a path it is only taken for an address where it ends as most of them do. */
const DOMAIN =
  /(?<![\w@./-])(?:[\w-]+\.)+(?:com|net|org|info|biz|xyz|gg|ru|cn|site|online|shop|click|link)(?![\w/-]|\.\w)/giu;
const URL_LIKE = /(?:https?:\/\/|www\.)[^\s<>()[\]"'`]+|(?<![\w@./-])(?:[\w-]+\.)+[a-z]{2,}\/[^\s<>()[\]"'`]*/giu;

export interface Facts {
  readonly numbers: readonly string[];
  readonly code: readonly string[];
  readonly urls: readonly string[];
  /** Domains without scheme and path: text to read, that nothing links. */
  readonly domains: readonly string[];
  /** Numbers in words, with their digits. */
  readonly numberWords: ReturnType<typeof numberWords>;
  /** Content words, without those of the facts above. */
  readonly words: readonly string[];
}

export function factsOf(sentence: string): Facts {
  const code = [...sentence.matchAll(CODE_SPAN)].map((match) => flat(match[2] ?? ''));
  const withoutCode = plainDigits(sentence).replace(CODE_SPAN, ' ');
  const urls = withoutCode.match(URL_LIKE)?.map(trimmedUrl) ?? [];
  const withoutUrls = withoutCode.replace(URL_LIKE, ' ');
  const prose = withoutUrls.replace(DOMAIN, ' ');
  return {
    numbers: (prose.match(NUMBER) ?? []).map(plainNumber),
    code,
    urls,
    domains: withoutUrls.match(DOMAIN) ?? [],
    numberWords: numberWords(prose),
    words: contentWords(prose.replace(NUMBER, ' ')),
  };
}

/** Passages as one text in which facts are looked up. */
export interface Witness {
  says(fact: string): boolean;
  hasNumber(number: string): boolean;
  /** Share of the words that the passages say too, stems compared; 1 for none. */
  shareOf(words: readonly string[]): number;
  /** Whether what they say of the same is the opposite. */
  contradicts(sentence: string, words: readonly string[]): boolean;
}

export function witnessOf(evidence: readonly GivenPassage[]): Witness {
  const text = flat(
    evidence.map(({ title, headings, text, url }) => [title, ...headings, text, url].join('\n')).join('\n'),
  );
  const numbers = new Set((plainDigits(text).match(NUMBER) ?? []).map(plainNumber));
  const stems = stemsIn(text);
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
