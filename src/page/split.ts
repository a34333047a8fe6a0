import type { Block } from './blocks.ts';

/** Cuts a block that is too long for a passage, each part valid Markdown by itself. */

/** Code and tables up to so many limits long stay whole. */
const WHOLE = 2;

export function splitBlock(block: Block, limit: number): readonly string[] {
  const { kind, text } = block;
  if (text.length <= limit) return [text];
  if (kind === 'code') return text.length <= WHOLE * limit ? [text] : splitCode(text, limit);
  if (kind === 'table') return text.length <= WHOLE * limit ? [text] : splitTable(text, limit);
  if (kind === 'list') return splitList(text, limit);
  if (kind === 'quote') return splitQuote(text, limit);
  return splitText(text, limit);
}

/** Each part has the fence and its language again. */
function splitCode(text: string, limit: number): string[] {
  const lines = text.split('\n');
  const opening = lines[0] ?? '';
  const closing = lines.at(-1) ?? '';
  const room = Math.max(limit / 2, limit - opening.length - closing.length - 2);
  const parts = fill(lines.slice(1, -1), '\n', room).flatMap((part) => splitLong(part, room));
  return parts.filter((part) => part.trim()).map((part) => `${opening}\n${part}\n${closing}`);
}

/** Each part has the head row again. */
function splitTable(text: string, limit: number): string[] {
  const [head = '', delimiter = '', ...rows] = text.split('\n');
  const room = Math.max(limit / 2, limit - head.length - delimiter.length - 2);
  return fill(rows, '\n', room).map((part) => `${head}\n${delimiter}\n${part}`);
}

/** Share of the limit that is left for what stands in a quote, beside its marks. */
const QUOTED = 0.9;

/** Between the blocks of a quote, its code and tables as if they stood outside; each part is a quote again. */
function splitQuote(text: string, limit: number): string[] {
  const room = Math.floor(QUOTED * limit);
  const pieces = quotedBlocks(text).flatMap((piece) => {
    if (piece.length <= room) return [piece];
    if (piece.startsWith('```')) return piece.length <= WHOLE * room ? [piece] : splitCode(piece, room);
    if (/^\|.*\n\|(?: ?:?-+:? ?\|)+\n/.test(piece))
      return piece.length <= WHOLE * room ? [piece] : splitTable(piece, room);
    return splitText(piece, room);
  });
  return fill(pieces, '\n\n', room).map((part) => part.replace(/^/gm, '> ').replace(/ +$/gm, ''));
}

/** What stands in a quote, parted at the blank lines that are not in code. */
function quotedBlocks(text: string): string[] {
  const blocks: string[] = [];
  let fence = '';
  let isNew = true;
  for (const line of text.split('\n').map((quoted) => quoted.replace(/^> ?/, ''))) {
    const mark = /^[> ]*(?:[-*+] |\d+\. )?(`{3,})/.exec(line)?.[1];
    if (!fence && line === '') isNew = true;
    else if (isNew) blocks.push(line);
    else blocks[blocks.length - 1] += `\n${line}`;
    if (fence || line !== '') isNew = false;
    if (mark) fence = fence ? (mark === fence ? '' : fence) : mark;
  }
  return blocks;
}

/** Between the items of the outermost list; an item that is too long itself between its lines. */
function splitList(text: string, limit: number): string[] {
  const items: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^\s*(?:[-*+]|\d+\.)?\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const startsItem = !fence && /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);
    if (mark) fence = fence ? (line.trim().startsWith(fence) ? '' : fence) : mark;
    if (startsItem || items.length === 0) items.push(line);
    else items[items.length - 1] += `\n${line}`;
  }
  const pieces = items.flatMap((item) =>
    item.length <= limit || item.includes('```') ? [item] : splitItem(item, limit),
  );
  return fill(pieces, '\n', limit);
}

function splitItem(item: string, limit: number): string[] {
  return fill(item.split('\n'), '\n', limit).flatMap((part) => splitText(part, limit));
}

/** At lines, then at the ends of sentences, then anywhere. */
function splitText(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const lines = text.split('\n');
  if (lines.length > 1) return fill(lines, '\n', limit).flatMap((part) => splitText2(part, limit));
  return splitText2(text, limit);
}

function splitText2(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const sentences = text.split(/(?<=[.!?]["')\]]?)\s+|(?<=[。！？])/);
  return fill(sentences, ' ', limit).flatMap((part) => splitLong(part, limit));
}

/** At spaces where there are any. */
function splitLong(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const space = rest.lastIndexOf(' ', limit);
    const at = space > limit / 2 ? space : limit;
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  if (rest) parts.push(rest);
  return parts;
}

/** Joins pieces in order as long as they fit. */
function fill(pieces: readonly string[], glue: string, limit: number): string[] {
  const filled: string[] = [];
  let current: string | null = null;
  for (const piece of pieces) {
    if (current !== null && current.length + glue.length + piece.length <= limit) current += glue + piece;
    else {
      if (current !== null) filled.push(current);
      current = piece;
    }
  }
  if (current !== null) filled.push(current);
  return filled.filter((part) => part.trim());
}
