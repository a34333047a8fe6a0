import { tableKind } from './table.ts';
import { attr, classes, drop, elementsOf, find, has, plainText, type ElementNode } from './tree.ts';
import { endParagraph, startBoldLine, type Writer } from './writer.ts';

/** Notes, tips and warnings: a quote that begins with its title in bold. */

const BOX_CLASS =
  /^(?:(?:theme-)?admonition(?:block)?|alert|callout|notice|custom-(?:block|container)|hint(?:-container)?|markdown-alert|tsd-alert|rp-callout|message|note(?:box)?|tip|warning|caution|danger|important|attention|seealso|[a-z]+-aside|confluence-information-macro)$/;
const KINDS = /(?:^|[-_])(note|tip|hint|info|warning|caution|danger|important|attention|error|success|seealso)$/;
const TITLE_CLASS = /(?:^|[-_])(?:title|heading|head|header|label|caption)(?:$|[-_])|(?:title|heading)/i;
/** A box longer than this is a chapter that happens to be called a note. */
const MAX_BOX = 4000;

/** Opens a quote and finds its title, when the element is an admonition; `leaveBox` ends it. */
export function enterBox(writer: Writer, node: ElementNode): void {
  if (node.attrs.length === 0 || writer.line || !isBox(node)) return;
  endParagraph(writer);
  // Code, tables and headings stay outside of quotes, where everyone finds them.
  const title = titleOf(node);
  const quoted = !has(node, (inner) => staysOpen(inner) && inner !== title && !isTitle(inner));
  const icon = iconOf(node);
  if (quoted) writer.blocks.open('quote', '> ', '> ');
  writer.boxes.push({ node, title, quoted });
  const label = node.tag === 'aside' ? attr(node, 'aria-label') : undefined;
  const kind = label || kindOf(node) || icon?.kind;
  if (!title && icon) drop(icon.cell);
  if (!title && kind && !plainText(node).toLowerCase().startsWith(kind.toLowerCase())) {
    writer.blocks.emit('paragraph', `**${kind.charAt(0).toUpperCase()}${kind.slice(1)}**`);
  }
}

export function leaveBox(writer: Writer, node: ElementNode): void {
  const box = writer.boxes.at(-1);
  if (box?.node !== node) return;
  endParagraph(writer);
  writer.boxes.pop();
  if (box.quoted) writer.blocks.close();
}

/** Layout tables are written as if they were not there. */
function staysOpen(node: ElementNode): boolean {
  return node.tag === 'table' ? tableKind(node) === 'data' : /^(?:pre|h[1-6])$/.test(node.tag);
}

/** AsciiDoc draws a box as a table of two cells: a picture that says what kind of box it is, and its content. */
function iconOf(node: ElementNode): { readonly cell: ElementNode; readonly kind: string } | null {
  const [cell] = find(node, (inner) => inner.tag === 'td' && classes(inner).includes('icon'));
  const [sign] = cell ? find(cell, ({ tag }) => tag === 'img' || tag === 'i') : [];
  const kind = sign ? (attr(sign, 'alt') ?? attr(sign, 'title') ?? '').trim() : '';
  return cell && kind ? { cell, kind } : null;
}

/** Writes the title of the box in bold; true when `node` is that title. */
export function enterBoxTitle(writer: Writer, node: ElementNode): boolean {
  if (writer.boxes.at(-1)?.title !== node || writer.line) return false;
  startBoldLine(writer, node);
  return true;
}

function isBox(node: ElementNode): boolean {
  if (!/^(?:div|aside|section|p|article)$/.test(node.tag) || node.textLength === 0 || node.textLength > MAX_BOX)
    return false;
  return isNote(node);
}

/** Is it called what notes, tips and warnings are called? */
export function isNote(node: ElementNode): boolean {
  const names = classes(node);
  return names.some((name) => BOX_CLASS.test(name)) && !names.includes('sidebar');
}

function kindOf(node: ElementNode): string | null {
  for (const name of classes(node)) {
    const kind = KINDS.exec(name)?.[1];
    if (kind) return kind === 'seealso' ? 'see also' : kind;
  }
  return null;
}

/** The element the box begins with, if it is called a title. */
function titleOf(node: ElementNode): ElementNode | null {
  const [named] = find(node, (inner) => /^(?:p|div|span|h[1-6])$/.test(inner.tag) && isTitle(inner));
  const title = named ?? kindLine(node);
  if (!title || /^h[12]$/.test(title.tag)) return null;
  const text = plainText(title);
  return text !== '' && plainText(node).startsWith(text) ? title : null;
}

/** A first line that says only what kind of box it is. */
function kindLine(node: ElementNode): ElementNode | null {
  const [first] = elementsOf(node);
  const isLine = first !== undefined && /^(?:p|div|h[3-6])$/.test(first.tag) && first.textLength <= MAX_KIND;
  return isLine && KINDS.test(plainText(first).toLowerCase()) ? first : null;
}
const MAX_KIND = 12;

function isTitle(node: ElementNode): boolean {
  return node.textLength > 0 && classes(node).some((name) => TITLE_CLASS.test(name));
}
