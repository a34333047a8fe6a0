import { attr, classes, find, type ElementNode } from './tree.ts';

/** Ids that headings are cited by; they are taken from the page, never made up (`#Retention` may be in capitals). */

/** The id a link to this heading would name: its own, its permalink's, a target's in or before it, its section's. */
export function anchorOf(heading: ElementNode): string | null {
  const own = attr(heading, 'id');
  if (own) return own;
  // Permalinks are gone from the content by now, but not from the tree.
  const inside = find(heading, ({ tag, attrs }) => tag === 'a' || (attrs.length > 0 && tag !== 'button'), {
    dropped: true,
  });
  for (const node of inside) {
    const name = fragmentOf(node) ?? targetName(node);
    if (name) return name;
  }
  const { next } = heading;
  const beside = next?.kind === 'element' && next.dropped ? fragmentOf(next) : null;
  const before = previousElement(heading);
  const target = before?.tag === 'a' && before.textLength === 0 ? targetName(before) : null;
  return beside ?? target ?? sectionId(heading);
}

/** Where a link to a place on this page leads. */
function fragmentOf(node: ElementNode): string | null {
  const href = node.tag === 'a' ? attr(node, 'href') : undefined;
  if (!href?.startsWith('#') || href.length === 1) return null;
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

/** The name a link can point at an element by. */
function targetName(node: ElementNode): string | null {
  return attr(node, 'id') || (node.tag === 'a' && attr(node, 'name')) || null;
}

const SECTION_CLASS = /^(?:(?:sub)*sect(?:ion)?\d?|chapter|appendix|level\d?|article|refsect\d)$/;

/** Id of the section that begins with this heading, the innermost one first. */
function sectionId(heading: ElementNode): string | null {
  let node = heading;
  while (node.parent && !previousElement(node)) {
    node = node.parent;
    const id = attr(node, 'id');
    if (id && (node.tag === 'section' || classes(node).some((name) => SECTION_CLASS.test(name)))) return id;
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
