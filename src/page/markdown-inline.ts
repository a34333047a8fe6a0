import { withoutBetween } from './between.ts';
import { replaceCodeSpans } from './code-spans.ts';
import { rewriteLinks, type LinkContext } from './markdown-links.ts';

/** Running text of a Markdown page: addresses made absolute, HTML and components turned into Markdown or left out. */

const HTML_TAG =
  /<\/?(?:a|abbr|b|br|center|code|del|details|div|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|ol|p|picture|q|s|samp|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*)?\/?>/gi;
/** A component of MDX, by its capital letter. */
const COMPONENT_TAG = /<\/?[A-Z][\w.]*(?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{[^{}]*\})*)?\/?>/g;

/** Stands around the number of a code span while the text around it is rewritten; no page has the character. */
const PLACE = '\uf8ff';
const PLACES = new RegExp(`${PLACE}(\\d+)${PLACE}`, 'g');

/** A link of HTML. None holds another, so its text ends before the next one. */
const HTML_LINK = /<a\s[^<>]*?href=["']([^"'<>]*)["'][^<>]*>((?:[^<]|<(?!\/?a[\s>])){0,4000})<\/a>/gi;
/** So much of a text is kept to remember a picture in it by. */
const MAX_LINE = 1200;

/** Rewrites text that is no code; code spans in it, also those in the text of a link, stay as they are. */
export function rewriteInline(text: string, context: LinkContext): string {
  const spans: string[] = [];
  const hold = (span: string): string => `${PLACE}${spans.push(span) - 1}${PLACE}`;
  const held = replaceCodeSpans(text.replaceAll(PLACE, ''), hold);
  const rewritten = rewriteLinks(rewriteWords(holdHtmlCode(held, hold)), text.slice(0, MAX_LINE), context);
  return rewritten.replace(PLACES, (_, index: string) => spans[Number(index)] ?? '');
}

/** Code and what is strong, with nothing but words in it. */
const HTML_CODE = /<(code|tt)>([^<>`\n\uf8ff]{1,500})<\/\1>/gi;
/** Within a word, marks would not always be taken for what they are. */
const HTML_STRONG = /(?<![\p{L}\p{N}])<(b|strong)>([^<>*\n]{1,500})<\/\1>(?![\p{L}\p{N}])/giu;
const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/** Code in tags becomes a code span, in which characters have no names. */
function holdHtmlCode(text: string, hold: (span: string) => string): string {
  if (!text.includes('</')) return text;
  return text.replace(HTML_CODE, (_whole, _tag, code: string) =>
    hold(`\`${code.replace(/&(?:lt|gt|amp|quot);/g, (name) => CHARACTERS[name] ?? name)}\``),
  );
}

function rewriteWords(text: string): string {
  if (!text.includes('<') && !text.includes('{')) return text;
  return withoutBetween(text, '{/*', '*/}')
    .replace(/\{%-?\s[^%]*%\}/g, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(HTML_LINK, '[$2]($1)')
    .replace(/<img\s[^<>]*>/gi, imageOf)
    .replace(HTML_STRONG, (_whole, _tag, words: string) => (words.trim() === words ? `**${words}**` : words))
    .replace(HTML_TAG, '')
    .replace(COMPONENT_TAG, '')
    .replace(/<(https?:\/\/[^\s<>]+)>/g, (_, url: string) => `[${url}](${url})`);
}

function imageOf(tag: string): string {
  const value = (name: string): string => new RegExp(`\\s${name}=["']([^"']*)["']`, 'i').exec(tag)?.[1] ?? '';
  return value('src') ? `![${value('alt')}](${value('src')})` : value('alt');
}
