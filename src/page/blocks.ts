/**
 * What a page comes to: Markdown blocks in page order. HTML and Markdown pages are both read into them; the page's
 * Markdown is their texts, a blank line between each two, and passages are cut from them.
 */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'code' | 'table' | 'list' | 'quote';
  /** Markdown, one or more lines, none of them blank at the ends. */
  readonly text: string;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
  /** Id of a heading, without `#`. */
  readonly anchor: string | null;
}

export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Deeper lists and quotes are written flat: the indentation would outgrow the text (rule 7.6). */
const MAX_CONTAINERS = 16;

/** A list, a list item or a quote that is being written: what stands before its first line, and before the others. */
interface Container {
  readonly kind: 'list' | 'quote';
  readonly first: string;
  readonly rest: string;
  used: boolean;
}

export interface BlockWriter {
  readonly blocks: Block[];
  emit(kind: Block['kind'], text: string, level?: number, anchor?: string | null): void;
  /** Opens a list or quote; `first` stands before its first line, `rest` before the others. */
  open(kind: Container['kind'], first: string, rest: string): void;
  close(): void;
}

export function createBlockWriter(): BlockWriter {
  const blocks: Block[] = [];
  const containers: Container[] = [];
  /** Lines of the outermost open list or quote, which becomes one block. */
  let lines: string[] = [];
  /** How many containers were open around the last of them. */
  let lastDepth = 0;

  const prefix = (first: boolean): string =>
    containers.map((container) => (first && !container.used ? container.first : container.rest)).join('');

  return {
    blocks,
    emit(kind, text, level = 0, anchor = null) {
      if (containers.length === 0) {
        blocks.push({ kind, text, level, anchor });
        return;
      }
      const inner = containers.at(-1);
      // An ordered list that does not begin with 1 cannot follow a paragraph's line directly (CommonMark 5.3).
      const follows = lastDepth >= containers.length || !/^\d/.test(inner?.first ?? '') || inner?.first === '1. ';
      const startsItem = inner?.kind === 'list' && !inner.used && inner.first !== '' && follows;
      if (lines.length > 0 && !startsItem) lines.push(blankLine(containers));
      const [start = '', ...others] = text.split('\n');
      lines.push((prefix(true) + start).trimEnd());
      for (const container of containers) container.used = true;
      lastDepth = containers.length;
      const indent = prefix(false);
      for (const line of others) lines.push((indent + line).trimEnd());
    },
    open(kind, first, rest) {
      const flat = containers.length >= MAX_CONTAINERS;
      containers.push({ kind, first: flat ? '' : first, rest: flat ? '' : rest, used: false });
    },
    close() {
      const closed = containers.pop();
      if (!closed || containers.length > 0 || lines.length === 0) return;
      blocks.push({ kind: closed.kind, text: lines.join('\n'), level: 0, anchor: null });
      lines = [];
    },
  };
}

/** The line between two blocks in a container: it carries quote marks, but not those of a quote about to begin. */
function blankLine(containers: readonly Container[]): string {
  return containers
    .filter(({ used }) => used)
    .map(({ rest }) => rest)
    .join('')
    .trimEnd();
}
