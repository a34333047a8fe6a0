import { isGutter } from './code.ts';
import { attr, classes, rawText, walk, type ElementNode } from './tree.ts';

/** Tables: which hold data and which only arrange the page, and data as GFM, in time linear to their cells. */

/** Columns written at most; a `colspan` of thousands is no data. */
const MAX_COLUMNS = 64;
/** Elements looked at to tell what a table is for. */
const MAX_SCANNED = 20_000;
/** Longest text a cell of a table without any head has on average. */
const MAX_CELL_LENGTH = 200;

/** Code in a cell of a table is one line for each of its lines, up to so many lines and characters. */
const MAX_CODE_LINES = 6;
const MAX_CODE_LENGTH = 300;
/** A longer table in a cell is a part of the page. */
const MAX_NESTED = 1000;

/** `blocks` is data with what no cell of a GFM table can hold: long code, sections. */
export type TableKind = 'data' | 'blocks' | 'layout' | 'empty';

/**
 * Layout tables are written as if their tags were not there: code beside its line numbers, admonitions beside their
 * icon, footnotes beside their number, boxes of one cell.
 */
export function tableKind(table: ElementNode): TableKind {
  const seen = {
    rows: 0,
    cells: 0,
    filled: 0,
    heads: 0,
    widest: 0,
    columns: 0,
    code: 0,
    gutters: 0,
    blocks: 0,
    nested: 0,
    scanned: 0,
  };
  walk(table, {
    enter(node) {
      if (++seen.scanned > MAX_SCANNED) return false;
      if (node !== table && node.tag === 'table') {
        seen.nested = Math.max(seen.nested, node.textLength, 1);
        return false;
      }
      if (node.tag === 'tr') {
        seen.rows++;
        seen.columns = 0;
      } else if (node.tag === 'td' || node.tag === 'th') {
        seen.cells++;
        if (node.textLength > 0) seen.filled++;
        if (node.tag === 'th') seen.heads++;
        seen.widest = Math.max(seen.widest, ++seen.columns);
      } else if (/^h[1-4]$/.test(node.tag)) seen.blocks++;
      else if (node.tag === 'pre') {
        if (isGutter(node, rawText(node))) seen.gutters++;
        const lines = linesOf(node);
        if (lines > MAX_CODE_LINES || (lines > 1 && node.textLength > MAX_CODE_LENGTH)) seen.blocks++;
        else if (lines > 1) seen.code++;
      }
      return true;
    },
  });
  if (seen.cells === 0) return 'empty';
  const role = attr(table, 'role');
  if (role === 'presentation' || role === 'none') return 'layout';
  if (classes(table).some((word) => /^(?:docutils-)?(?:footnote|citation)$/.test(word))) return 'layout';
  // Line numbers beside their code: all else is the title of that code.
  if (seen.gutters > 0) return 'layout';
  const isGrid = seen.heads > 0 && seen.rows > 1 && seen.widest > 1 && seen.nested === 0;
  if (seen.blocks > 0) return isGrid ? 'blocks' : 'layout';
  if (seen.code > 0 && !isGrid) return 'layout';
  // One row is data where it has a name and what is said of it, apart from each other.
  if (seen.rows === 1 && seen.heads === 0 && (seen.widest < 3 || seen.filled < 2)) return 'layout';
  if (seen.heads > 0) return seen.nested > MAX_NESTED ? 'layout' : 'data';
  if (seen.nested > 0 || seen.widest < 2) return 'layout';
  return table.textLength / seen.cells <= MAX_CELL_LENGTH ? 'data' : 'layout';
}

/** Lines of a `pre`. */
function linesOf(pre: ElementNode): number {
  let lines = 1;
  walk(pre, {
    enter(inner) {
      if (inner.tag === 'br') lines++;
      return true;
    },
    text({ text }) {
      lines += text.trim().split('\n').length - 1;
    },
  });
  return lines;
}

/** A table being written, row by row. */
export interface TableBuilder {
  startRow(inHead: boolean): void;
  addCell(text: string, isHead: boolean, colspan: number, rowspan: number): void;
  /** A rule across the table: what stands above the first one is its head. */
  underline(): void;
  /** GFM, or '' for a table without text. */
  finish(): string;
}

interface Row {
  readonly cells: string[];
  inHead: boolean;
  heads: number;
  written: number;
}

export function createTable(): TableBuilder {
  const rows: Row[] = [];
  /** Cells of earlier rows that reach into this one, by column. */
  const spans = new Map<number, { text: string; left: number }>();
  let row: Row = { cells: [], inHead: false, heads: 0, written: 0 };

  const fillSpans = (): void => {
    for (let span = spans.get(row.cells.length); span; span = spans.get(row.cells.length)) {
      if (--span.left <= 0) spans.delete(row.cells.length);
      row.cells.push(span.text);
    }
  };

  return {
    startRow(inHead) {
      row = { cells: [], inHead, heads: 0, written: 0 };
      rows.push(row);
      fillSpans();
    },
    addCell(text, isHead, colspan, rowspan) {
      if (rows.length === 0) rows.push(row);
      const cell = escapeCell(text);
      if (isHead) row.heads++;
      row.written++;
      for (let i = 0; i < Math.min(colspan, MAX_COLUMNS) && row.cells.length < MAX_COLUMNS; i++) {
        if (rowspan > 1) spans.set(row.cells.length, { text: i === 0 ? cell : '', left: rowspan - 1 });
        row.cells.push(i === 0 ? cell : '');
      }
      fillSpans();
    },
    underline() {
      const [first, second] = rows.filter(({ cells }) => cells.some(Boolean));
      if (first && !second) first.inHead = true;
    },
    finish: () => writeTable(rows.filter(({ cells }) => cells.some(Boolean))),
  };
}

/** A cell stands on one line, and each pipe in it has one backslash, whatever the page shows. */
function escapeCell(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\\*\|/g, '\\|')
    .trim();
}

function writeTable(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 1);
  // Names and values, as in an infobox: the first pair stands in for the head that GFM asks for.
  const isPairs = rows.every(({ heads, written }) => heads === 1 && written === 2);
  const hasHead = first.inHead || isPairs || (first.heads === first.written && first.heads > 0);
  const line = (cells: readonly string[]): string => {
    const padded = Array.from({ length: Math.max(columns, cells.length) }, (_, i) => cells[i] ?? '');
    return `| ${padded.join(' | ')} |`;
  };
  const body = hasHead ? rows.slice(1) : rows;
  const head = line(hasHead ? first.cells : []);
  return [head, `|${' --- |'.repeat(columns)}`, ...body.map(({ cells }) => line(cells))].join('\n');
}
