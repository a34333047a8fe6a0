import { longestTicks } from './code.ts';
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
  /** One line of several, apart from the one before it, its indentation kept. */
  codeLine(text: string): void;
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
  /** The last emphasis: one that begins right there goes on with it (`**a****b**` is no Markdown). */
  let lastMark: { index: number; sign: string; unmarked: string } | null = null;
  /** The last code span: code right behind it goes on with it, since their backticks would run together. */
  let lastCode: { index: number; text: string } | null = null;

  const push = (part: string): void => {
    if (!part) return;
    const last = parts.length - 1;
    if (lastMark?.index === last && !mayClose(parts[last] ?? '', part)) parts[last] = lastMark.unmarked;
    parts.push(apart(parts, part));
    const end = part.charAt(part.length - 1);
    endsInSpace = end === ' ' || end === '\n';
    if (empty && part.trim()) empty = false;
  };

  const finish = (mark: Mark): void => {
    const inner = parts.slice(mark.start).join('');
    const body = inner.trim();
    const endsInMark = lastMark !== null && lastMark.index >= mark.start && lastMark.index === parts.length - 1;
    const unmarked = endsInMark ? parts.slice(mark.start, -1).join('') + (lastMark?.unmarked ?? '') : inner;
    parts.length = mark.start;
    lastCode = null;
    if (!body) {
      if (inner) parts.push(' ');
      return;
    }
    const before = inner.slice(0, inner.length - inner.trimStart().length);
    const after = inner.slice(inner.trimEnd().length);
    const previous = parts.at(-1);
    const goesOn = mark.sign !== '' && !before && lastMark?.index === mark.start - 1;
    if (previous && goesOn && lastMark?.sign === mark.sign) {
      lastMark = { index: mark.start - 1, sign: mark.sign, unmarked: lastMark.unmarked + unmarked.trim() };
      parts[mark.start - 1] = previous.slice(0, -mark.sign.length) + body + mark.sign;
    } else {
      const inLink = marks.some(({ href, start }) => href !== null && start === mark.start);
      const opens = !goesOn && (inLink || mayOpen(before || (previous ?? ''), body));
      const sign = opens ? mark.sign : '';
      parts.push(apart(parts, before + wrap(body, { ...mark, sign })));
      lastMark = sign ? { index: parts.length - 1, sign, unmarked: before + unmarked.trim() } : null;
    }
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
      if (!body) return;
      const last = parts.length - 1;
      const goesOn = lastCode?.index === last && marks.every(({ start }) => start <= last);
      lastCode = { index: goesOn ? last : last + 1, text: (goesOn ? (lastCode?.text ?? '') : '') + body };
      if (goesOn) parts[last] = codeSpan(lastCode.text);
      else push(codeSpan(body));
    },
    codeLine(text) {
      inline.space();
      push(codeSpan(text.trimEnd()));
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
      lastCode = null;
      return text;
    },
  };
  return inline;
}

/** May emphasis begin here? Before a sign it must not stand behind a letter (CommonMark 6.2, left-flanking). */
function mayOpen(before: string, body: string): boolean {
  return !/^[\p{P}\p{S}]/u.test(body) || !/[^\s\p{P}\p{S}]$/u.test(before);
}

/** May emphasis end here? Behind a sign it must not stand before a letter (right-flanking). */
function mayClose(marked: string, following: string): boolean {
  return !/^[^\s\p{P}\p{S}]/u.test(following) || !/[\p{P}\p{S}]$/u.test(marked.replace(/[*~]+$/, ''));
}

/** Keeps signs of two parts from being read as one: `]` and `(`, a `!` and a link (changed in place), two code spans. */
function apart(parts: string[], part: string): string {
  const first = part.charAt(0);
  if (first !== '[' && first !== '(' && first !== ':' && first !== '`') return part;
  const last = parts.at(-1) ?? '';
  if (first === '`') return /(?:^|[^\\])`$/.test(last) ? ` ${part}` : part;
  if (first === '[' && /(?:^|[^\\])!$/.test(last)) parts[parts.length - 1] = `${last.slice(0, -1)}\\!`;
  return first !== '[' && /(?:^|[^\\])\]$/.test(last) ? `\\${part}` : part;
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
  const fence = '`'.repeat(longestTicks(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Puts a backslash before what Markdown would read as markup, and nowhere else: the text is searched and shown. */
export function escapeText(text: string): string {
  if (!/[\\`*_\]<~&]/.test(text)) return text;
  const escaped = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}\\])_|_(?![\p{L}\p{N}_])/gu, '\\_')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?]|$)/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&');
  // Two tildes may strike out what is between them; one cannot.
  return text.indexOf('~') === text.lastIndexOf('~') ? escaped : escaped.replaceAll('~', '\\~');
}

/** Escapes what would make a line of a paragraph a heading, a list, a quote or an underline. */
export function escapeLineStarts(text: string): string {
  if (!text.includes('\n') && !/^[ #+\-=>|~\d]/.test(text)) return text;
  return text
    .replace(/^( *)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|\||~~~|=+\s*$|(?=[:| ]*-)[-:][-:| ]*$)/gm, '$1\\$2')
    .replace(/^( *\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}
