/**
 * A letter of a script that has spaces between words, as the source of a pattern: only those go on with a number or an
 * address that stands right beside them.
 */
export const LETTER = '(?:(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}])\\p{L})';
