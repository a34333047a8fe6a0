import type { Block } from './blocks.ts';
import { codeLanguage, isCodeBox } from './code.ts';
import { plainOfMarkdown } from './plain.ts';
import { prose, PROSE } from './prose.ts';
import { isDateStamp } from './stamp.ts';
import { attr, drop, find, has, neighbour, plainText, walk, type ElementNode } from './tree.ts';

/** Short blocks that every page of a site has: they speak of the page, or ask something of its reader. */
const THING = '(?:page|source|article|document(?:ation)?|manual|site|topic|section|file)';
/** Scraps wherever they stand as a block of their own. */
const TEXT_SCRAPS = [
  '[^\\p{L}\\p{N}]*',
  'cop(?:y|ied!?)(?: (?:page|link|code|to clipboard))?\\W*|(?:link|content|code|text) copied(?: to (?:the )?clipboard)?\\W*',
  'on this page\\W*|in this (?:article|section)\\W*|expand description|(?:show|hide|read) (?:more|less|all)\\W*',
  `(?:was|were|is|did|do) (?:this|you|it|we) .{0,40}\\b(?:helpful|useful|help(?: you)?|answer(?:ed)? your questions?|looking for|need(?:ed)?|solve your (?:problem|issue)|like (?:it|this ${THING})|feedback)\\s?\\?(?:\\W*(?:yes|no)\\b)*\\W*`,
  'thank(?:s| you) for (?:your|the) feedback.{0,20}',
  '.{0,12}\\d+ min(?:ute)?s?(?: to)? read\\b.{0,10}|(?:estimated )?reading time\\b.{0,20}',
  'written by .{0,60}updated .{0,40}|.{0,60} edited this page .{0,80}',
  '(?:powered by|made with|built with|hosted (?:by|on)) [^.]{1,40}',
  `this (?:(?:page|article|document(?:ation)?|manual|site) )?was (?:automatically )?(?:generated|created|built|rendered|translated|converted|produced) (?:by|with|using|from|on) .{0,100}`,
  'all rights reserved\\.?',
];
/** Scraps only where the whole block is a link. */
const LINK_SCRAPS = [
  // Whatever is to be done with this page; what is to be done with the manual may be to read it.
  `.{0,3}(?<!\\p{L})(?!(?:about|download|get|read|see|visit)\\b)(?:\\p{L}+ ){1,4}this ${THING}(?: (?:on|in|at|via) \\p{L}+)?\\W*`,
  `.{0,3}(?:edit|improve|correct|change|fix|update|print|view) the ${THING}(?: (?:on|in|at|via) \\p{L}+)?\\W*`,
  '.{0,3}(?:edit|view|suggest|report|open|improve|source)\\b.{0,30}\\b(?:github|gitlab|bitbucket|codeberg|sourcehut|bug|issue|problem|edits?|changes)\\W*',
  '\\W?(?:edit|source|view source|top|up|prev(?:ious)?|next|home|contents|index|menu|close|print|share|search|yes|no)(?: page| article)?\\W*',
  'log ?in|log ?out|sign ?(?:in|up|out)|register|subscribe',
  '(?:skip|jump|back|return|go back) to .{0,30}|(?:go )?to (?:the )?top(?: of (?:the|this) page)?',
];
const TEXT_SCRAP = new RegExp(`^(?:${TEXT_SCRAPS.join('|')})$`, 'iu');
/** Whose the page is, where nothing follows: above the text of a licence it is a part of it. */
const COPYRIGHT = /^(?:©|\(c\) ?(?:19|20)\d\d|copyright (?:©|\(c\)|\d{4})).{0,120}$/iu;
const LINK_SCRAP = new RegExp(`^(?:${LINK_SCRAPS.join('|')})$`, 'iu');
const MAX_SCRAP = 140;
/** Elements that are parts of content: what they say belongs to it. */
const PART = /^(?:table|tr|td|th|li|dt|dd|h[1-6]|tbody|thead|strong|em|b|i|label|kbd|sup|sub|caption|figcaption)$/;
const STANDALONE = /^(?:div|p|section|footer|header|small|aside|ul|ol|form|address|center|time|summary)$/;

export function dropScraps(root: ElementNode): void {
  /** The last box that was judged: one inside it with the same words need not be. */
  let judged: ElementNode | null = null;
  walk(root, {
    enter(node) {
      if (node.tag === 'pre') dropLanguageLabel(node, root);
      if (node.tag === 'pre' || node.tag === 'code' || isCodeBox(node)) return false;
      if (node === root || node.textLength > MAX_SCRAP) return true;
      if (node.tag === 'a' && node.textLength === 0 && isArrow(node)) drop(node);
      if (node.textLength === 0) return !node.dropped && node.tag !== 'svg';
      if (PART.test(node.tag)) return false;
      if (judged !== null && node.parent === judged && node.textLength === judged.textLength) judged = node;
      else if (isStandalone(node)) {
        judged = node;
        if (isScrap(node, root)) dropWithBrackets(node, root);
      }
      return !node.dropped;
    },
  });
}

