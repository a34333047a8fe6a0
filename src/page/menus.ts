import { holdsHeading, prose, PROSE } from './prose.ts';
import { drop, find, has, neighbour, plainText, walk, type ElementNode, type TreeNode } from './tree.ts';

/** Rows of links that make a menu. */
const MENU_LINKS = 3;
const MENU_DENSITY = 0.8;
const MENU_LABEL = 40;
/** A menu holds no more of the page's text. */
const MENU_SHARE = 0.4;

/**
 * Pages without landmarks: boxes of short links that stand before the first sentence or after the last are menus,
 * whatever they are made of. Between sentences they are content.
 */
export function dropMenus(body: ElementNode): void {
  const { first, last } = proseBounds(body);
  let position = 0;
  walk(body, {
    enter(node) {
      position++;
      if (node === body || (position >= first && position <= last)) return true;
      // A page of nothing but links is a list, and no part of it a menu.
      if (last === 0 && isList(node) && isRowOfLinks(node) && !isSmallPart(node, body)) return false;
      if ((!isMenu(node, body) && !isFrame(node)) || isUnderHeading(node)) return true;
      drop(node);
      return false;
    },
  });
}

/** The site's name and motto are no longer than this. */
const MAX_MOTTO = 80;

/** A box around a menu that is gone, with a few words beside it. */
function isFrame(node: ElementNode): boolean {
  if (!/^(?:div|header|table|tr|td|center|section)$/.test(node.tag) || node.textLength > MAX_MOTTO) return false;
  if (node.textLength === 0 || holdsHeading(node) || has(node, ({ tag }) => /^(?:p|pre|li|dd)$/.test(tag)))
    return false;
  return find(node, (inner) => inner.dropped && inner.linkLength > 0, { dropped: true }).length > 0;
}

/** Positions, in page order, of the first and last element with a sentence of its own. */
function proseBounds(body: ElementNode): { first: number; last: number } {
  let position = 0;
  let first = Infinity;
  let last = 0;
  walk(body, {
    enter(node) {
      position++;
      if (!/^(?:div|p|li|dd|td|blockquote|section|center|body|pre)$/.test(node.tag)) return true;
      if (ownText(node) < PROSE) return true;
      first = Math.min(first, position);
      last = position;
      return true;
    },
  });
  return { first, last };
}

/** Text that stands in an element itself, in its words and inline marks. */
function ownText(node: ElementNode): number {
  let length = 0;
  for (let child = node.first; child; child = child.next) if (isInline(child)) length += inlineLength(child);
  return length;
}

function isInline(child: TreeNode): boolean {
  return child.kind === 'text' || /^(?:b|strong|em|i|code|span|tt|kbd|small|font|abbr|var|samp)$/.test(child.tag);
}

function inlineLength(child: TreeNode): number {
  return child.kind === 'text' ? child.text.trim().length : child.dropped ? 0 : prose(child);
}

function isMenu(node: ElementNode, body: ElementNode): boolean {
  return (
    /^(?:div|ul|ol|p|table|section|center|td|dl|map)$/.test(node.tag) && isSmallPart(node, body) && isRowOfLinks(node)
  );
}

function isList({ tag }: ElementNode): boolean {
  return /^(?:ul|ol|dl|table)$/.test(tag);
}

function isSmallPart(node: ElementNode, body: ElementNode): boolean {
  return node.linkLength <= MENU_SHARE * body.textLength;
}

function isRowOfLinks(node: ElementNode): boolean {
  if (node.linkLength < MENU_DENSITY * node.textLength || holdsHeading(node)) return false;
  const links = find(node, ({ tag }) => tag === 'a');
  return links.length >= MENU_LINKS && node.linkLength / links.length <= MENU_LABEL;
}

/** Headings over links that belong to the text. */
const SEE_ALSO =
  /^[\d.\s]*(?:see also|references?|(?:further|related) (?:reading|links|information)|(?:external )?links|bibliography|siehe auch|voir aussi|v[ée]ase tambi[ée]n)\W*$/i;

/** A line of links right under a heading is what the section says: the pages that a manual page refers to. */
function isUnderHeading(node: ElementNode): boolean {
  let box = node;
  let before = neighbour(box, 'previous');
  for (let i = 0; !before && box.parent && i < 3; i++) {
    box = box.parent;
    before = neighbour(box, 'previous');
  }
  if (before === null || !/^h[1-6]$/.test(before.tag)) return false;
  return SEE_ALSO.test(plainText(before)) || (box === node && isList(node) && isSectionOfText(before));
}

/** Headings of menus that stand in one box with the text. */
const MENU_TITLE =
  /^\W*(?:navigation|menu|(?:table of )?contents|index|categories|archives?|recent .*|latest .*|tags|links|pages|blogroll|meta|search|sites?|more .*|follow .*|share.*|about)\W*$/i;
/** So far above a heading its text is looked for. */
const MAX_ABOVE = 12;

/** Does the heading stand among the paragraphs of the text, where a menu has a box of its own? */
function isSectionOfText(heading: ElementNode): boolean {
  if (MENU_TITLE.test(plainText(heading))) return false;
  let above = heading.previous;
  for (let i = 0; above && i < MAX_ABOVE; i++, above = above.previous) {
    if (above.kind === 'element' && above.tag === 'p' && !above.dropped && prose(above) >= PROSE) return true;
  }
  return false;
}
