import { codeText, isGutter } from './code.ts';
import { mathOf } from './math.ts';
import { NS, walk, type ElementNode } from './tree.ts';
import { SILENT_TAGS } from './writer.ts';

/**
 * Did the words of the tree arrive in the Markdown? Counted in letters and digits, since everything else may change on
 * the way. Addresses of links are not counted: they would make up for words that were lost.
 */

/** Share of the letters that must arrive. */
const ENOUGH = 0.95;
/** A page this short may lose a label to a rule. */
const SLACK = 40;

export function keepsText(root: ElementNode, markdown: string): boolean {
  return lettersOfMarkdown(markdown) + SLACK >= ENOUGH * lettersOfTree(root);
}

function lettersOfTree(root: ElementNode): number {
  let count = 0;
  walk(root, {
    enter(node) {
      if (SILENT_TAGS.has(node.tag) || node.tag === 'iframe' || node.namespace === NS.SVG || mathOf(node) !== null)
        return false;
      if (node.tag !== 'pre') return true;
      const text = codeText(node);
      if (!isGutter(node, text)) count += countLetters(text);
      return false;
    },
    text({ text }) {
      count += countLetters(text);
    },
  });
  return count;
}

function lettersOfMarkdown(markdown: string): number {
  return countLetters(markdown.replace(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, ']'));
}

/** ASCII letters and digits, and everything beyond ASCII that is no space or quotation mark. */
function countLetters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) count++;
    else if (code > 0xbf && (code < 0x2000 || code > 0x206f)) count++;
  }
  return count;
}
