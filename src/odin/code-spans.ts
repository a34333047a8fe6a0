/** Code spans of Markdown, and what only looks like one. Pure. */

/**
 * From left to right: a backslash with the mark it escapes, a code span, backticks that open none. An escaped backtick
 * opens no span, and in a span backslashes are only themselves (CommonMark 6.1).
 */
const MARKS = /\\([!-/:-@[-`{-~])|(`+)(?!`)((?:[^\n]|\n(?!\s*\n))+?)(?<!`)\2(?!`)|`+|\\/gu;

export type InlineMark =
  | { readonly kind: 'escape'; readonly mark: string }
  | { readonly kind: 'code'; readonly code: string; readonly written: string }
  /** A backtick without its like, or a backslash that escapes nothing. */
  | { readonly kind: 'stray'; readonly written: string };

/** Text with each escape, code span and stray backtick or backslash replaced. */
export function replaceMarks(text: string, replace: (mark: InlineMark) => string): string {
  return text.replace(MARKS, (written: string, escaped?: string, _fence?: string, code?: string) => {
    if (escaped !== undefined) return replace({ kind: 'escape', mark: escaped });
    if (code !== undefined) return replace({ kind: 'code', code, written });
    return replace({ kind: 'stray', written });
  });
}

/** The code of the spans in a text. */
export function codeIn(text: string): readonly string[] {
  const codes: string[] = [];
  replaceMarks(text, (mark) => {
    if (mark.kind === 'code') codes.push(mark.code);
    return '';
  });
  return codes;
}

/** A text changed outside its code spans alone. */
export function changeOutsideCode(text: string, change: (words: string) => string): string {
  const pieces = [''];
  let end = 0;
  for (const { index, 0: written, 3: code } of text.matchAll(MARKS)) {
    if (code === undefined) continue;
    pieces[pieces.length - 1] = change(text.slice(end, index));
    pieces.push(written, '');
    end = index + written.length;
  }
  pieces[pieces.length - 1] = change(text.slice(end));
  return pieces.join('');
}
