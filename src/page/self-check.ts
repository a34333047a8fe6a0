import type { Block } from './blocks.ts';

/**
 * Did the words that the writer met arrive in its Markdown? Counted in letters and digits, since everything else may
 * change on the way. Addresses of links are not counted: they would make up for words that were lost.
 */

/** Share of the letters that must arrive. */
const ENOUGH = 0.95;
/** A page this short may lose a label to a rule. */
const SLACK = 40;

/** @param letters letters and digits of the text met in the tree */
export function keepsText(blocks: readonly Block[], letters: number): boolean {
  return blocks.reduce((sum, { text }) => sum + countLetters(text, true), SLACK) >= ENOUGH * letters;
}

const CLOSING_BRACKET = 0x5d;
const OPENING_PARENTHESIS = 0x28;

/** Counts letters and digits of ASCII, and everything beyond it but spaces and quotation marks. */
export function countLetters(text: string, passLinks = false): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)) count++;
    else if (code > 0xbf && (code < 0x2000 || code > 0x206f)) count++;
    else if (passLinks && code === CLOSING_BRACKET && text.charCodeAt(i + 1) === OPENING_PARENTHESIS) {
      const end = text.indexOf(')', i);
      if (end > 0) i = end;
    }
  }
  return count;
}
