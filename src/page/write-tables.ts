import { createTable, tableKind } from './table.ts';
import { attr, type ElementNode } from './tree.ts';
import { blockRule, endLine, endParagraph, startLine, type Rule } from './writer.ts';

/** Rules for tables: data as GFM, layout as if the tags were not there, a table in a cell as words of that cell. */

const tableRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (writer.line) return true;
    const kind = tableKind(node);
    if (kind === 'data') writer.tables.push({ node, builder: createTable() });
    return kind !== 'empty';
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
    return true;
  },
  leave: endParagraph,
};

const cellRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    const table = writer.tables.at(-1);
    if (!table || writer.line) return true;
    const { builder } = table;
    const isHead = node.tag === 'th';
    startLine(writer, node, (text) => builder.addCell(text, isHead, span(node, 'colspan'), span(node, 'rowspan')));
    return true;
  },
  leave(writer, node) {
    if (!endLine(writer, node)) endParagraph(writer);
  },
};

function span(node: ElementNode, name: 'colspan' | 'rowspan'): number {
  return Math.max(1, Number.parseInt(attr(node, name) ?? '1', 10) || 1);
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
