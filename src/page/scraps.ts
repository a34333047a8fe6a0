import type { Block } from './blocks.ts';
import { plainOfMarkdown } from './plain.ts';
import { drop, plainText, walk, type ElementNode } from './tree.ts';

/** Short blocks that every page of a site has: they speak of the page, or ask something of its reader. */
const MADE = '(?:generated|created|built|rendered|compiled|translated|converted|produced|formatted|made)';
const THING = '(?:page|source|article|document(?:ation)?|manual|site|topic|section|file)';
const SCRAPS = [
  '[^\\p{L}\\p{N}]*',
  // tools
  `.{0,3}(?:\\p{L}+ ){1,2}(?:this|the) ${THING}(?: (?:on|in|at|via) \\p{L}+)?\\W*`,
  `.{0,3}(?:edit|view|suggest|report|open|improve|source)\\b.{0,30}\\b(?:github|gitlab|bitbucket|codeberg|sourcehut|bug|issue|problem|edits?|changes)\\W*`,
  '(?:edit|source|view source|top|up|prev(?:ious)?|next|home|contents|index|menu|close|print|share|search|log ?in|log ?out|sign ?(?:in|up)|register|expand description|show more|show less)(?: page| article)?\\W*',
  'cop(?:y|ied!?)(?: (?:page|link|code|to clipboard))?\\W*',
  '(?:skip|jump|back|return|go) (?:back )?to .{0,30}',
  'on this page\\W*|in this (?:article|section)\\W*',
  // questions
  '(?:was|is|did|do) (?:this|you) .{0,60}\\?(?:\\W*(?:yes|no)\\b)*\\W*|yes|no|thank(?:s| you) for .{0,40}',
  // facts about the page
  '.{0,12}\\d+ min(?:ute)?s?(?: to)? read.{0,10}|(?:estimated )?reading time.{0,20}',
  `(?:this )?(?:${THING} )?(?:was )?last \\p{L}+(?:ed)?\\b(?: on| at| by|:).{0,80}`,
  'updated (?:on|at|about|over|\\d).{0,40}',
  `(?:this )?(?:${THING} )?(?:was )?(?:automatically )?${MADE} (?:by|with|using|from|on)\\b.{0,100}`,
  '(?:powered by|made with|built with|hosted by|hosted on) .{0,60}',
  '(?:©|\\(c\\)|copyright (?:©|\\(c\\)|\\d{4})).{0,120}|all rights reserved\\.?',
];
const SCRAP = new RegExp(`^(?:${SCRAPS.join('|')})$`, 'iu');
const MAX_SCRAP = 140;
/** Elements that are parts of content: what they say belongs to it. */
const PART =
  /^(?:pre|code|table|tr|td|th|li|dt|dd|h[1-6]|tbody|thead|strong|em|b|i|label|kbd|sup|sub|caption|figcaption)$/;
const STANDALONE = /^(?:div|p|section|footer|header|small|aside|ul|ol|form|address|center|time|summary)$/;

export function dropScraps(root: ElementNode): void {
  walk(root, {
    enter(node) {
      if (node.tag === 'pre' || node.tag === 'code') return false;
      if (node === root || node.textLength > MAX_SCRAP) return true;
      if (node.textLength === 0 || PART.test(node.tag)) return false;
      if (isStandalone(node) && SCRAP.test(plainText(node))) drop(node);
      return !node.dropped;
    },
  });
}

/** A block, a link or span that is alone in one, or a link with no word beside it. */
function isStandalone(node: ElementNode): boolean {
  if (STANDALONE.test(node.tag) || !node.parent || node.parent.textLength === node.textLength) return true;
  return node.tag === 'a' && !hasWordBeside(node, 'previous') && !hasWordBeside(node, 'next');
}

function hasWordBeside(node: ElementNode, side: 'previous' | 'next'): boolean {
  const sibling = node[side];
  if (!sibling) return false;
  return sibling.kind === 'text' ? /[\p{L}\p{N}]/u.test(sibling.text) : !/^(?:a|br|hr|h[1-6])$/.test(sibling.tag);
}

const IMPRINT = new RegExp(
  `^(?:this |the )?(?:${THING} )?(?:was |has been )?(?:automatically )?(?:${MADE} (?:by|with|using|from|on)|last (?:updated|modified|changed))\\b`,
  'i',
);
const MAX_IMPRINT = 240;

/** Leaves out what a converter says of itself at the end of the page. */
export function withoutImprint(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  const isImprint =
    (last?.kind === 'paragraph' || last?.kind === 'quote') &&
    last.text.length <= MAX_IMPRINT &&
    IMPRINT.test(plainOfMarkdown(last.text));
  return isImprint ? blocks.slice(0, -1) : blocks;
}
