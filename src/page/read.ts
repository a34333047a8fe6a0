import { MAX_PAGE_BYTES } from '../promises.ts';
import { decode } from './charset.ts';
import { noMarks, type Page, type PageRefusal, type ReadInput, type Reading } from './page.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';

/**
 * Reads one page: bytes to text, one parse, the content as Markdown, and what the page says to a crawler. Pure, and
 * bounded in what it accepts; the time it may take is bounded by whoever calls it (rule 7.6).
 */
export function read(input: ReadInput): Reading {
  if (input.body.byteLength > MAX_PAGE_BYTES) return { kind: 'refused', reason: 'too-large', marks: noMarks };
  const { text } = decode(input.body, input.contentType);
  return isMarkdown(input, text) ? readMarkdown(text, input) : readHtml(text, input);
}

/** Library form of `read` (design 6.2). */
export function readPage(
  body: Uint8Array,
  about: { readonly url: string; readonly contentType?: string; readonly fetchedAt: Date },
): Page | { readonly refused: PageRefusal } {
  const reading = read({ body, ...about });
  return reading.kind === 'page' ? reading.page : { refused: reading.reason };
}

/** Markdown by its type, or as plain text under a `.md` address (rule 2.3); an HTML page that claims to be is none. */
function isMarkdown({ url, contentType = '' }: ReadInput, text: string): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const claims =
    type === 'text/markdown' ||
    type === 'text/x-markdown' ||
    (type === 'text/plain' && /\.mdx?$/i.test(new URL(url).pathname));
  return claims && !/^\s*(?:<!doctype html|<html[\s>])/i.test(text);
}
