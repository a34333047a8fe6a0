import type { Block } from './blocks.ts';
import { parseHtml } from './html.ts';
import { createFenceWatch } from './markdown-fences.ts';
import type { LinkContext } from './markdown-links.ts';
import { writeMarkdown } from './markdown.ts';
import { surveyPage } from './survey.ts';

/** HTML in a Markdown page. */

const TAG = /^ {0,3}<\/?([A-Za-z][\w.-]*)/;
/** A line of nothing but one tag (CommonMark 4.6, type 7). */
const TAG_ALONE = /^ {0,3}<\/?[A-Za-z][\w-]*(?:\s[^<>]*)?>\s*$/;
/** Elements that begin HTML whatever else is in their line (types 1 and 6); other lines are running text. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'pre script style textarea address article aside base basefont blockquote body caption center col colgroup dd ' +
    'details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param picture search section ' +
    'summary svg table tbody td tfoot th thead title tr track ul video'
  ).split(' '),
);

/** Name of the tag with which a line begins HTML or a component; null where it begins none. */
export function blockTagOf(line: string): string | null {
  if (!line.includes('<')) return null;
  const tag = TAG.exec(line)?.[1];
  if (tag === undefined) return null;
  return /^[A-Z]/.test(tag) || BLOCK_TAGS.has(tag) || TAG_ALONE.test(line) ? tag : null;
}

/** Reads HTML as a page's is. */
export function readHtml(html: string, { base, found }: LinkContext): readonly Block[] {
  const document = parseHtml(html);
  if (!document) return [];
  surveyPage(document);
  const { blocks, media } = writeMarkdown(document, base);
  for (const { url, alt } of media.images(() => '')) found.images.push({ url, alt, line: '' });
  for (const { url } of media.videos()) found.links.push(url);
  return blocks;
}

/** Behind a blank line, what begins with no tag is Markdown (type 6 ends there). */
export function holdsMarkdown(lines: readonly string[]): boolean {
  return lines.some((line, i) => i > 0 && !lines[i - 1]?.trim() && /^\s*[^<\s]/.test(line));
}

const TABLE_TAG = /<\/?(?:table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th)(?:\s[^<>]*)?>/gi;

/** The lines of a table without its tags, but for those in code. */
export function withoutTableTags(lines: readonly string[]): string[] {
  const isCode = createFenceWatch();
  return lines.map((line) => {
    if (isCode(line)) return line;
    const text = line.replace(TABLE_TAG, ' ');
    return text === line ? line : text.trim();
  });
}
