import { has, type ElementNode } from './tree.ts';

/** A paragraph of so many characters outside links is prose. */
export const PROSE = 60;

export function holdsProse(node: ElementNode): boolean {
  return has(node, (inner) => inner.tag === 'p' && inner.textLength - inner.linkLength >= PROSE);
}

/** Characters that are not links: what pages are made of, and menus are not. */
export function prose(node: ElementNode): number {
  return node.textLength - node.linkLength;
}

/** Is it a heading, or does it hold one? */
export function holdsHeading(node: ElementNode): boolean {
  return /^h[1-6]$/.test(node.tag) || has(node, ({ tag }) => /^h[1-6]$/.test(tag));
}
