import { createLayout } from './markdown-layout.ts';

/** The lines of a Markdown page as its blocks are read from them: no comments, no definitions, no endless blanks. */

/** `[name]: address` lines, by name in lower case. */
export type Definitions = ReadonlyMap<string, string>;

export interface SourceLines {
  readonly lines: readonly string[];
  readonly definitions: Definitions;
}

/** Cuts a page into them; lines of code are as they stand, fences and all. */
export function readLines(markdown: string): SourceLines {
  const source = markdown.replace(/\r\n?/g, '\n').replace(/[\v\f\u2028\u2029]/g, ' ');
  const definitions = new Map<string, string>();
  const lines: string[] = [];
  const layout = createLayout();
  const lastEnd = source.lastIndexOf('-->');
  /** What stands before a comment that goes on in the next line; null where none does. */
  let open: string | null = null;
  let end = -1;
  for (const line of source.split('\n')) {
    end += line.length + 1;
    const placed = open === null ? layout(line) : [{ text: line, isCode: false }];
    for (const { text, isCode } of placed) {
      if (isCode) {
        lines.push(text);
        continue;
      }
      const seen = withoutComments(text, open !== null, lastEnd >= end);
      const whole: string = (open ?? '') + seen.text;
      open = seen.isOpen ? whole : null;
      if (!seen.isOpen && !takeDefinition(whole, definitions)) lines.push(withoutBlanks(whole));
    }
  }
  return { lines, definitions };
}

const DEFINITION = /^ {0,3}\[([^\]^][^\]]{0,998})\]:\s*<?([^\s>]+)>?(?:\s+["'(].*)?\s*$/;

function takeDefinition(line: string, definitions: Map<string, string>): boolean {
  const [, name, target] = (line.includes(']:') && DEFINITION.exec(withoutBlanks(line))) || [];
  if (name === undefined || target === undefined) return false;
  definitions.set(nameOf(name), target);
  return true;
}

/** A name as definitions are looked up by. */
export function nameOf(label: string): string {
  return label.toLowerCase().replace(/\s+/g, ' ');
}

/** Longer runs of spaces say nothing more, and patterns would go through them again and again. */
const MAX_BLANKS = 300;
const LONG_BLANK = ' '.repeat(MAX_BLANKS);

function withoutBlanks(line: string): string {
  return line.length > MAX_BLANKS && line.includes(LONG_BLANK) ? line.replace(/ {300,}/g, LONG_BLANK) : line;
}

/**
 * A line without the HTML comments in it. They are hidden from a reader; those in code are shown, and one that never
 * ends is none.
 *
 * @param isOpen the line begins in a comment
 * @param endsLater a comment ends in a later line
 */
function withoutComments(line: string, isOpen: boolean, endsLater: boolean): { text: string; isOpen: boolean } {
  if (!isOpen && !line.includes('<!--')) return { text: line, isOpen };
  const lastEnd = endsLater ? Infinity : line.lastIndexOf('-->');
  const token = /`[^`]*`|<!--/g;
  let text = '';
  let at = 0;
  let hidden = isOpen;
  for (;;) {
    if (hidden) {
      const end = line.indexOf('-->', at);
      if (end < 0) return { text, isOpen: true };
      at = end + 3;
      hidden = false;
    }
    token.lastIndex = at;
    let found = token.exec(line);
    while (found && (found[0] !== '<!--' || found.index >= lastEnd)) found = token.exec(line);
    if (!found) return { text: text + line.slice(at), isOpen: false };
    text += line.slice(at, found.index);
    at = found.index + 4;
    hidden = true;
  }
}
