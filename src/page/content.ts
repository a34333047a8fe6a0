import { PROSE } from './prose.ts';
import type { Survey } from './survey.ts';
import {
  attr,
  collapse,
  drop,
  elementsOf,
  find,
  has,
  isDropped,
  isInside,
  plainText,
  walk,
  type ElementNode,
  type TreeNode,
} from './tree.ts';
import { dropContentsLists } from './contents-list.ts';
import { dropScraps } from './scraps.ts';

/** Which part of a page is its content, once the chrome is dropped. */
export interface Content {
  readonly root: ElementNode;
  /** The page's heading where it stands outside the root. */
  readonly heading: { readonly text: string; readonly anchor: string | null } | null;
}

/** A child that holds so much of an element's prose is its content. */
const DOMINANT = 0.7;
/** `main` or `article` must hold so much of the page's prose, or its heading, to be believed. */
const BELIEVABLE = 0.35;

export function findContent(survey: Survey, body: ElementNode, title: string): Content {
  const start = landmark(survey, body);
  if (!start) dropMenus(body);
  const root = descend(start ?? body);
  dropContentsLists(survey, root);
  dropScraps(root);
  for (const node of survey.tagged('h1')) if (!isDropped(node) && isSiteName(node, root, title)) drop(node);
  const headings = survey.tagged('h1').filter((node) => !isDropped(node));
  const first = headings.find((node) => isInside(node, root));
  if (first) dropBeforeHeading(root, first);
  const heading = headingFor(survey, first, headings.at(-1), title);
  const found = heading && { text: plainText(heading), anchor: attr(heading, 'id') ?? null };
  // It is written by itself.
  if (heading) drop(heading);
  return { root, heading: found };
}

/**
 * What stands for the page's heading when the content has none that the document's title repeats: a box called a title
 * that does, else an h1 from outside (the last, since the first is often the site's name).
 */
function headingFor(
  survey: Survey,
  inside: ElementNode | undefined,
  outside: ElementNode | undefined,
  title: string,
): ElementNode | null {
  if (inside && title.includes(plainText(inside))) return null;
  const box = survey.titles.find((node) => {
    const text = plainText(node);
    return text !== '' && title.startsWith(text) && !holdsHeading(node);
  });
  if (!box || (!inside && outside && title.includes(plainText(outside)))) return inside ? null : (outside ?? null);
  return box;
}

/** A link to the start of a site, however far up it is. */
const HOME = /^(?:https?:\/\/[^/]+)?(?:\/|(?:\.{0,2}\/)*(?:index\.\w+)?)$/;

/**
 * The name of the site: a heading that is nothing but a link, beside content with a heading of its own that the
 * document's title repeats. Inside the content it has to lead to the site's start.
 */
function isSiteName(heading: ElementNode, root: ElementNode, title: string): boolean {
  if (heading.textLength === 0 || heading.linkLength < heading.textLength) return false;
  const [link] = find(heading, ({ tag }) => tag === 'a');
  const href = (link && attr(link, 'href')) ?? '#';
  if (href.startsWith('#') || (isInside(heading, root) && !HOME.test(href))) return false;
  const own = find(root, ({ tag }) => /^h[1-6]$/.test(tag)).find((node) => node !== heading);
  const words = own ? firstText(own) : '';
  return words.length > 2 && title.includes(words);
}

/** The first words of an element that stand in one piece: a heading may have a mark behind them. */
function firstText(node: ElementNode): string {
  let words = '';
  walk(node, {
    enter: () => words === '',
    text({ text }) {
      words ||= collapse(text).trim();
    },
  });
  return words;
}

/** Characters that are not links: what pages are made of, and menus are not. */
function prose(node: ElementNode): number {
  return node.textLength - node.linkLength;
}

/** The element that the page itself calls its main part. */
function landmark(survey: Survey, body: ElementNode): ElementNode | null {
  const { mains, articles } = survey;
  const firstHeading = survey.tagged('h1').findLast((node) => !isDropped(node));
  const total = Math.max(1, prose(body));
  for (const candidates of [mains, articles]) {
    const [best] = candidates.filter((node) => !isDropped(node)).toSorted((a, b) => prose(b) - prose(a));
    if (best && (prose(best) / total >= BELIEVABLE || (prose(best) > 0 && isInside(firstHeading ?? body, best))))
      return best;
  }
  return null;
}

/** Goes inwards as long as one child holds nearly everything, and no heading of the page is left outside. */
function descend(start: ElementNode): ElementNode {
  let node = start;
  for (;;) {
    const children = elementsOf(node);
    const best = children.toSorted((a, b) => prose(b) - prose(a))[0];
    if (!best || !isBox(best) || prose(best) < DOMINANT * prose(node)) return node;
    if (!holdsH1(best) && children.some((child) => child !== best && holdsHeading(child))) return node;
    node = best;
  }
}

function isBox({ tag }: ElementNode): boolean {
  return !/^(?:p|pre|ul|ol|dl|table|blockquote|details|h[1-6]|a|span|code)$/.test(tag);
}

function holdsHeading(node: ElementNode): boolean {
  return /^h[1-6]$/.test(node.tag) || has(node, ({ tag }) => /^h[1-6]$/.test(tag));
}

function holdsH1(node: ElementNode): boolean {
  return node.tag === 'h1' || has(node, ({ tag }) => tag === 'h1');
}

/** Rows of links that make a menu. */
const MENU_LINKS = 3;
const MENU_DENSITY = 0.8;
const MENU_LABEL = 40;

/**
 * Pages without landmarks: boxes of short links that stand before the first sentence or after the last are menus,
 * whatever they are made of. Between sentences they are content.
 */
function dropMenus(body: ElementNode): void {
  const { first, last } = proseBounds(body);
  let position = 0;
  walk(body, {
    enter(node) {
      position++;
      if (node === body || (position >= first && position <= last)) return true;
      if (!isMenu(node, body) && !isFrame(node)) return true;
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
  if (!/^(?:div|ul|ol|p|table|section|center|td|dl|map)$/.test(node.tag) || holdsHeading(node)) return false;
  if (node.linkLength < MENU_DENSITY * node.textLength || node.linkLength > 0.4 * body.textLength) return false;
  const links = find(node, ({ tag }) => tag === 'a');
  return links.length >= MENU_LINKS && node.linkLength / links.length <= MENU_LABEL;
}

/** Drops what stands before the page's heading, unless it reads like prose. */
function dropBeforeHeading(root: ElementNode, heading: ElementNode): void {
  const before: ElementNode[] = [];
  for (let node = heading; node !== root && node.parent; node = node.parent) {
    for (let sibling = node.previous; sibling; sibling = sibling.previous) {
      if (sibling.kind === 'element' && !sibling.dropped) before.push(sibling);
    }
  }
  const words = before.reduce((sum, node) => sum + prose(node), 0);
  if (words < 200 && words < 0.2 * prose(root)) for (const node of before) if (plainText(node)) drop(node);
}
