import { splitMath } from './math.ts';
import { collapse } from './tree.ts';

/** Emphasis, strike-through or a link that is being written; '' for one that leaves no trace. */
interface Mark {
  readonly sign: '**' | '*' | '~~' | '';
  readonly href: string | null;
  start: number;
}

/** Running text of one paragraph, heading or cell, as Markdown. */
export interface Inline {
  /** Text of the page: white space collapsed, Markdown's own characters escaped. */
  text(text: string): void;
  /** Markdown that is taken as it is. */
  raw(markdown: string): void;
  code(text: string): void;
  space(): void;
  /** A caret, where a power follows a number or a name. */
  power(): void;
  lineBreak(): void;
  open(sign: Mark['sign'], href?: string | null): void;
  close(): void;
  isOpen(sign: Mark['sign']): boolean;
  /** Nothing but white space so far. */
  isEmpty(): boolean;
  /** Hands over what was written and starts anew; marks that are open stay open. */
  take(): string;
}

export function createInline(): Inline {
  let parts: string[] = [];
  const marks: Mark[] = [];
  let endsInSpace = true;
  let empty = true;
  /** Where the last emphasis ended: one that begins right there goes on with it (`**a****b**` is no Markdown). */
  let lastMark: { index: number; sign: string } | null = null;

  const push = (part: string): void => {
    if (!part) return;
    parts.push(part);
    const last = part.charAt(part.length - 1);
    endsInSpace = last === ' ' || last === '\n';
    if (empty && part.trim()) empty = false;
  };

  const finish = (mark: Mark): void => {
    const inner = parts.slice(mark.start).join('');
    const body = inner.trim();
    parts.length = mark.start;
    if (!body) {
      if (inner) parts.push(' ');
      return;
    }
    const before = inner.slice(0, inner.length - inner.trimStart().length);
    const after = inner.slice(inner.trimEnd().length);
    const previous = parts.at(-1);
    if (mark.sign && !before && previous && lastMark?.index === mark.start - 1 && lastMark.sign === mark.sign) {
      parts[mark.start - 1] = previous.slice(0, -mark.sign.length) + body + mark.sign;
    } else parts.push(before + wrap(body, mark));
    lastMark = mark.sign ? { index: parts.length - 1, sign: mark.sign } : null;
    if (after) parts.push(after);
  };

  const inline: Inline = {
    text(text) {
      for (const piece of splitMath(text)) {
        if (piece.math) push(piece.text);
        else {
          const collapsed = collapse(piece.text);
          push(escapeText(endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed));
        }
      }
    },
    raw: push,
    code(text) {
      const body = collapse(text).trim();
      if (body) push(codeSpan(body));
    },
    space() {
      if (!endsInSpace) push(' ');
    },
    power() {
      if (/[\p{L}\p{N})`*]$/u.test(parts.at(-1) ?? '')) push('^');
    },
    lineBreak() {
      if (!empty) push('  \n');
    },
    open(sign, href = null) {
      const pointless = (sign !== '' && inline.isOpen(sign)) || (href !== null && marks.some((mark) => mark.href));
      marks.push({ sign: pointless ? '' : sign, href: pointless ? null : href, start: parts.length });
    },
    close() {
      const mark = marks.pop();
      if (mark) finish(mark);
    },
    isOpen: (sign) => marks.some((mark) => mark.sign === sign),
    isEmpty: () => empty,
    take() {
      for (let i = marks.length - 1; i >= 0; i--) {
        const mark = marks[i];
        if (mark) finish(mark);
      }
      const text = parts.join('').trim();
      parts = [];
      for (const mark of marks) mark.start = 0;
      endsInSpace = true;
      empty = true;
      lastMark = null;
      return text;
    },
  };
  return inline;
}

function wrap(body: string, { sign, href }: Mark): string {
  if (href === null) return sign + body + sign;
  return `[${balanced(body) ? body : body.replace(/(?<!\\)[[\]]/g, '\\$&')}](${linkTarget(href)})`;
}

/** Are square brackets in pairs, so that they may stand in a link's text? */
function balanced(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/(?<!\\)[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** An address as the target of a Markdown link. */
export function linkTarget(href: string): string {
  const safe = href.replace(/[\s<>]/g, encodeURIComponent);
  let depth = 0;
  for (const [bracket] of safe.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1;
    if (depth < 0) break;
  }
  return depth === 0 ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Inline code, with as many backticks around as the text needs (CommonMark 6.1). */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Puts a backslash before what Markdown would read as markup, and nowhere else: the text is searched and shown. */
export function escapeText(text: string): string {
  if (!/[\\`*_\]<~&]/.test(text)) return text;
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}\\])_|_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/~~/g, '\\~~')
    .replace(/&(?=#?\w+;)/g, '\\&');
}

/** Escapes what would make a line of a paragraph a heading, a list, a quote or an underline. */
export function escapeLineStarts(text: string): string {
  if (!text.includes('\n') && !/^[ #+\-=>|~\d]/.test(text)) return text;
  return text
    .replace(/^( *)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|\||~~~|=+\s*$|-{2,}\s*$)/gm, '$1\\$2')
    .replace(/^( *\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}
