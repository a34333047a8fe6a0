import type { Survey } from './survey.ts';
import { attr, createElement, createText, drop, insert, plainText, type ElementNode, type TreeNode } from './tree.ts';

/**
 * Marks that show only a version, and say in their `title` what it means (`1.0.0`, "Stable since Rust version 1.0.0"):
 * the sentence is written. One that floats beside a heading stands before it in the page, so it goes below.
 */
const VERSION = /^v?(\d+(?:\.\d+)+)(?: \([^()]*\))?$/;
const MAX_SENTENCE = 120;

export function tellVersions({ versionMarks }: Survey): void {
  for (const mark of versionMarks) {
    const [, version] = VERSION.exec(plainText(mark)) ?? [];
    const sentence = (attr(mark, 'title') ?? '').replace(/\s+/g, ' ').trim();
    if (version === undefined || sentence.length > MAX_SENTENCE || !sentence.includes(version)) continue;
    drop(mark);
    const heading = headingAfter(mark);
    if (heading?.parent) insertLine(heading.parent, sentence, heading.next);
    else if (mark.parent) insertLine(mark.parent, sentence, mark);
  }
}

/** The heading that the mark, or the spans it stands in, are followed by in the same box. */
function headingAfter(mark: ElementNode): ElementNode | null {
  let box = mark;
  while (box.parent?.tag === 'span') box = box.parent;
  for (let sibling = box.next; sibling; sibling = sibling.next) {
    if (sibling.kind === 'element' && /^h[1-6]$/.test(sibling.tag)) return sibling;
  }
  return null;
}

function insertLine(parent: ElementNode, text: string, before: TreeNode | null): void {
  const line = createElement('p');
  insert(line, createText(text), null);
  insert(parent, line, before);
  for (let up: ElementNode | null = line; up; up = up.parent) up.textLength += text.length;
}
