/** Code between fences in a Markdown page (CommonMark 4.5), also in lists and quotes. */

export interface Fence {
  /** The run of backticks or tildes. */
  readonly mark: string;
  /** Columns before it, or before the list marker it stands behind. */
  readonly indent: number;
  readonly isQuoted: boolean;
  /** Stands behind a list marker, on the marker's line. */
  readonly isItem: boolean;
  /** What else the line says: the language first. */
  readonly info: string;
}

/** Info behind backticks holds none: a line of code spans opens nothing. */
const OPENING = /^((?: {0,3}>)*)( *)((?:(?:[-*+]|\d{1,9}[.)]) +)*)(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/;
const CLOSING = /^( *)(`{3,}|~{3,})\s*$/;
const QUOTE_MARKS = /^(?: {0,3}>)+ ?/;

/** The fence that a line opens, whatever its indentation; null where it opens none. */
export function fenceAt(line: string): Fence | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const [, quote = '', indent = '', marker = '', mark, info = ''] = OPENING.exec(line) ?? [];
  if (mark === undefined) return null;
  return { mark, indent: indent.length, isQuoted: quote !== '', isItem: marker !== '', info };
}

/** Does the line close the fence? A shorter one, another one or one with info does not, nor one that is indented more. */
export function closesFence(line: string, fence: Fence): boolean {
  if (!line.includes(fence.mark)) return false;
  const [, indent = '', mark = ''] = CLOSING.exec(fence.isQuoted ? line.replace(QUOTE_MARKS, '') : line) ?? [];
  return mark.startsWith(fence.mark) && (fence.isItem || indent.length <= fence.indent + 3);
}

/** Asked line by line: is this one code between fences, or a fence? */
export function createFenceWatch(): (line: string) => boolean {
  let fence: Fence | null = null;
  return (line) => {
    if (fence === null) return (fence = fenceAt(line)) !== null;
    if (endsQuote(line, fence)) return (fence = fenceAt(line)) !== null;
    if (closesFence(line, fence)) fence = null;
    return true;
  };
}

/** Code in a quote ends with the quote. */
export function endsQuote(line: string, { isQuoted }: Fence): boolean {
  return isQuoted && !QUOTE_MARKS.test(line);
}
