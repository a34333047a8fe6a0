/** Digits however they are written. Pure. */

const DIGIT = /\p{Nd}/gu;
/** Superscripts, circled numbers, fractions, Roman numerals. */
const OTHER_NUMBER = /(\p{N})?([\p{No}\p{Nl}]+)/gu;

/**
 * Decimal digits of any script as ASCII ones (each script has its ten in a row, zero first), and other signs of numbers as
 * what they stand for: ⑯ as 16, 10⁶ as 10^6.
 */
export function plainDigits(text: string): string {
  return text
    .replace(OTHER_NUMBER, (_, before: string | undefined, signs: string) => {
      const digits = signs.normalize('NFKC').replaceAll('⁄', '/');
      return `${before === undefined ? '' : `${before}^`}${/^[\d/]+$/u.test(digits) ? digits : signs}`;
    })
    .replace(DIGIT, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
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
