/** A passage's Markdown, cut into what a reader sees as one thing. Pure. */

export type Block =
  | { readonly kind: 'prose'; readonly text: string }
  /** A line that only names what follows it: a defined term, the title of a note or an example. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly lines: readonly string[] }
  /** Rows as lists of cells. */
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)/u;
const HEADING = /^\s*#{1,6}\s/u;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/u;
const QUOTE_MARK = /^\s*(?:>\s?)+/u;
const NAME = /^\*\*(?:[^*]|\*(?!\*))+\*\*$/u;
const RULER = /^\s*\|?[\s:|-]+\|?\s*$/u;
/** So many names in a row, with nothing to say about any of them, are a list of contents. */
const CONTENTS = 3;

/** Paragraphs, list items, names, code and tables in order; headings stand beside a quotation anyway, and lists of contents say nothing. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: { readonly mark: string; readonly language: string; readonly lines: string[] } | null = null;
  const close = (): void => {
    const text = lines.join('\n').trimEnd();
    lines = [];
    if (text.trim() !== '') blocks.push(blockOf(text));
  };
  for (const quoted of markdown.split('\n')) {
    const line = fence === null || QUOTE_MARK.test(quoted) ? quoted.replace(QUOTE_MARK, '') : quoted;
    const opening = FENCE.exec(line);
    if (fence !== null) {
      if (opening?.[1]?.startsWith(fence.mark) === true) {
        blocks.push({ kind: 'code', language: fence.language, lines: fence.lines });
        fence = null;
      } else fence.lines.push(line);
    } else if (opening !== null) {
      close();
      fence = { mark: opening[1] ?? '```', language: opening[2] ?? '', lines: [] };
    } else if (line.trim() === '' || HEADING.test(line)) close();
    else {
      const isRow = line.trimStart().startsWith('|');
      if (ITEM.test(line) || isRow !== (lines[0]?.trimStart().startsWith('|') ?? isRow)) close();
      lines.push(line);
    }
  }
  close();
  if (fence !== null) blocks.push({ kind: 'code', language: fence.language, lines: fence.lines });
  return withoutContents(blocks);
}

function blockOf(text: string): Block {
  if (NAME.test(text.trim())) return { kind: 'name', text: text.trim() };
  if (!text.trimStart().startsWith('|')) return { kind: 'prose', text };
  const [header = [], ...rows] = text
    .split('\n')
    .filter((line) => !RULER.test(line))
    .map(cellsOf);
  return { kind: 'table', header, rows };
}

function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/gu, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

function withoutContents(blocks: readonly Block[]): readonly Block[] {
  const runs = blocks.map((_, at) => {
    let [from, to] = [at, at];
    while (blocks[from]?.kind === 'name') from -= 1;
    while (blocks[to]?.kind === 'name') to += 1;
    return to - from - 1;
  });
  return blocks.filter(({ kind }, at) => {
    if (kind !== 'name') return true;
    const next = blocks[at + 1];
    return (runs[at] ?? 0) < CONTENTS && next !== undefined;
  });
}
