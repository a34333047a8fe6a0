import { holdsHeading } from './prose.ts';
import { attr, createElement, detach, find, has, insert, type ElementNode } from './tree.ts';

/** Words longer than this are no line on a card. */
const MAX_LINE = 300;

/**
 * A card: a link around a heading and a line or two. A heading is no link, so the first line under it leads where the
 * card does.
 */
export function linkCard(card: ElementNode): void {
  const href = attr(card, 'href');
  const line = href === undefined ? undefined : find(card, isLine)[0];
  if (href === undefined || !line) return;
  const link = createElement('a', undefined, [{ name: 'href', value: href }]);
  link.textLength = line.textLength;
  link.linkLength = line.textLength;
  for (let child = line.first; child; child = line.first) {
    detach(child);
    insert(link, child, null);
  }
  insert(line, link, null);
}

/** A box of words only, outside of headings. */
function isLine(node: ElementNode): boolean {
  if (!/^(?:p|div|span)$/.test(node.tag) || node.textLength === 0 || node.textLength > MAX_LINE) return false;
  if (isInHeading(node) || holdsHeading(node)) return false;
  return !has(node, ({ tag }) => !/^(?:span|b|strong|em|i|code|br|small)$/.test(tag));
}

function isInHeading(node: ElementNode): boolean {
  for (let up = node.parent; up && up.tag !== 'a'; up = up.parent) if (/^h[1-6]$/.test(up.tag)) return true;
  return false;
}
