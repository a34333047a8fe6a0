import { attr, find, type ElementNode } from './tree.ts';

/** Ids that headings are cited by; they are taken from the page, never made up (`#Retention` may be in capitals). */

/** The id a link to this heading would name: its own, a target inside or just before, its section's, or null. */
export function anchorOf(heading: ElementNode): string | null {
  const own = attr(heading, 'id');
  if (own) return own;
  // The permalink that held the id may be gone from the content.
  const [inside] = find(heading, (node) => targetName(node) !== null, { dropped: true });
  if (inside) return targetName(inside);
  const before = previousElement(heading);
  if (before?.tag === 'a' && before.textLength === 0 && targetName(before)) return targetName(before);
  return sectionId(heading);
}

/** The name a link can point at an element by. */
function targetName(node: ElementNode): string | null {
  return attr(node, 'id') || (node.tag === 'a' && attr(node, 'name')) || null;
}

/** Id of the sections that begin with this heading, the innermost first. */
function sectionId(heading: ElementNode): string | null {
  let node = heading;
  while (node.parent && !previousElement(node)) {
    node = node.parent;
    if (node.tag === 'main' || node.tag === 'article' || node.tag === 'body') return null;
    const id = attr(node, 'id');
    if (id) return id;
  }
  return null;
}

/** The element just before, unless text stands between. */
function previousElement(node: ElementNode): ElementNode | null {
  for (let sibling = node.previous; sibling; sibling = sibling.previous) {
    if (sibling.kind === 'element') return sibling;
    if (sibling.text.trim()) return null;
  }
  return null;
}
