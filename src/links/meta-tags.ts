/**
 * Cuts the meta tags out of a page, in one pass over it: building a tree of the whole page would hold the bot's one thread
 * for tenths of a second, and only they count. Goes by the tokenizer of the HTML standard (section 13.2.5) as far as it
 * matters here: comments, quoted values, and elements whose content is text.
 */

/** In these, markup is text. */
const TEXT_ELEMENTS = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
]);
/** More than any page needs. */
const MAX_METAS = 500;

/** The meta tags as they stand in the page, one after the other, without those in templates. */
export function metaTags(html: string): string {
  const tag = /<(?:!--|[!?]|(\/?)([a-z][^\s/>]*))/gi;
  const found: string[] = [];
  let templates = 0;
  for (let match = tag.exec(html); match !== null && found.length < MAX_METAS; match = tag.exec(html)) {
    const [start, slash, written = ''] = match;
    const name = written.toLowerCase();
    const end = start === '<!--' ? after(html, '-->', match.index + 2) : tagEnd(html, tag.lastIndex);
    tag.lastIndex = end;
    if (name === 'template') templates = Math.max(0, templates + (slash === '/' ? -1 : 1));
    else if (name === 'meta' && templates === 0) found.push(html.slice(match.index, end));
    else if (slash === '' && TEXT_ELEMENTS.has(name)) tag.lastIndex = textEnd(html, name, end);
  }
  return found.join('');
}

/** Behind the bracket that ends a tag: one inside a quoted value does not. */
function tagEnd(html: string, from: number): number {
  const next = /[>=]/g;
  const value = /\s*(["']?)/y;
  next.lastIndex = from;
  for (let match = next.exec(html); match !== null; match = next.exec(html)) {
    if (match[0] === '>') return next.lastIndex;
    value.lastIndex = next.lastIndex;
    const quote = value.exec(html)?.[1] ?? '';
    if (quote !== '') next.lastIndex = after(html, quote, value.lastIndex);
  }
  return html.length;
}

/** Where the tag begins that ends an element of text; the page's end when there is none. */
function textEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return name === 'plaintext' ? html.length : (close.exec(html)?.index ?? html.length);
}

function after(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
}
