import { createElement, createText, drop, elementsOf, find, insert, plainText, type ElementNode } from './tree.ts';

/**
 * A table whose cells hold what no cell of a GFM table can: it is written as if its tags were not there, with the name of
 * its column above each cell, so that what belongs together stays so.
 */
export function nameCells(table: ElementNode): void {
  const [head, ...rows] = find(table, ({ tag }) => tag === 'tr').map((row) => elementsOf(row).filter(isCell));
  const isHead = head !== undefined && head.every(({ tag }) => tag === 'th') && rows.length > 0;
  if (!isHead || rows.some((cells) => cells.length !== head.length)) return;
  const names = head.map(plainText);
  for (const cells of rows) {
    for (const [i, cell] of cells.entries()) if (cell.textLength > 0) addName(cell, names[i] ?? '');
  }
  for (const cell of head) drop(cell);
}

function isCell({ tag }: ElementNode): boolean {
  return tag === 'td' || tag === 'th';
}

function addName(cell: ElementNode, name: string): void {
  if (!name) return;
  const line = createElement('p');
  const strong = createElement('strong');
  insert(strong, createText(name), null);
  insert(line, strong, null);
  insert(cell, line, cell.first);
}
