import { createTable, tableKind } from './table.ts';
import { attr, classes, elementsOf, neighbour, type ElementNode } from './tree.ts';
import { blockRule, endLine, endParagraph, startLine, type Rule, type Writer } from './writer.ts';

/** Rules for tables: data as GFM, layout as if the tags were not there, a table in a cell as words of that cell. */

const tableRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (writer.line) return true;
    const kind = node.tag === 'table' ? tableKind(node) : 'data';
    if (kind === 'data') writer.tables.push({ node, builder: createTable() });
    return kind !== 'empty' || node.textLength > 0;
  },
  leave(writer, node) {
    endParagraph(writer);
    const table = writer.tables.at(-1);
    if (table?.node !== node) return;
    writer.tables.pop();
    const text = table.builder.finish();
    if (text) writer.blocks.emit('table', text);
  },
};

const rowRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (!writer.line) writer.tables.at(-1)?.builder.startRow(node.parent?.tag === 'thead');
    else if (isRowInCell(writer, node)) writer.inline.raw('• ');
    return true;
  },
  leave: endParagraph,
};

const cellRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    const table = writer.tables.at(-1);
    if (!table || writer.line) {
      if (isLaterInCell(writer, node)) writer.inline.raw('– ');
      return true;
    }
    const { builder } = table;
    const isHead = isHeadCell(node);
    startLine(writer, node, 'cell', (text) =>
      builder.addCell(text, isHead, span(node, 'colspan'), span(node, 'rowspan')),
    );
    return true;
  },
  leave(writer, node) {
    if (!endLine(writer, node)) endParagraph(writer);
  },
};

/** A row of a table inside a cell: GFM has none, so its rows are told apart as the items of a list in a cell are. */
function isRowInCell(writer: Writer, row: ElementNode): boolean {
  return writer.line?.kind === 'cell' && row.tag === 'tr' && elementsOf(row).some(({ textLength }) => textLength > 0);
}

/** A cell of such a row with words, and with a cell before it that has some. */
function isLaterInCell(writer: Writer, cell: ElementNode): boolean {
  return writer.line?.kind === 'cell' && cell.textLength > 0 && neighbour(cell, 'previous') !== null;
}

function isHeadCell(node: ElementNode): boolean {
  if (node.tag === 'th' || /^(?:column|row)header$/.test(attr(node, 'role') ?? '')) return true;
  return classes(node).some((name) => name === 'table-header' || name === 'pi-data-label');
}

function span(node: ElementNode, name: 'colspan' | 'rowspan'): number {
  return Math.max(1, Number.parseInt(attr(node, name) ?? '1', 10) || 1);
}

/** Rows of a grid without row elements begin with their first cell. */
const firstCellRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (!writer.line) writer.tables.at(-1)?.builder.startRow(false);
    return cellRule.enter(writer, node);
  },
  leave: (writer, node) => cellRule.leave?.(writer, node),
};

const ROLES: Readonly<Record<string, Rule>> = {
  table: tableRule,
  grid: tableRule,
  row: rowRule,
  columnheader: cellRule,
  rowheader: cellRule,
  cell: cellRule,
  gridcell: cellRule,
};
/** Grids known by their class words: javadoc's summaries, and the infoboxes of Fandom's wikis. */
const CLASSES: ReadonlyMap<string, Rule> = new Map([
  ['summary-table', tableRule],
  ['col-first', firstCellRule],
  ['col-second', cellRule],
  ['col-last', cellRule],
  ['portable-infobox', tableRule],
  ['pi-data', rowRule],
  ['pi-data-label', cellRule],
  ['pi-data-value', cellRule],
]);

const GRID_TAGS: ReadonlySet<string> = new Set(['div', 'span', 'section', 'aside', 'h3', 'a']);

/** The rule of an element that is part of a table without being called so. */
export function gridRule(node: ElementNode): Rule | undefined {
  if (node.attrs.length === 0 || !GRID_TAGS.has(node.tag)) return undefined;
  const byRole = ROLES[attr(node, 'role') ?? ''];
  if (byRole) return byRole;
  for (const name of classes(node)) {
    const rule = CLASSES.get(name);
    if (rule) return rule;
  }
  return undefined;
}

export const tableRules: Readonly<Record<string, Rule>> = {
  table: tableRule,
  thead: blockRule,
  tbody: blockRule,
  tfoot: blockRule,
  caption: blockRule,
  tr: rowRule,
  td: cellRule,
  th: cellRule,
};
