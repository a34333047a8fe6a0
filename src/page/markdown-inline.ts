import { linkTarget } from './inline.ts';
import { resolveHttp } from './marks.ts';

/** Running text of a Markdown page: addresses made absolute, HTML and components turned into Markdown or left out. */

/** What the text links to and shows, in page order. */
export interface Found {
  readonly links: string[];
  readonly images: { readonly url: string; readonly alt: string; readonly line: string }[];
}

export interface InlineContext {
  readonly base: string;
  /** `[name]: address` lines of the page, by name in lower case. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly found: Found;
}

const CODE_SPAN = /(`+)(?:(?!`)[\s\S]|(?!\1(?!`))`)*?\1(?!`)/g;
/** An inline link or picture: `[text](address "title")`; the text may hold one more pair of brackets. */
const LINK =
  /(!?)\[((?:\\.|[^[\]\\]|!?\[(?:\\.|[^[\]\\])*\](?:\([^()\s]*\))?)*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const REFERENCE = /(!?)\[((?:\\.|[^[\]\\])+)\](?:\[((?:\\.|[^[\]\\])*)\])?(?![([:])/g;
const HTML_TAG =
  /<\/?(?:a|abbr|b|br|center|code|del|details|div|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|ol|p|picture|q|s|samp|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*)?\/?>/gi;
/** A component of MDX, by its capital letter. */
const COMPONENT_TAG = /<\/?[A-Z][\w.]*(?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{[^{}]*\})*)?\/?>/g;

/** Stands around the number of a code span while the text around it is rewritten; no page has the character. */
const PLACE = '\uf8ff';
const PLACES = new RegExp(`${PLACE}(\\d+)${PLACE}`, 'g');

/** Rewrites text that is no code; code spans in it, also those in the text of a link, stay as they are. */
export function rewriteInline(text: string, context: InlineContext): string {
  const spans: string[] = [];
  const held = text.replaceAll(PLACE, '').replace(CODE_SPAN, (span) => `${PLACE}${spans.push(span) - 1}${PLACE}`);
  const rewritten = rewriteLinks(rewriteWords(held, context), context);
  return rewritten.replace(PLACES, (_, index: string) => spans[Number(index)] ?? '');
}

function rewriteWords(text: string, context: InlineContext): string {
  return text
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/\{%-?\s[^%]*%\}/g, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<a\s[^>]*?href=["']([^"']*)["'][^>]*>([\s\S]*?)<\/a>/gi, '[$2]($1)')
    .replace(/<img\s[^>]*>/gi, (tag) => imageOf(tag))
    .replace(HTML_TAG, '')
    .replace(COMPONENT_TAG, '')
    .replace(/<(https?:\/\/[^\s<>]+)>/g, (_, url: string) => `[${url}](${url})`)
    .replace(REFERENCE, (whole, bang: string, label: string, name?: string) => {
      const target = context.definitions.get((name || label).toLowerCase().replace(/\s+/g, ' '));
      return target === undefined ? whole : `${bang}[${label}](${target})`;
    });
}

function imageOf(tag: string): string {
  const value = (name: string): string => new RegExp(`\\s${name}=["']([^"']*)["']`, 'i').exec(tag)?.[1] ?? '';
  return value('src') ? `![${value('alt')}](${value('src')})` : value('alt');
}

function rewriteLinks(text: string, context: InlineContext): string {
  const { base, found } = context;
  for (const [, url = ''] of text.matchAll(/(?<![(\w"'=<])(https?:\/\/[^\s<>)\]"'`*]+)/g)) addLink(found, url, base);
  return text.replace(LINK, (_whole, bang: string, label: string, target: string) => {
    const url = resolveHttp(target, base);
    if (bang) {
      if (!url || /^data:/i.test(target)) return label;
      found.images.push({ url, alt: label, line: text });
      return label ? `![${label}](${linkTarget(url)})` : '';
    }
    const inner = label.includes('](') ? rewriteLinks(label, context) : label;
    if (!url) return /^(?:mailto|tel):/i.test(target) ? `[${inner}](${target})` : inner;
    addLink(found, url, base);
    return inner.trim() ? `[${inner}](${linkTarget(url)})` : '';
  });
}

function addLink(found: Found, target: string, base: string): void {
  const url = resolveHttp(target.replace(/[.,;:!?]+$/, ''), base);
  if (url) found.links.push(url);
}
