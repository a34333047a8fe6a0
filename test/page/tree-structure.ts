import { codeText, isGutter } from '../../src/page/code.ts';
import { isHiddenInCode } from '../../src/page/hidden.ts';
import { tableKind } from '../../src/page/table.ts';
import { attr, classes, has, NS, walk, type ElementNode } from '../../src/page/tree.ts';
import { SILENT_TAGS } from '../../src/page/writer.ts';
import type { Structure } from './reparsed.ts';

/** What a tree holds that Markdown has a form for, found without the Markdown writer. */
export interface TreeStructure {
  readonly codes: string[];
  /** The title of an admonition may be written in bold instead: it is no section. */
  readonly headings: { readonly depth: number; readonly text: string; readonly isBoxTitle: boolean }[];
  /** Rows with a word or picture in them, and the most cells of one, without spans. */
  readonly tables: { readonly rows: number; readonly columns: number }[];
}

export function treeStructureOf(root: ElementNode): TreeStructure {
  const found: TreeStructure = { codes: [], headings: [], tables: [] };
  /** The element that has to stay on one line, with all that is inside. */
  let line: ElementNode | null = null;
  walk(root, {
    enter(node) {
      if (isUnread(node)) return false;
      if (line) return true;
      if (/^(?:code|tt|kbd|samp)$/.test(node.tag)) return false;
      if (/^(?:pre|listing|xmp)$/.test(node.tag)) {
        const text = codeText(node);
        if (text && !isGutter(node, text)) found.codes.push(text);
        return false;
      }
      if (/^h[1-6]$/.test(node.tag)) {
        const text = readText(node);
        if (text) found.headings.push({ depth: Number(node.tag.slice(1)), text, isBoxTitle: isBoxTitle(node) });
      }
      if (node.tag === 'table' && tableKind(node) === 'data') addTable(found, node);
      if (isLine(node)) line = node;
      return true;
    },
    leave(node) {
      if (node === line) line = null;
    },
  });
  return found;
}

/** Words of a heading, code and alts included. */
function readText(heading: ElementNode): string {
  let text = '';
  walk(heading, {
    enter(node) {
      if (isHiddenInCode(node) && isInCode(node)) return false;
      if (node.tag === 'img') text += attr(node, 'alt') ?? '';
      if (/^(?:pre|listing|xmp)$/.test(node.tag)) text += codeText(node);
      return !isUnread(node) && !/^(?:pre|listing|xmp)$/.test(node.tag);
    },
    text(node) {
      text += node.text;
    },
  });
  return text.trim();
}

function isInCode(node: ElementNode): boolean {
  for (let up = node.parent; up; up = up.parent) if (/^(?:code|tt|kbd|samp)$/.test(up.tag)) return true;
  return false;
}

function isBoxTitle(heading: ElementNode): boolean {
  for (let up = heading.parent, i = 0; up && i < 3; up = up.parent, i++) {
    if (classes(up).some((word) => /^(?:note|tip|warning|caution|important|alert|admonition|danger)/.test(word)))
      return true;
  }
  return false;
}

function isUnread(node: ElementNode): boolean {
  if (SILENT_TAGS.has(node.tag) || node.namespace !== NS.HTML) return true;
  if (/^(?:iframe|object|embed|video|mjx-container)$/.test(node.tag)) return true;
  return classes(node).some((word) => /^(?:katex|mathjax|arithmatex)/.test(word));
}

function isLine(node: ElementNode): boolean {
  if (/^h[1-6]$/.test(node.tag)) return true;
  if (node.tag === 'dt' || node.tag === 'summary') return !has(node, ({ tag }) => /^h[1-6]$/.test(tag));
  return /^t[dh]$/.test(node.tag) && isInDataTable(node);
}

function isInDataTable(cell: ElementNode): boolean {
  for (let up = cell.parent; up; up = up.parent) if (up.tag === 'table') return tableKind(up) === 'data';
  return false;
}

function addTable(found: TreeStructure, table: ElementNode): void {
  let rows = 0;
  let columns = 0;
  let cells = 0;
  let filled = false;
  const endRow = (): void => {
    if (filled) rows++;
    columns = Math.max(columns, cells);
    cells = 0;
    filled = false;
  };
  walk(table, {
    enter(node) {
      if (isUnread(node)) return false;
      if (node.tag === 'tr') endRow();
      if (/^t[dh]$/.test(node.tag)) cells++;
      if (node.tag === 'img' && attr(node, 'alt')) filled = true;
      return true;
    },
    text({ text }) {
      if (cells > 0 && text.trim()) filled = true;
    },
  });
  endRow();
  if (rows > 0) found.tables.push({ rows, columns });
}

/** Letters and digits: what must be the same in a page and its Markdown, whatever becomes of signs and spaces. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** What the Markdown of a tree has not, or has not the same way: one sentence each. */
export function differences(tree: TreeStructure, seen: Structure): string[] {
  const found = seen.strange.map((node) => `nobody wrote this: ${node}`);
  compareLists(
    found,
    'code',
    tree.codes.map(trimLines),
    seen.codes.map(({ text }) => trimLines(text)),
  );
  const titles = seen.headings.map(({ depth, text }) => `${depth} ${lettersOf(text)}`);
  const wanted = tree.headings
    .map(({ depth, text, isBoxTitle }) => ({ key: `${depth} ${lettersOf(text)}`, isBoxTitle }))
    .filter(({ key, isBoxTitle }) => !isBoxTitle || titles.includes(key));
  compareLists(
    found,
    'heading',
    wanted.map(({ key }) => key),
    titles,
  );
  const rows = (table: readonly string[][]): number => table.filter((row) => row.some((cell) => cell !== '')).length;
  compareLists(
    found,
    'table',
    tree.tables.map((table) => `${table.rows} rows`),
    seen.tables.map((table) => `${rows(table)} rows`),
  );
  for (const [i, { columns }] of tree.tables.entries()) {
    if ((seen.tables[i]?.[0]?.length ?? 0) < columns) found.push(`table ${i} has ${columns} columns`);
  }
  return found;
}

function compareLists(found: string[], name: string, wanted: readonly string[], seen: readonly string[]): void {
  if (wanted.length !== seen.length) found.push(`${wanted.length} of kind ${name}, ${seen.length} written`);
  const i = wanted.findIndex((item, index) => item !== seen[index]);
  if (i >= 0) found.push(`${name} ${i}: ${wanted[i]?.slice(0, 200)}, written ${seen[i]?.slice(0, 200)}`);
}

function trimLines(text: string): string {
  return text.replace(/[ \t]+$/gm, '');
}
