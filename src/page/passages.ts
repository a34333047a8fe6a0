import type { Block } from './blocks.ts';
import type { Passage } from './page.ts';
import { plainOfMarkdown } from './plain.ts';
import { splitBlock } from './split.ts';

/**
 * Passages follow headings (rule 9.3). A section is one passage where it fits; a longer one is cut between its blocks,
 * a very long block inside; a section of a few words joins the one before it. Joined, the passages are the page.
 */

/** Longest passage, in characters, but for code and tables that are kept whole. */
export const MAX_PASSAGE = 1500;
/** A section shorter than this is not worth a passage of its own. */
const MIN_SECTION = 250;
/** A mark above the first heading, a version or the name of a package, is no longer than this. */
const MAX_MARK = 80;
/** So much of a heading is told in the path. */
const MAX_TITLE = 1000;

interface Section {
  readonly anchor: string | null;
  readonly headings: readonly string[];
  readonly level: number;
  readonly blocks: Block[];
}

export function cutPassages(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  let previousLevel = Infinity;
  for (const section of withText(sectionsOf(blocks))) {
    const pieces = pack(section.blocks);
    const last = passages.at(-1);
    const [only = ''] = pieces;
    // What stands above all headings has none that a section could be found under.
    const isUnder = previousLevel > 0 && section.level >= previousLevel;
    const joins = pieces.length === 1 && only.length < MIN_SECTION && isUnder;
    if (last && joins && last.text.length + only.length + 2 <= MAX_PASSAGE) {
      passages[passages.length - 1] = { ...last, text: `${last.text}\n\n${only}` };
      continue;
    }
    for (const text of pieces) passages.push({ anchor: section.anchor, headings: section.headings, text });
    previousLevel = section.level;
  }
  return passages;
}

/** The blocks under each heading, the heading first. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  const path: { level: number; title: string }[] = [];
  let section: Section = { anchor: null, headings: [], level: 0, blocks: [] };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (section.blocks.length > 0) sections.push(section);
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, title: plainOfMarkdown(block.text.slice(0, MAX_TITLE)) });
      // A heading without an id is reached by the last one above it that has one.
      const anchor = block.anchor ?? section.anchor;
      section = { anchor, headings: path.map(({ title }) => title), level: block.level, blocks: [] };
    }
    section.blocks.push(block);
  }
  if (section.blocks.length > 0) sections.push(section);
  return sections;
}

/** Headings with nothing under them, and a mark above all of them, go to the next section, or, at the end of the page, to the one before. */
function withText(sections: readonly Section[]): Section[] {
  const full: Section[] = [];
  let bare: Block[] = [];
  for (const section of sections) {
    if (isMark(section) || section.blocks.every(({ kind }) => kind === 'heading')) bare.push(...section.blocks);
    else {
      full.push({ ...section, blocks: [...bare, ...section.blocks] });
      bare = [];
    }
  }
  const last = full.at(-1);
  if (bare.length > 0 && last) last.blocks.push(...bare);
  else if (bare.length > 0 && sections[0]) full.push({ ...sections[0], blocks: bare });
  return full;
}

function isMark({ level, blocks }: Section): boolean {
  return level === 0 && blocks.reduce((length, { text }) => length + text.length, 0) <= MAX_MARK;
}

/** Fills passages with blocks in order. Headings stay with what follows them. */
function pack(blocks: readonly Block[]): string[] {
  const packed: string[] = [];
  let text = '';
  let onlyHeadings = true;
  for (const block of blocks) {
    for (const piece of splitBlock(block, MAX_PASSAGE)) {
      if (text && !onlyHeadings && text.length + piece.length + 2 > MAX_PASSAGE) {
        packed.push(text);
        text = '';
        onlyHeadings = true;
      }
      text = text ? `${text}\n\n${piece}` : piece;
      if (block.kind !== 'heading') onlyHeadings = false;
    }
  }
  if (text) packed.push(text);
  return packed;
}
