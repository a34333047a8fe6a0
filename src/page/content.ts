import { dropMenus } from './menus.ts';
import { headingFor, headingText, isSiteName } from './page-heading.ts';
import { holdsHeading, prose } from './prose.ts';
import type { Survey } from './survey.ts';
import { attr, drop, elementsOf, has, isDropped, isInside, plainText, type ElementNode } from './tree.ts';
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
  const found = heading && { text: headingText(heading, title), anchor: attr(heading, 'id') ?? null };
  // It is written by itself.
  if (heading) drop(heading);
  return { root, heading: found };
}

/** The element that the page itself calls its main part. */
function landmark(survey: Survey, body: ElementNode): ElementNode | null {
  const { mains, articles } = survey;
  const firstHeading = survey.tagged('h1').findLast((node) => !isDropped(node));
  const total = Math.max(1, prose(body));
  for (const candidates of [mains, articles]) {
    const [best] = candidates.filter((node) => !isDropped(node)).toSorted((a, b) => prose(b) - prose(a));
    if (best && (prose(best) / total >= BELIEVABLE || (prose(best) > 0 && isInside(firstHeading ?? body, best))))
      return threadOf(best, candidates) ?? best;
  }
  return null;
}

/** The box of a thread: an article beside this one that says something of its own is a post, and no card. */
function threadOf(article: ElementNode, articles: readonly ElementNode[]): ElementNode | null {
  const { parent } = article;
  if (article.tag !== 'article' || parent === null || parent.tag === 'body') return null;
  const beside = articles.filter((node) => node !== article && node.parent === parent && !node.dropped);
  return beside.some(isPost) ? parent : null;
}

function isPost(node: ElementNode): boolean {
  return node.tag === 'article' && prose(node) >= POST && prose(node) > node.linkLength;
}
/** A post is seldom shorter. */
const POST = 30;

/** Goes inwards as long as one child holds nearly everything, and no heading of the page is left outside. */
function descend(start: ElementNode): ElementNode {
  let node = start;
  for (;;) {
    const children = elementsOf(node);
    const best = children.toSorted((a, b) => prose(b) - prose(a))[0];
    if (!best || !isBox(best) || prose(best) < DOMINANT * prose(node)) return node;
    if (!holdsH1(best) && children.some((child) => child !== best && holdsHeading(child))) return node;
    if (best.tag === 'article' && children.some((child) => child !== best && isPost(child))) return node;
    node = best;
  }
}

function isBox({ tag }: ElementNode): boolean {
  return !/^(?:p|pre|ul|ol|dl|table|blockquote|details|h[1-6]|a|span|code)$/.test(tag);
}

function holdsH1(node: ElementNode): boolean {
  return node.tag === 'h1' || has(node, ({ tag }) => tag === 'h1');
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
