import type { ElementNode } from './tree.ts';

/**
 * Is it a cell of a table that names its rows or columns? A table without such names may be the frame of a page, and
 * a cell of it a menu.
 */
export function isDataCell(cell: ElementNode): boolean {
  const row = cell.parent;
  const section = row?.parent;
  if (!row || !section) return false;
  const table = section.tag === 'table' ? section : section.parent;
  if (table && firstElements(table).some(({ tag }) => tag === 'thead')) return true;
  return [row, ...firstElements(section)].some(beginsWithName);
}

/** The corner above the names of rows may be an empty cell. */
function beginsWithName(row: ElementNode): boolean {
  return firstElements(row).some(({ tag }) => tag === 'th');
}

/** The first three children that are elements: a table may begin with its caption and columns. */
function firstElements(node: ElementNode): ElementNode[] {
  const found: ElementNode[] = [];
  for (let child = node.first; child && found.length < 3; child = child.next) {
    if (child.kind === 'element') found.push(child);
  }
  return found;
}
