import type { Survey } from './survey.ts';
import { attr, drop, find, isDropped, isInside, neighbour, plainText, type ElementNode } from './tree.ts';

/** Tables of contents: lists of links to places on this page, with the words that announce them. */
const CONTENTS_WORDS =
  /^(?:(?:table of )?contents?|on this page|in this (?:article|page|section|document)|page contents|index|topics|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des mati[eè]res|sur cette page|contenido|en esta p[aá]gina|目次|目录|本页目录)[:.]?$/i;
const MAX_WORDS = 40;
/** Share of a list's text that its links hold. */
const DENSITY = 0.8;

export function dropContentsLists(survey: Survey, root: ElementNode): void {
  for (const list of [...survey.tagged('ul'), ...survey.tagged('ol'), ...survey.tagged('dl')]) {
    if (!isContentsList(list) || isDropped(list) || !isInside(list, root)) continue;
    drop(list);
    dropAnnouncement(list);
  }
}

function isContentsList(list: ElementNode): boolean {
  // The labels of tabs whose panels a script fills lead to places on the page, too.
  if (list.textLength === 0 || attr(list, 'role') === 'tablist' || list.linkLength < DENSITY * list.textLength)
    return false;
  const links = find(list, ({ tag }) => tag === 'a');
  return links.length >= 2 && links.every((link) => attr(link, 'href')?.startsWith('#') ?? false);
}

/** Drops the words before a list that is gone, where they do nothing but announce contents. */
export function dropContentsLabel(list: ElementNode): void {
  const before = neighbour(list, 'previous');
  if (before && before.textLength <= MAX_WORDS && CONTENTS_WORDS.test(plainText(before))) drop(before);
}

/** The title of the list: words that say so, or a heading that has nothing else under it. */
function dropAnnouncement(list: ElementNode): void {
  let node = list;
  let before = neighbour(node, 'previous');
  while (!before && node.parent && node.parent.textLength === 0) {
    node = node.parent;
    before = neighbour(node, 'previous');
  }
  if (!before || before.textLength > MAX_WORDS) return;
  const after = neighbour(node, 'next');
  const isEmptied = isHeading(before) && (!after || (isHeading(after) && after.tag <= before.tag));
  if (isEmptied || CONTENTS_WORDS.test(plainText(before))) drop(before);
}

function isHeading({ tag }: ElementNode): boolean {
  return /^h[2-6]$/.test(tag);
}
