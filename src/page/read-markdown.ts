import { readFrontMatter } from './front-matter.ts';
import { toReading } from './finish.ts';
import { readMarkdownSource } from './markdown-source.ts';
import { noMetadata, readDate } from './metadata.ts';
import { videoAt } from './media.ts';
import type { Image, PageMarks, ReadInput, Reading, Video } from './page.ts';
import { plainOfMarkdown } from './plain.ts';
import { createElement } from './tree.ts';
import { visibleText } from './visible-text.ts';

const MAX_CONTEXT = 300;

/** Reads a page that arrives as Markdown (rule 6.9). Such a page has no robots metas, canonical or `rel`. */
export function readMarkdown(markdown: string, input: ReadInput): Reading {
  const { values, rest } = readFrontMatter(visibleText(markdown).replace(/\r\n?/g, '\n'));
  const source = readMarkdownSource(rest, input.url);
  const title = values.get('title') ?? '';
  const first = source.blocks.find(({ kind }) => kind === 'heading');
  const needsHeading = title !== '' && first?.level !== 1;
  const blocks = needsHeading
    ? [{ kind: 'heading' as const, text: `# ${title}`, level: 1, anchor: null }, ...source.blocks]
    : source.blocks;
  const date = (names: readonly string[]): string | null =>
    names.map((name) => readDate(values.get(name), input.fetchedAt)).find(Boolean) ?? null;
  const marks: PageMarks = {
    robots: [],
    canonical: null,
    links: [...new Set(source.links)].map((url) => ({ url, rel: [] })),
  };
  return toReading({
    input,
    metadata: {
      ...noMetadata,
      title: title || (first ? plainOfMarkdown(first.text) : ''),
      description: values.get('description') ?? values.get('summary') ?? '',
      language: values.get('lang') ?? values.get('language') ?? null,
      publishedAt: date(['date', 'published', 'publishdate']),
      modifiedAt: date(['lastmod', 'updated', 'last_updated', 'lastupdated', 'modified']),
    },
    marks,
    document: createElement('#document'),
    blocks,
    images: imagesOf(source.images),
    videos: videosOf(source.links),
  });
}

function imagesOf(found: readonly { url: string; alt: string; line: string }[]): Image[] {
  /** Many pictures may stand in one text. */
  const contexts = new Map<string, string>();
  const images = new Map<string, Image>();
  for (const { url, alt, line } of found) {
    const context = contexts.get(line) ?? plainOfMarkdown(line).slice(0, MAX_CONTEXT);
    contexts.set(line, context);
    images.set(url, { url, alt, context });
  }
  return [...images.values()];
}

function videosOf(links: readonly string[]): Video[] {
  const videos = new Map<string, Video>();
  for (const link of links) {
    const video = videoAt(link);
    if (video) videos.set(`${video.provider} ${video.id}`, video);
  }
  return [...videos.values()];
}
