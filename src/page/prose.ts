import { has, type ElementNode } from './tree.ts';

/** A paragraph of so many characters outside links is prose. */
export const PROSE = 60;

export function holdsProse(node: ElementNode): boolean {
  return has(node, (inner) => inner.tag === 'p' && inner.textLength - inner.linkLength >= PROSE);
}
