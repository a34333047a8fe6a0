import { joinBlocks, type Block } from './blocks.ts';
import { fingerprint } from './fingerprint.ts';
import { judgeContent } from './gate.ts';
import type { Metadata } from './metadata.ts';
import type { Image, PageMarks, ReadInput, Reading, Video } from './page.ts';
import { cutPassages } from './passages.ts';
import { firstSentence, plainOfMarkdown } from './plain.ts';
import type { ElementNode } from './tree.ts';
import { visibleText } from './visible-text.ts';

/** What was found in a page of either kind. */
export interface Findings {
  readonly input: ReadInput;
  readonly metadata: Metadata;
  readonly marks: PageMarks;
  readonly document: ElementNode;
  readonly blocks: readonly Block[];
  readonly images: readonly Image[];
  readonly videos: readonly Video[];
}

const MAX_DESCRIPTION = 300;
/** Shortest paragraph that can stand for a description. */
const MIN_DESCRIPTION = 20;
/** Enough of the text for the content gate and for a description. */
const MAX_JUDGED = 4000;

/** Judges the content, and makes the page of it. */
export function toReading({ input, metadata, marks, document, blocks: found, images, videos }: Findings): Reading {
  const blocks = visibleBlocks(found);
  const markdown = joinBlocks(blocks);
  const first = blocks.find(({ kind }) => kind === 'heading');
  const heading = first ? plainOfMarkdown(first.text.slice(0, MAX_JUDGED)) : '';
  const text = plainOfMarkdown(markdown.slice(0, MAX_JUDGED));
  const reason = judgeContent({
    url: input.url,
    metadata,
    canonical: marks.canonical,
    document,
    heading,
    text,
    blocks,
  });
  if (reason) return { kind: 'refused', reason, marks };
  const page = {
    url: input.url,
    title: metadata.title || heading,
    description: metadata.description || firstWords(blocks),
    language: metadata.language,
    canonical: marks.canonical,
    publishedAt: metadata.publishedAt,
    modifiedAt: metadata.modifiedAt,
    markdown,
    links: withoutFragments(marks),
    images,
    videos,
    contentHash: fingerprint(markdown),
    passages: cutPassages(blocks),
  };
  return { kind: 'page', page, marks };
}

function visibleBlocks(blocks: readonly Block[]): readonly Block[] {
  const visible = blocks.map((block) => {
    const text = visibleText(block.text);
    return text === block.text ? block : { ...block, text };
  });
  return visible.filter(({ text }) => text.trim() !== '');
}

function withoutFragments({ links }: PageMarks): string[] {
  return [...new Set(links.map(({ url }) => url.split('#', 1)[0] ?? url))];
}

/** Description of a page that gives none: the first sentence of its text. */
function firstWords(blocks: readonly Block[]): string {
  for (const { kind, text } of blocks) {
    const plain = kind === 'paragraph' ? plainOfMarkdown(text.slice(0, MAX_JUDGED)) : '';
    if (plain.length >= MIN_DESCRIPTION) return firstSentence(plain, MAX_DESCRIPTION);
  }
  return '';
}
