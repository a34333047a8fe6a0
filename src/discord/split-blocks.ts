import { inlinePieces, plainPieces } from './split-inline.ts';

/** A code block that goes on over the end of a piece. */
export interface Fence {
  /** The line that opens it again, with its language. */
  readonly opening: string;
  readonly closing: string;
  /** Room to keep for the line that closes it, in characters. */
  readonly reserve: number;
}

/** A stretch of Markdown that is kept whole where it fits; all pieces in a row are the text. */
export interface Piece {
  readonly text: string;
  /** The code block it begins in, and the one it ends in. */
  readonly before: Fence | null;
  readonly after: Fence | null;
  /** The same stretch in smaller pieces. */
  finer(): readonly Piece[];
}

/** The blocks of a Markdown text as pieces. */
export function piecesOf(markdown: string): readonly Piece[] {
  return blocksOf(markdown.split(/(?<=\n)/));
}

/** A longer line that looks like a fence is not taken for one: repeating it would leave no room for code. */
const LONGEST_FENCE_LINE = 200;
/** Quote and list marks may stand before the fence; so may any indent (a list's, and Discord does not care). */
const OPENING = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(\S*)/;
const MARKER = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const QUOTE = /^ {0,3}>/;
const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

function blocksOf(lines: readonly string[]): readonly Piece[] {
  const blocks: Piece[] = [];
  for (let at = 0; at < lines.length;) {
    const { piece, end } = blockAt(lines, at);
    blocks.push(piece);
    at = end;
  }
  return withHeadings(blocks);
}

/** A heading goes with what it is the heading of. */
function withHeadings(blocks: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const block of blocks.toReversed()) {
    const next = HEADING.test(block.text) ? joined.pop() : undefined;
    joined.push(next === undefined ? block : together([block, next]));
  }
  return joined.toReversed();
}

interface Block {
  readonly piece: Piece;
  /** The line after it. */
  readonly end: number;
}

/** The block that begins at a line, with the blank lines that follow it. */
function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  if (isBlank(line)) return block(lines, at, endOfBlank(lines, at), paragraph);
  const fence = openFence(line);
  if (fence !== null) return fencedBlock(lines, at, fence);
  if (MARKER.test(line)) return block(lines, at, endOfList(lines, at), listPieces);
  if (HEADING.test(line)) return block(lines, at, at + 1, paragraph);
  if (isTable(lines, at))
    return block(
      lines,
      at,
      endWhere(lines, at, (next) => !next.includes('|')),
      rowPieces,
    );
  if (QUOTE.test(line))
    return block(
      lines,
      at,
      endWhere(lines, at, (next) => !QUOTE.test(next)),
      quotePieces,
    );
  return block(lines, at, endOfParagraph(lines, at), paragraph);
}

function block(
  lines: readonly string[],
  from: number,
  to: number,
  finer: (lines: readonly string[]) => readonly Piece[],
): Block {
  const end = endOfBlank(lines, to);
  const own = lines.slice(from, end);
  return { piece: { text: own.join(''), before: null, after: endsIn(own), finer: () => finer(own) }, end };
}

function together(pieces: readonly Piece[]): Piece {
  const text = pieces.map((piece) => piece.text).join('');
  return { text, before: pieces[0]?.before ?? null, after: pieces.at(-1)?.after ?? null, finer: () => pieces };
}

// -------------------------------------------------------------------------------------------------- where blocks end

function isBlank(line: string): boolean {
  return !/\S/.test(line);
}

function endOfBlank(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && isBlank(lines[end] ?? '')) end += 1;
  return end;
}

/** The first line after `at` that is blank or ends the block. */
function endWhere(lines: readonly string[], at: number, ends: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end] ?? '') && !ends(lines[end] ?? '')) end += 1;
  return end;
}

function endOfParagraph(lines: readonly string[], at: number): number {
  return endWhere(lines, at, (line) => HEADING.test(line) || MARKER.test(line) || QUOTE.test(line) || isFence(line));
}

function isTable(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').includes('|') && DELIMITER_ROW.test((lines[at + 1] ?? '').trimEnd());
}

function endOfList(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const fence = openFence(line);
    const belongs = end === at || MARKER.test(line) || /^[ \t]/.test(line);
    if (isBlank(line)) {
      const next = lines[endOfBlank(lines, end)] ?? '';
      if (!MARKER.test(next) && !/^[ \t]+\S/.test(next)) return end;
      end = endOfBlank(lines, end);
    } else if (fence !== null && belongs) end = endOfFence(lines, end, fence).end;
    else if (!belongs && (fence !== null || HEADING.test(line) || QUOTE.test(line))) return end;
    else end += 1;
  }
  return end;
}

// ------------------------------------------------------------------------------------------------------ inside blocks

function paragraph(lines: readonly string[]): readonly Piece[] {
  return inlinePieces(lines.join(''));
}

function rowPieces(lines: readonly string[]): readonly Piece[] {
  return lines.map((line) => block([line], 0, 1, paragraph).piece);
}

