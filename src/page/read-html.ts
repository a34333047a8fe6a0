import { unfold } from './accordion.ts';
import type { Block } from './blocks.ts';
import { dropChrome } from './boilerplate.ts';
import { findContent, type Content } from './content.ts';
import { tidyListing } from './directory-listing.ts';
import { writeWithTurndown } from './fallback.ts';
import { toReading } from './finish.ts';
import { parseHtml, withoutSelfClosing } from './html.ts';
import { readMarkdownSource } from './markdown-source.ts';
import { writeMarkdown, type Written } from './markdown.ts';
import { marksOf, resolveHttp } from './marks.ts';
import { readMetadata } from './metadata.ts';
import { noMarks, type PageMarks, type ReadInput, type Reading } from './page.ts';
import { withoutImprint } from './scraps.ts';
import { surveyPage } from './survey.ts';
import { labelTabs } from './tabs.ts';
import { find, plainText, type ElementNode } from './tree.ts';
import { visibleText } from './visible-text.ts';
import { tellVersions } from './version-mark.ts';

const MAX_CONTEXT = 300;

/** Reads a page of HTML. */
export function readHtml(html: string, input: ReadInput): Reading {
  const isXhtml = /^\s*application\/xhtml\+xml/i.test(input.contentType ?? '');
  // A byte order mark inside the text is drawn as nothing, though it counts as white space.
  const text = html.replaceAll('\ufeff', '');
  const document = parseHtml(isXhtml ? withoutSelfClosing(text) : text);
  if (!document) return { kind: 'refused', reason: 'too-complex', marks: noMarks };
  const survey = surveyPage(document);
  const metadata = readMetadata(survey, input.fetchedAt);
  const { marks, base } = marksOf(survey, input.url);
  const body = survey.tagged('body')[0] ?? survey.tagged('frameset')[0] ?? document;
  tidyListing(survey, body);
  labelTabs(survey);
  unfold(survey);
  tellVersions(survey);
  dropChrome(survey, body);
  const content = findContent(survey, body, metadata.title);
  const { blocks, media } = writeChecked(content, base);
  return toReading({
    input,
    metadata,
    marks: withRefresh(marks, metadata.refresh, base),
    document,
    blocks: withoutImprint(withHeading(blocks, content)),
    images: media.images(createContextOf()),
    videos: media.videos(),
  });
}

/** The content as Markdown; when words were lost on the way, by turndown. */
function writeChecked({ root }: Content, base: string): Written {
  const written = writeMarkdown(root, base);
  if (written.keepsText) return written;
  const markdown = writeWithTurndown(root, base);
  if (markdown === null) return written;
  return { ...written, blocks: readMarkdownSource(markdown, base).blocks };
}

function withHeading(blocks: readonly Block[], { heading }: Content): readonly Block[] {
  if (!heading) return blocks;
  const text = visibleText(heading.text);
  return [{ kind: 'heading', text: `# ${text}`, level: 1, anchor: heading.anchor }, ...blocks];
}

/** A page that sends its reader on says where to, and has often nothing else. */
function withRefresh(marks: PageMarks, refresh: string | null, base: string): PageMarks {
  const url = refresh && resolveHttp(refresh, base);
  return url ? { ...marks, links: [...marks.links, { url, rel: [] }] } : marks;
}

/** Text around a picture: its caption, or the block it stands in, told once for all pictures in the block. */
function createContextOf(): (place: ElementNode) => string {
  const known = new Map<ElementNode, string>();
  return (place) => {
    for (let up = place.parent; up; up = up.parent) {
      if (up.tag === 'body' || up.textLength > 4 * MAX_CONTEXT) break;
      const context = known.get(up) ?? contextIn(up);
      known.set(up, context);
      if (context) return context;
    }
    return '';
  };
}

function contextIn(block: ElementNode): string {
  const [caption] = block.tag === 'figure' ? find(block, ({ tag }) => tag === 'figcaption') : [];
  if (block.textLength === 0 || !/^(?:p|li|td|th|dd|div|section|figure|blockquote)$/.test(block.tag)) return '';
  return visibleText(plainText(caption ?? block)).slice(0, MAX_CONTEXT);
}
