import { attr, classes, has, plainText, type ElementNode } from './tree.ts';

/**
 * Links that are tools of the page rather than words of it: permalinks beside headings, arrows back to a footnote's
 * place, links to a definition's source. A permalink that wraps its whole heading is the heading, and stays.
 */
const SOURCE_CLASS: ReadonlySet<string> = new Set(
  'src srclink src-link sourcelink source-link view-source viewcode-link edit-link editlink mw-editsection sectionedit test-arrow'.split(
    ' ',
  ),
);
const HEADING_TOOL =
  /^\W*(?:(?:view )?(?:source|src)|edit|permalink|permanent link|(?:copy )?link|(?:direct )?link to\b.*|anchor\b.*|(?:back to )?top|copy)\W*$/i;
const MAX_SYMBOLS = 8;

export function isLinkTool(node: ElementNode): boolean {
  if (node.tag !== 'a') return false;
  if (node.textLength <= MAX_SYMBOLS && isSymbolLink(node)) return true;
  if (classes(node).some((word) => SOURCE_CLASS.has(word))) return true;
  const heading = headingOf(node);
  if (heading === null || heading.textLength <= node.textLength || !isOnPage(node)) return false;
  return HEADING_TOOL.test(plainText(node)) && !isSigned(node);
}

/** A name in the signature of a function or a constant, `fn copy(…)`, `const SOURCE: u8`, is no tool of that name. */
function isSigned({ next }: ElementNode): boolean {
  return next?.kind === 'text' && /^(?:\s*[(<]|:|\s+=)/.test(next.text);
}

/** A link to a place on this page that shows a sign (`¶`, `#`, `↩`, `§`) or nothing. */
function isSymbolLink(node: ElementNode): boolean {
  if (!isOnPage(node) && !headingOf(node)) return false;
  if (/[\p{L}\p{N}]/u.test(plainText(node))) return false;
  // A picture that leads to a place on this page is an arrow.
  return (
    attr(node, 'href')?.startsWith('#') ||
    !has(node, ({ tag }) => tag === 'img' || tag === 'picture' || tag === 'iframe')
  );
}

function isOnPage(node: ElementNode): boolean {
  const href = attr(node, 'href');
  return href === undefined || /^(?:#|javascript:|$)/i.test(href.trim()) || href.includes('#');
}

function headingOf(node: ElementNode): ElementNode | null {
  let up = node.parent;
  for (let i = 0; up && i < 4; i++, up = up.parent) if (/^(?:h[1-6]|dt|summary)$/.test(up.tag)) return up;
  return null;
}
