import { attr, drop, find, plainText, type ElementNode } from './tree.ts';
import { isSortLink } from './marks.ts';
import type { Survey } from './survey.ts';

/**
 * Listings that web servers make of a folder: names and what is said of them are kept, the rest is the server's. The
 * files behind the names are met as links; here they are words.
 */
const PARENT = /^(?:\.\.\/?|parent directory)$/i;

export function tidyListing(survey: Survey, body: ElementNode): void {
  if (!survey.tagged('h1').some((heading) => /^index of \//i.test(plainText(heading)))) return;
  const links = survey.tagged('a');
  if (!links.some(isSort) && !links.some((link) => PARENT.test(plainText(link)))) return;
  for (const link of links) {
    if (isSort(link) || PARENT.test(plainText(link))) drop(rowOf(link));
    else link.attrs.length = 0;
  }
  for (const icon of find(body, ({ tag }) => tag === 'img')) drop(icon);
}

function isSort(link: ElementNode): boolean {
  return isSortLink(attr(link, 'href') ?? '');
}

/** The row or item a link stands in, if it is one of a table or list. */
function rowOf(link: ElementNode): ElementNode {
  for (let up = link.parent; up; up = up.parent) {
    if (up.tag === 'tr' || up.tag === 'li') return up;
    if (up.tag === 'pre' || up.tag === 'body') break;
  }
  return link;
}
