/** Numbers however they are written: digits of other scripts, and English words. Pure. */

const DIGIT = /\p{Nd}/gu;

/** Decimal digits of any script as ASCII ones; each script has its ten in a row, zero first. */
export function plainDigits(text: string): string {
  return text.replace(DIGIT, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

function valueOf(codePoint: number): number {
  if (codePoint < 0x3a) return codePoint - 0x30;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return (codePoint - zero) % 10;
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}

// "One" is a pronoun more often than a number, and "second" a time.
const SMALL = 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen';
const WORDS: ReadonlyMap<string, string> = new Map([
  ...SMALL.split(' ').map((word, index) => [word, String(index + 2)] as const),
  ...['eighteen', 'nineteen', 'twenty'].map((word, index) => [word, String(index + 18)] as const),
  ...'thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, String((index + 3) * 10)] as const),
  ...(['hundred', 'thousand', 'million'] as const).map(
    (word, index) => [word, `1${'0'.repeat([2, 3, 6][index] ?? 0)}`] as const,
  ),
]);
const WORD = new RegExp(`(?<![\\p{L}-])(?:${[...WORDS.keys()].join('|')})(?![\\p{L}])`, 'giu');

/** Numbers that a text writes out, with what they are in digits. */
export function numberWords(text: string): readonly { readonly word: string; readonly digits: string }[] {
  return (text.match(WORD) ?? []).map((word) => ({ word, digits: WORDS.get(word.toLowerCase()) ?? word }));
}