/** A picture that leads to a neighbouring page, with the word for it in its alt: `[Up]`. */
function isArrow(link: ElementNode): boolean {
  const alts = find(link, ({ tag }) => tag === 'img').map((image) => (attr(image, 'alt') ?? '').trim());
  return alts.length === 1 && alts.every((alt) => LINK_SCRAP.test(alt.replace(/^\[|\]$/g, '')));
}

/** Brackets around a link that is gone would say something else: `class Hook(source)` is no `class Hook()`. */
function dropWithBrackets(node: ElementNode, root: ElementNode): void {
  drop(node);
  const { parent } = node;
  if (!parent || parent === root || parent.textLength === 0 || parent.textLength > 4) return;
  if (/^(?:span|small|sup|em|i|div)$/.test(parent.tag) && !/[\p{L}\p{N}]/u.test(plainText(parent))) drop(parent);
}

/** How far around code its label may stand. */
const LABEL_REACH = 3;

/** A box above code that shows only its language, which the fence says. */
function dropLanguageLabel(pre: ElementNode, root: ElementNode): void {
  let box = pre;
  for (let i = 0; i < LABEL_REACH && box !== root; i++) {
    const label = neighbour(box, 'previous');
    if (label) {
      const isLabel = /^(?:div|span|header|figcaption)$/.test(label.tag) && label.textLength <= MAX_LABEL;
      const text = isLabel ? plainText(label).toLowerCase() : '';
      if (text !== '' && text === codeLanguage(pre)) drop(label);
      return;
    }
    if (!box.parent) return;
    box = box.parent;
  }
}
const MAX_LABEL = 20;

function isScrap(node: ElementNode, root: ElementNode): boolean {
  const text = plainText(node);
  if (TEXT_SCRAP.test(text) || (node.linkLength === node.textLength && LINK_SCRAP.test(text))) return true;
  // A date in code is told as an example of one.
  if (isDateStamp(text)) return !has(node, ({ tag }) => tag === 'code');
  return COPYRIGHT.test(text) && !isFollowedByProse(node, root);
}

function isFollowedByProse(node: ElementNode, root: ElementNode): boolean {
  for (let up = node; up !== root && up.parent; up = up.parent) {
    let after = neighbour(up, 'next');
    for (let i = 0; after && i < MAX_AFTER; i++, after = neighbour(after, 'next'))
      if (prose(after) >= PROSE) return true;
  }
  return false;
}
const MAX_AFTER = 8;

/** A block, a link or span that is alone in one, or a link with no word beside it. */
function isStandalone(node: ElementNode): boolean {
  if (STANDALONE.test(node.tag) || !node.parent || node.parent.textLength === node.textLength) return true;
  return node.tag === 'a' && !hasWordBeside(node, 'previous') && !hasWordBeside(node, 'next');
}

function hasWordBeside(node: ElementNode, side: 'previous' | 'next'): boolean {
  const sibling = node[side];
  if (!sibling) return false;
  if (sibling.kind === 'text') return /[\p{L}\p{N}]/u.test(sibling.text);
  return sibling.textLength > 0 && !/^(?:a|br|hr|div|p|ul|ol|table|h[1-6])$/.test(sibling.tag);
}

const IMPRINT = new RegExp(
  `^(?:this |the )?(?:${THING} )?(?:was |has been )?(?:automatically )?(?:(?:generated|created|built|rendered|compiled|translated|converted|produced|formatted|made) (?:by|with|using|from|on)|last (?:updated|modified|changed))\\b`,
  'i',
);
const MAX_IMPRINT = 240;

/** Ways to the neighbouring pages: nothing but a link, or two. */
const NEIGHBOURS =
  /^(?:- |\s)*\[(?:\W*(?:previous|prev|next)\b|\W*(?:Previous|Prev|Next)[\p{Lu}])[^\]]*\]\([^)]*\)(?:\s*(?:- )?\[[^\]]*\]\([^)]*\))?$/iu;

/** Leaves out what a converter says of itself at the end of the page, and the ways on from there. */
export function withoutImprint(written: readonly Block[]): readonly Block[] {
  let blocks = written;
  while (blocks.length > 2 && NEIGHBOURS.test(blocks.at(-1)?.text ?? '')) blocks = blocks.slice(0, -1);
  const last = blocks.at(-1);
  const isShort = (last?.kind === 'paragraph' || last?.kind === 'quote') && last.text.length <= MAX_IMPRINT;
  return blocks.length > 2 && isShort && IMPRINT.test(plainOfMarkdown(last.text)) ? blocks.slice(0, -1) : blocks;
}