/** The items of a list; the first one's indent says which marks are items and which are lists inside them. */
function listPieces(lines: readonly string[]): readonly Piece[] {
  const indent = indentOf(lines[0] ?? '');
  const items: string[][] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (items.length === 0 || (MARKER.test(line) && indentOf(line) < indent + 2)) items.push([]);
    const fence = openFence(line);
    const end = fence === null ? at + 1 : endOfFence(lines, at, fence).end;
    items.at(-1)?.push(...lines.slice(at, end));
    at = end;
  }
  return items.map((item) => block(item, 0, item.length, itemPieces).piece);
}

function indentOf(line: string): number {
  return MARKER.exec(line)?.[1]?.length ?? 0;
}

/** An item's own first lines, then the blocks inside it. */
function itemPieces(lines: readonly string[]): readonly Piece[] {
  const fence = openFence(lines[0] ?? '');
  if (fence !== null) {
    const { piece, end } = fencedBlock(lines, 0, fence);
    return [piece, ...blocksOf(lines.slice(end))];
  }
  const end = endOfBlank(
    lines,
    endWhere(lines, 0, (line) => MARKER.test(line) || isFence(line)),
  );
  const own = lines.slice(0, end);
  if (end === lines.length) return paragraph(own);
  return [block(own, 0, end, paragraph).piece, ...blocksOf(lines.slice(end))];
}

/** The lines of a quote, and the code blocks in it. */
function quotePieces(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length;) {
    const fence = openFence(lines[at] ?? '');
    const next = fence === null ? block(lines, at, at + 1, paragraph) : fencedBlock(lines, at, fence);
    pieces.push(next.piece);
    at = next.end;
  }
  return pieces;
}

// -------------------------------------------------------------------------------------------------------- code blocks

interface OpenFence {
  readonly quote: string;
  readonly mark: string;
  readonly language: string;
}

function openFence(line: string): OpenFence | null {
  const [, prefix, mark, language] = OPENING.exec(line.trimEnd()) ?? [];
  if (prefix === undefined || mark === undefined || line.length > LONGEST_FENCE_LINE) return null;
  // Only quote marks are repeated: what is opened again stands at the beginning of a message, in no list.
  return { quote: prefix.replace(/[^>]/g, '').replaceAll('>', '> '), mark, language: language ?? '' };
}

function isFence(line: string): boolean {
  return openFence(line) !== null;
}

/** Where a code block ends, and the line that closes it, if one does. */
function endOfFence(
  lines: readonly string[],
  at: number,
  { quote, mark }: OpenFence,
): { readonly end: number; readonly closing: string | null } {
  for (let end = at + 1; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    // A quote's code block ends with the quote.
    if (quote !== '' && !QUOTE.test(line)) return { end, closing: null };
    const bare = line.replace(/^[\s>]*/, '').trimEnd();
    if (bare.startsWith(mark) && bare === (mark[0] ?? '').repeat(bare.length)) return { end: end + 1, closing: line };
  }
  return { end: lines.length, closing: null };
}

/** A code block, and what has to be repeated where it is cut: between its lines, and in a line as a last resort. */
function fencedBlock(lines: readonly string[], at: number, open: OpenFence): Block {
  const { end, closing } = endOfFence(lines, at, open);
  const fence = fenceOf(open, closing);
  const [opening = '', ...rest] = lines.slice(at, end);
  const body = closing === null ? rest : rest.slice(0, -1);
  const code = body.map((line): Piece => ({
    text: line,
    before: fence,
    after: fence,
    finer: () => plainPieces(line, fence),
  }));
  // The opening line stands with the first line of code, so that no message ends with an empty block.
  const first = together([{ text: opening, before: null, after: fence, finer: () => [] }, ...code.slice(0, 1)]);
  const last =
    closing === null ? [] : [{ text: closing, before: fence, after: null, finer: () => plainPieces(closing, fence) }];
  const after = endOfBlank(lines, end);
  const blank = lines.slice(end, after);
  const gap = blank.length === 0 ? [] : [block(blank, 0, blank.length, paragraph).piece];
  return { piece: together([first, ...code.slice(1), ...last, ...gap]), end: after };
}

function fenceOf({ quote, mark, language }: OpenFence, closing: string | null): Fence {
  const own = `${quote}${mark}`;
  return {
    opening: own + language,
    closing: own,
    reserve: Math.max(own.length + 1, Math.min(closing?.length ?? 0, LONGEST_FENCE_LINE)),
  };
}

/** The code block that lines end in because nothing closes it. */
function endsIn(lines: readonly string[]): Fence | null {
  for (let at = 0; at < lines.length; at += 1) {
    const open = openFence(lines[at] ?? '');
    if (open === null) continue;
    const { end, closing } = endOfFence(lines, at, open);
    if (closing === null && end === lines.length) return fenceOf(open, null);
    at = end - 1;
  }
  return null;
}
