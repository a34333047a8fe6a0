import { linkTarget } from './inline.ts';
import { nameOf, type Definitions } from './markdown-lines.ts';
import { resolveHttp } from './marks.ts';

/** Links and pictures of a Markdown page, made absolute, in one pass over the brackets of a text. */

/** What the text links to and shows, in page order. */
export interface Found {
  readonly links: string[];
  readonly images: { readonly url: string; readonly alt: string; readonly line: string }[];
}

export interface LinkContext {
  readonly base: string;
  readonly definitions: Definitions;
  readonly found: Found;
}

/** A bracket that is open: what stands before its text, and the text so far, links in it rewritten. */
interface Bracket {
  readonly mark: '[' | '![';
  /** Where its text begins in the source. */
  readonly start: number;
  text: string;
  /** Brackets were opened in it. */
  hasInner: boolean;
}

/** Brackets open inside one another; of more, the outermost is a bracket and no link. */
const MAX_OPEN = 32;
const TOKEN = /\\[\s\S]|!?\[|\]/g;
/** `(address "title")`, the address with pairs of parentheses in it. */
const TARGET = /\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*){0,200})>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;
/** `[name]` behind the text of a link; what follows it must not make it something else. */
const NAME = /(?:\[((?:\\.|[^[\]\\]){0,999})\])?(?![([:])/y;
const BARE_ADDRESS = /(?<![(\w"'=<])(https?:\/\/[^\s<>)\]"'`*]+)/g;

/** @param line the text as a picture in it is remembered with */
export function rewriteLinks(text: string, line: string, context: LinkContext): string {
  if (text.includes('://')) {
    for (const [, url = ''] of text.matchAll(BARE_ADDRESS)) addLink(context, url);
  }
  if (!text.includes(']')) return text;
  let rewritten = '';
  const open: Bracket[] = [];
  const add = (piece: string): void => {
    const inner = open.at(-1);
    if (inner) inner.text += piece;
    else rewritten += piece;
  };
  let at = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [mark] = token;
    if (mark.startsWith('\\')) continue;
    add(text.slice(at, token.index));
    at = TOKEN.lastIndex;
    if (mark === '[' || mark === '![') {
      if (open.length >= MAX_OPEN) rewritten += asText(open.shift());
      const outer = open.at(-1);
      if (outer) outer.hasInner = true;
      open.push({ mark, start: at, text: '', hasInner: false });
      continue;
    }
    const bracket = open.pop();
    const link = bracket && linkAt(text, at, bracket, context);
    if (link) {
      add(writeLink(bracket, link.target, line, context));
      at = link.end;
      TOKEN.lastIndex = at;
    } else add(`${asText(bracket)}]`);
  }
  return rewritten + open.map(asText).join('') + text.slice(at);
}

function asText(bracket: Bracket | undefined): string {
  return bracket ? bracket.mark + bracket.text : '';
}

/** Where the link leads whose text has just ended, and where it ends itself; null when it is none. */
function linkAt(
  text: string,
  at: number,
  { start, hasInner }: Bracket,
  { definitions }: LinkContext,
): { target: string; end: number } | null {
  TARGET.lastIndex = at;
  const target = TARGET.exec(text)?.[1];
  if (target !== undefined) return { target, end: TARGET.lastIndex };
  if (definitions.size === 0) return null;
  NAME.lastIndex = at;
  const named = NAME.exec(text);
  if (!named) return null;
  const name = named[1] || (hasInner ? '' : text.slice(start, at - 1));
  const defined = definitions.get(nameOf(name));
  return defined === undefined ? null : { target: defined, end: at + named[0].length };
}

function writeLink({ mark, text }: Bracket, target: string, line: string, context: LinkContext): string {
  const url = resolveHttp(target, context.base);
  if (mark === '![') {
    if (!url || /^data:/i.test(target)) return text;
    context.found.images.push({ url, alt: text, line });
    return text ? `![${text}](${linkTarget(url)})` : '';
  }
  if (!url) return /^(?:mailto|tel):/i.test(target) ? `[${text}](${target})` : text;
  addLink(context, target);
  return text.trim() ? `[${text}](${linkTarget(url)})` : '';
}

function addLink({ found, base }: LinkContext, target: string): void {
  const url = resolveHttp(target.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), base);
  if (url) found.links.push(url);
}
