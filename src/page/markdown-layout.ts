import { indentOf, withoutColumns, withoutTabs } from './columns.ts';
import { createContainers } from './markdown-containers.ts';
import { closesFence, endsQuote, fenceAt, type Fence } from './markdown-fences.ts';

/** A line of a Markdown page where it belongs: as far in as its list asks for, and no further. */
export interface PlacedLine {
  readonly text: string;
  /** Between fences, a fence, or indented: to be taken as it is. */
  readonly isCode: boolean;
}

const ITEM = /^( {0,3}|\t| {4,})((?:[-*+]|\d{1,9}[.)])[ \t]+)\S/;
/** Code in a template's tags, of Hugo and of Jekyll. */
const TEMPLATE_FENCE = /^\s*(?:\{\{[<%]\s*highlight\s+["']?([\w+#-]+)|\{%-?\s*highlight\s+([\w+#-]+))[^{}]*\}\}?\s*$/;
const TEMPLATE_END = /^\s*(?:\{\{[<%]\s*\/\s*highlight\s*[%>]\}\}|\{%-?\s*endhighlight\s*-?%\})\s*$/;
/** Stands for such a tag; longer than any fence in the code. */
const TEMPLATE_MARK = '`'.repeat(12);

/** Code whose end is waited for. */
interface OpenCode {
  readonly fence: Fence;
  /** Columns that each line of it loses, and what stands before it instead. */
  readonly columns: number;
  readonly prefix: string;
  readonly isTemplate: boolean;
}

/**
 * Places the lines of a page one after the other: tabs outside code become spaces, what containers indent loses that,
 * code loses the indentation of its fence, titles of containers become lines in bold.
 */
export function createLayout(): (line: string) => readonly PlacedLine[] {
  const containers = createContainers();
  let code: OpenCode | null = null;
  /** Columns before the text of the list item that is open; 0 outside lists. */
  let item = 0;
  let last: 'blank' | 'title' | 'text' | 'code' = 'blank';

  const openCode = (text: string, fence: Fence, columns: number, isTemplate: boolean): PlacedLine[] => {
    const inList = item > 0 || fence.isItem || fence.isQuoted;
    const prefix = inList && !fence.isItem && !fence.isQuoted ? ' '.repeat(fence.indent) : '';
    const own = fence.isItem || fence.isQuoted ? 0 : fence.indent;
    code = { fence, columns: columns + own, prefix, isTemplate };
    last = 'text';
    return [{ text: inList ? text : text.trimStart(), isCode: true }];
  };

  const goOn = (line: string, { fence, columns, prefix, isTemplate }: OpenCode): PlacedLine[] => {
    const own = withoutColumns(line, columns);
    const text = own === '' ? '' : prefix + own;
    const isEnd = isTemplate
      ? TEMPLATE_END.test(line)
      : closesFence(withoutTabs(text), { ...fence, indent: prefix.length });
    if (isEnd) code = null;
    return [{ text: isEnd && !fence.isItem && !fence.isQuoted ? prefix + fence.mark : text, isCode: true }];
  };

  return function place(line) {
    if (code !== null && !endsQuote(line, code.fence)) return goOn(line, code);
    code = null;
    if (line.trim() === '') {
      containers.take('');
      if (last === 'code') return [{ text: '', isCode: true }];
      const isDouble = last === 'title';
      last = 'blank';
      return isDouble ? [] : [{ text: '', isCode: false }];
    }
    const columns = containers.columnsOf(line);
    const own = withoutColumns(line, columns);
    const text = withoutTabs(own);
    const indent = indentOf(text);
    const fence = fenceAt(text);
    if (fence && (fence.indent <= 3 || item > 0)) return openCode(text, fence, columns, false);
    const [, hugo, jekyll] = (text.includes('highlight') && TEMPLATE_FENCE.exec(text)) || [];
    const language = hugo ?? jekyll;
    if (language !== undefined) {
      const info = { mark: TEMPLATE_MARK, indent, isQuoted: false, isItem: false, info: language };
      return openCode(' '.repeat(indent) + TEMPLATE_MARK + language, info, columns, true);
    }
    const title = containers.take(line);
    if (title !== null) {
      last = 'title';
      return titleLines(title, ' '.repeat(indent));
    }
    const marker = ITEM.exec(text);
    if (last !== 'text' && indent >= item + 4) {
      last = 'code';
      return [{ text: ' '.repeat(item + 4) + withoutColumns(own, item + 4), isCode: true }];
    }
    if (marker) item = indent + (marker[2] ?? '').length;
    else if (last !== 'text' && indent < item) item = indent < 2 ? 0 : indent;
    last = 'text';
    return [{ text, isCode: false }];
  };
}

function titleLines(title: string, indent: string): PlacedLine[] {
  const blank = { text: '', isCode: false };
  return title === '' ? [blank] : [{ text: `${indent}**${title}**`, isCode: false }, blank];
}
