import { piecesOf, type Fence, type Piece } from './split-blocks.ts';

/** Characters a message may have. Discord counts code points, of which there are never more than UTF-16 units. */
export const MESSAGE_LIMIT = 2000;

/**
 * Splits Markdown into messages (spec rule 12.3, design section 6.2). Every part stands alone: at most 2,000 characters,
 * a code block that goes on is closed and opened again with its language. Cuts fall between blocks where possible, then
 * between list items, table rows and lines, then between sentences and words; a link, a code span, an emoji or a
 * surrogate pair is cut only where it is longer than a message. Joined, the parts are the input, apart from the fences
 * repeated, from white space that would have been a message of its own, and from the end of a block left open.
 */
export function splitForDiscord(markdown: string): string[] {
  const parts: string[] = [];
  let part = '';
  let inside: Fence | null = null;

  function flush(): void {
    const closed: string = inside === null ? part : closedWith(part, inside);
    // A message of white space alone is refused.
    if (/\S/.test(part)) parts.push(closed);
    part = '';
    inside = null;
  }

  function add(piece: Piece): void {
    const begun = part === '' ? beginning(piece) : part;
    if (fits(begun, piece)) {
      part = begun + piece.text;
      inside = piece.after;
    } else if (fits(beginning(piece), piece)) {
      flush();
      add(piece);
    } else for (const finer of piece.finer()) add(finer);
  }

  for (const piece of piecesOf(markdown)) add(piece);
  flush();
  return parts;
}

/** What a message that begins with this piece needs before it. */
function beginning({ before }: Piece): string {
  return before === null ? '' : `${before.opening}\n`;
}

/** Room is kept for the end of a code block that the message would end in. */
function fits(begun: string, { text, after }: Piece): boolean {
  const reserve = after === null ? 0 : 1 + after.reserve;
  return begun.length + text.length + reserve <= MESSAGE_LIMIT;
}

function closedWith(part: string, { closing }: Fence): string {
  return `${part}${part.endsWith('\n') ? '' : '\n'}${closing}\n`;
}
