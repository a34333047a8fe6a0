import { classes, find, has, plainText, type ElementNode } from './tree.ts';
import { holdsProse } from './prose.ts';

/**
 * Sections that a page's author wrote. Generators make a section's id of its heading, so "Cookies", "Navigation" and
 * "Comments" give ids that menus and footers have too; such a section is content whatever its id says.
 */
const SECTION_CLASS = /^(?:(?:sub)*sect(?:ion)?\d?|level\d|chapter|.*-level-extent)$/;
/** What is under the heading of a section says more than this; a heading alone waits for a script to fill the box. */
const MIN_BODY = 12;

/** Does the element begin with a heading and go on as a section does? A form in it speaks for chrome. */
export function isAuthoredSection(node: ElementNode, id: string): boolean {
  const [heading] = find(node, ({ tag }) => /^h[1-6]$/.test(tag));
  if (!heading || node.textLength - heading.textLength < MIN_BODY) return false;
  if (has(node, ({ tag }) => /^(?:form|input|textarea|button)$/.test(tag))) return false;
  const title = plainText(heading);
  if (!plainText(node).startsWith(title)) return false;
  const isSection = node.tag === 'section' || classes(node).some((name) => SECTION_CLASS.test(name));
  return holdsProse(node) || (isSection && letters(title).endsWith(letters(id)));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
