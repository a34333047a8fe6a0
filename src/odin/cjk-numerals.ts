import type { NumberWord } from './number-words.ts';

/** Numbers in Chinese, Japanese and Korean words. Pure. */

const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };
const SAME_HAN: Readonly<Record<string, string>> = { 零: '〇', 两: '二', 兩: '二' };
/** What is counted; without it, one sign alone is part of a word more often than a number. */
const COUNTED = '年月日天个個小时時分秒周週次回名人件倍版台歳岁元円种種行列点點層层页頁';
const HAN = new RegExp(
  `(?!十分(?![钟鐘間]))[〇零一二三四五六七八九两兩十百千万萬亿億]{2,}|(?!十分(?![钟鐘間]))[二三四五六七八九两兩十百千](?=[${COUNTED}])`,
  'gu',
);
/** Words that are made of such signs and no numbers. */
const NO_NUMBERS = new Set(['万一', '千万', '一一', '三三两两', '万千', '千百', '百万一']);

const KOREAN_DIGITS = '영일이삼사오육칠팔구';
const KOREAN_SCALES: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1e3, 만: 1e4, 억: 1e8 };
const KOREAN_COUNTED = '(?:년|개월|월|일|주|시간|시|분|초|개|번|회|명|배|원|세|살|달|퍼센트|달러|유로|가지)';
const KOREAN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[일이삼사오육칠팔구십백천만억]*[십백천억][일이삼사오육칠팔구십백천만억]*|[삼오육칠팔구])(?=\\s?${KOREAN_COUNTED})`,
  'gu',
);
const KOREAN_OWN: Readonly<Record<string, number>> = {
  두: 2,
  세: 3,
  네: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열: 10,
  열한: 11,
  열두: 12,
  스무: 20,
  서른: 30,
};
const OWN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${Object.keys(KOREAN_OWN)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?=\\s?${KOREAN_COUNTED})`,
  'gu',
);

/** Numbers that a text writes with Chinese, Japanese or Korean words, with their values in digits. */
export function cjkNumerals(text: string): readonly NumberWord[] {
  const han = (text.match(HAN) ?? [])
    .filter((word) => !NO_NUMBERS.has(word))
    .map((word) => {
      const plain = word.replace(/[零两兩]/gu, (sign) => SAME_HAN[sign] ?? sign);
      return { word, digits: valueOf(plain, HAN_DIGITS, HAN_SCALES) };
    });
  const korean = (text.match(KOREAN) ?? []).map((word) => ({
    word,
    digits: valueOf(word, KOREAN_DIGITS, KOREAN_SCALES),
  }));
  const own = (text.match(OWN) ?? []).map((word) => ({ word, digits: String(KOREAN_OWN[word] ?? word) }));
  return [...han, ...korean, ...own];
}

/** Digits in a row are read as such (二〇二四); with scales each multiplies what stands before it (三百二十). */
function valueOf(word: string, digits: string, scales: Readonly<Record<string, number>>): string {
  const signs = Array.from(word);
  if (signs.every((sign) => digits.includes(sign))) return signs.map((sign) => digits.indexOf(sign)).join('');
  let [whole, part, digit] = [0, 0, 0];
  for (const sign of signs) {
    const scale = scales[sign];
    if (scale === undefined) digit = digits.indexOf(sign);
    else if (scale >= 1e4) [whole, part, digit] = [whole + Math.max(part + digit, 1) * scale, 0, 0];
    else [part, digit] = [part + Math.max(digit, 1) * scale, 0];
  }
  return String(whole + part + digit);
}
