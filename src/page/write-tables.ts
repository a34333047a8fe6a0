import { nameCells } from './named-cells.ts';
import { createTable, tableKind } from './table.ts';
import {
  attr,
  classes,
  createElement,
  detach,
  elementsOf,
  find,
  insert,
  neighbour,
  NS,
  type ElementNode,
} from './tree.ts';
import { termRule } from './write-blocks.ts';
import { blockRule, endLine, endParagraph, startLine, type Rule, type Writer } from './writer.ts';

/** Rules for tables: data as GFM, layout as if the tags were not there, a table in a cell as words of that cell. */

const tableRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (writer.line) return true;
    const kind = node.tag === 'table' ? tableKind(node) : 'data';
    if (kind === 'data') writer.tables.push({ node, builder: createTable() });
    if (kind === 'blocks') nameCells(node);
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
  if (node.tag === 'th' || node.tag === 'dt' || /^(?:column|row)header$/.test(attr(node, 'role') ?? '')) return true;
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

/** In an infobox, a list of names and what is said of each is a table: one name a row. */
const definitionsRule: Rule = {
  enter: (writer, node) => (isInInfobox(node) ? tableRule : blockRule).enter(writer, node),
  leave: (writer, node) => tableRule.leave?.(writer, node),
};

const nameRule: Rule = {
  enter: (writer, node) => (isOfOpenList(writer, node) ? firstCellRule : termRule).enter(writer, node),
  leave: (writer, node) => termRule.leave?.(writer, node),
};

const valueRule: Rule = {
  enter(writer, node) {
    if (!isOfOpenList(writer, node)) return blockRule.enter(writer, node);
    if (neighbour(node, 'previous')?.tag === 'dd') {
      writer.tables.at(-1)?.builder.startRow(false);
      writer.tables.at(-1)?.builder.addCell('', true, 1, 1);
    }
    return cellRule.enter(writer, node);
  },
  leave: (writer, node) => termRule.leave?.(writer, node),
};

const INFOBOX_REACH = 3;

function isInInfobox(list: ElementNode): boolean {
  let { parent } = list;
  for (let i = 0; parent && i < INFOBOX_REACH; i++, parent = parent.parent) {
    if (classes(parent).some((name) => name.includes('infobox'))) return true;
  }
  return false;
}

/** Stands the name or value in the list that is being written as a table, right in it or in a box around the two? */
function isOfOpenList({ tables, line }: Writer, { parent }: ElementNode): boolean {
  const list = tables.at(-1)?.node;
  return line === null && list?.tag === 'dl' && (parent === list || parent?.parent === list);
}

/** Fandom's groups: a row of names above a row of values. Each name is put beside its value. */
const groupRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (node.parent && writer.tables.length > 0) pairUp(node);
    return true;
  },
  leave: endParagraph,
};

function pairUp(group: ElementNode): void {
  const named = (name: string): ElementNode[] => find(group, (inner) => classes(inner).includes(name));
  const values = named('pi-data-value');
  const names = named('pi-data-label');
  if (names.length !== values.length) return;
  for (const [i, name] of names.entries()) {
    const row = createElement('div', NS.HTML, [{ name: 'class', value: 'pi-data' }]);
    for (const cell of [name, values[i] ?? name]) {
      detach(cell);
      insert(row, cell, null);
      row.textLength += cell.textLength;
      row.linkLength += cell.linkLength;
    }
    insert(group, row, null);
  }
}

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
  ['pi-smart-group', groupRule],
  ['pi-horizontal-group', groupRule],
]);

const GRID_TAGS: ReadonlySet<string> = new Set(['div', 'span', 'section', 'aside', 'h3', 'a', 'table']);

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
  dl: definitionsRule,
  dt: nameRule,
  dd: valueRule,
};
