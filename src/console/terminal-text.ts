/**
 * Text on its way to a terminal. Titles, addresses and passages are other people's: nothing in them may move the cursor,
 * change colours, or turn the order of what stands beside them.
 */

/** C0 and C1 controls but tab and line feed; marks and isolates of writing direction (Unicode TR 9); line separators. */
const STEERING =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Several lines that cannot steer a terminal. */
export function harmless(text: string): string {
  return text.replace(STEERING, '');
}

/** The same, and nothing can pretend to be a line of its own. */
export function oneLine(text: string): string {
  return harmless(text.replace(/[\r\n\t]+/g, ' '));
}

/** A value as one line of JSON that says exactly the same and steers no terminal. */
export function jsonLine(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(STEERING, escape);
}

/** Characters that take two columns: East Asian wide and full-width ones, and emoji (Unicode TR 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment);
  return width;
}

/** The text, or its end behind `…` where it takes more columns: the end tells pages of one site apart. */
export function endOf(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let left = columns - 1;
  for (const { segment } of [...graphemes.segment(text)].toReversed()) {
    left -= columnsOf(segment);
    if (left < 0) break;
    kept = segment + kept;
  }
  return columns < 1 ? '' : `…${kept}`;
}

function columnsOf(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}
