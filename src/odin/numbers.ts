import { LETTER } from './letters.ts';
import { numberWords } from './number-words.ts';
import { plainDigits } from './written-numbers.ts';

/** Numbers of a claim, and whether a text has them: whole, and as they are put together there. Pure. */

const PART = `(?:${LETTER}|\\p{N})`;
const SIGN = '(?:(?<![\\p{L}\\p{N})\\]])[-−–](?=\\p{N}))?';
/** 3.12, 1,000, 2026-03-01, 0x1F, v1.2.3, utf8, 10–20, -5, $5, 60 %. */
const NUMBER = new RegExp(
  `(?:\\p{Sc}\\s?)?${SIGN}${LETTER}*\\p{N}${PART}*(?:[.,:/_–—−-]\\p{N}${PART}*)*(?:\\s?[%‰\\p{Sc}])?`,
  'gu',
);
const JOINTS: Readonly<Record<string, string>> = { '.': '[.,]', ',': '[.,]', ':': ':', _: '_' };
/** How a range or a date may be written; "10 and 12" is none. */
const DASH = '\\s?(?:[-–—−‑~～/]|to|through|until|bis|à)\\s?';
const UNIT = '(?:[mµun]?s|[kmgt]i?b?|min|sec|h|d|px|r?em|st|nd|rd|th|x|am|pm|[kmg]hz|v|w)';
const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '(?:%|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent)',
  $: '(?:\\$|usd|dollars?)',
  '€': '(?:€|eur|euros?)',
  '£': '(?:£|gbp|pounds?)',
};

export interface KnownNumbers {
  has(number: string): boolean;
  /** Whether the number of a word is there, in digits or in words. */
  hasValue(digits: string): boolean;
}

/** Numbers as they are written. */
export function numbersIn(prose: string): readonly string[] {
  return plain(prose).match(NUMBER) ?? [];
}

/** The numbers of a text, to look those of a claim up in; its words for numbers count as numbers. */
export function knownNumbers(text: string): KnownNumbers {
  const there = plain(text);
  const values = new Set(numberWords(text).map(({ digits }) => digits));
  const has = (number: string): boolean => values.has(number) || patternOf(number).test(there);
  return {
    has,
    hasValue: (digits) => has(digits) || (digits === '0.5' && has('1/2')),
  };
}

/** Digits as ASCII ones, without thousands' commas and the `v` of versions. */
function plain(text: string): string {
  return plainDigits(text)
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '')
    .replace(/(?<![\p{L}\p{N}])v(?=\d)/gu, '');
}

function patternOf(number: string): RegExp {
  const [, before = '', digits = number, after = ''] = /^(\p{Sc}?)\s?(.*?)\s?([%‰\p{Sc}]?)$/u.exec(number) ?? [];
  const [, sign = '', rest = digits] = /^([-−–]?)(.*)$/u.exec(digits) ?? [];
  const joined = Array.from(rest.matchAll(/[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{N}]/gu), ([part]) => part);
  const body = joined
    .map((part, index) => {
      if (!/[\p{L}\p{N}]/u.test(part)) return JOINTS[part] ?? DASH;
      const goesOn = /[\p{L}\p{N}]/u.test(joined[index - 1] ?? '');
      return goesOn ? `[\\s_-]?${part}` : part;
    })
    .join('');
  const start = sign === '' ? '(?<!(?:^|[\\s(])[-−])' : '(?<![\\p{L}\\p{N})\\]])[-−–]';
  const end = `(?!${PART}|[.,:/_-]\\p{N})`;
  // A unit may stand right after the digits: 90s is 90 s.
  const unit = /\p{N}$/u.test(rest) ? `(?:(?=${UNIT}(?!${PART}))|${end})` : end;
  const whole = `(?<!${PART}|\\p{N}[.,:/_-])${start}${body}`;
  const symbol = SYMBOLS[before || after] ?? (before || after).replace(/[$]/gu, '\\$&');
  if (symbol === '') return new RegExp(whole + unit, 'mu');
  return new RegExp(`${symbol}\\s?${body}${unit}|${whole}\\s?${symbol}(?!${PART})`, 'mu');
}
