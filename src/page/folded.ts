import { attr, classes, type ElementNode } from './tree.ts';

/**
 * Accordions without a mark of their own: headings, each with a hidden box behind it that a script shows when the
 * heading is clicked. One such pair could be anything; several, or a heading made to be clicked, are an accordion.
 */

/** Siblings looked at to find the one beside: more stand between only on pages made to keep readers busy. */
const MAX_STEPS = 8;
const SWITCH_CLASS = /(?:^|[-_])(?:question|toggler?|trigger|accordion|expand\w*|collaps\w*)(?:$|[-_])/;

/** Is the hidden box all that stands under a heading which opens it? */
export function isFoldedUnderHeading(box: ElementNode, isFolded: (node: ElementNode) => boolean): boolean {
  const heading = beside(box, 'previous');
  if (!heading || !isTitle(heading, box)) return false;
  const next = beside(box, 'next');
  if (next && !isTitle(next, box)) return false;
  if (isClickable(heading)) return true;
  const isPair = (title: ElementNode | null): boolean => {
    const section = title && isTitle(title, box) ? beside(title, 'next') : null;
    return section !== null && section.tag === box.tag && isFolded(section);
  };
  const before = beside(heading, 'previous');
  if (isPair(next) || (before !== null && isFolded(before) && isPair(beside(before, 'previous')))) return true;
  // Each pair may stand in a box of its own.
  const { parent } = box;
  const cousins = parent && !beside(heading, 'previous') ? [beside(parent, 'next'), beside(parent, 'previous')] : [];
  return cousins.some((cousin) => cousin?.tag === parent?.tag && isPair(cousin && firstOf(cousin)));
}

function isTitle({ tag }: ElementNode, box: ElementNode): boolean {
  return /^h[2-6]$/.test(tag) || (tag === 'dt' && box.tag === 'dd');
}

function isClickable(heading: ElementNode): boolean {
  if (['onclick', 'tabindex', 'aria-expanded'].some((name) => attr(heading, name) !== undefined)) return true;
  return attr(heading, 'role') === 'button' || classes(heading).some((name) => SWITCH_CLASS.test(name));
}

/** The element beside another, unless words stand between; dropped ones count, since hidden boxes may be by now. */
function beside(node: ElementNode, side: 'previous' | 'next'): ElementNode | null {
  let sibling = node[side];
  for (let steps = 0; sibling && steps < MAX_STEPS; steps++, sibling = sibling[side]) {
    if (sibling.kind === 'element') {
      if (sibling.textLength > 0) return sibling;
    } else if (sibling.text.trim()) return null;
  }
  return null;
}

function firstOf(node: ElementNode): ElementNode | null {
  let child = node.first;
  while (child && child.kind === 'text' && !child.text.trim()) child = child.next;
  return child?.kind === 'element' ? child : null;
}
