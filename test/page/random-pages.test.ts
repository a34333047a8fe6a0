import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinBlocks } from '../../src/page/blocks.ts';
import { parseHtml } from '../../src/page/html.ts';
import { writeMarkdown } from '../../src/page/markdown.ts';
import { surveyPage } from '../../src/page/survey.ts';
import { find, type ElementNode } from '../../src/page/tree.ts';
import { createRandom, mutated, randomPage } from './random-pages.ts';
import { readText } from './reading.ts';
import { structureOf } from './reparsed.ts';
import { expectations, fences, SETS } from './score.ts';
import { differences, treeStructureOf } from './tree-structure.ts';

/** 2,000 generated and mutated pages: read or refused, in time, and what is written is whole Markdown. */

const PAGES = 2000;
const BATCH = 250;
const MAX_MS = 2000;

const stored = expectations('built-deb').pages.map(({ file }) =>
  readFileSync(new URL(`../data/pages/${SETS['built-deb']}${file}`, import.meta.url), 'utf8'),
);

/** Fences that were opened and not closed, and tables whose rows have not as many cells as their head. */
function faults(markdown: string): string[] {
  const found: string[] = [];
  const { blocks, outside } = fences(markdown);
  const marks = markdown.split('\n').filter((line) => /^[\s>\-*\d.)]*```/.test(line)).length;
  if (marks < 2 * blocks.length) found.push(`${blocks.length} fences, ${marks} marks`);
  const lines = outside.split('\n');
  for (const [i, line] of lines.entries()) {
    if (!/^\s*\|(?: --- \|)+$/.test(line)) continue;
    const cells = cellsOf(line);
    const above = lines[i - 1] ?? '';
    if (cellsOf(above) !== cells) found.push(`head: ${above}`);
    for (let row = i + 1; /^\s*\|.*\|$/.test(lines[row] ?? ''); row++) {
      if (cellsOf(lines[row] ?? '') !== cells) found.push(`row: ${lines[row]}`);
    }
  }
  return found;
}

function cellsOf(row: string): number {
  return (
    row
      .trim()
      .replace(/\\[\\|]/g, '')
      .split('|').length - 2
  );
}

/**
 * What a Markdown parser does not see of a page. Of pages that nest what Markdown has no form for (tables in tables,
 * HTML in drawings and formulas), only that it sees nothing else.
 */
function lost(html: string): string[] {
  const document = parseHtml(html);
  if (!document) return [];
  surveyPage(document);
  const seen = structureOf(joinBlocks(writeMarkdown(document, 'https://docs.test/page').blocks));
  const isPlain = !/<(?:svg|math|xmp|template|noscript|title)\b/.test(html.slice(html.indexOf('<body>') + 1));
  const tree = isPlain && tablesIn(document) < 2 ? treeStructureOf(document) : null;
  return tree ? differences(tree, seen) : seen.strange;
}

function tablesIn(document: ElementNode): number {
  return find(document, ({ tag }) => tag === 'table').length;
}

describe('pages nobody would write', () => {
  it.each(Array.from({ length: PAGES / BATCH }, (_, i) => i))('batch %i', (batch) => {
    const random = createRandom(batch + 1);
    for (let i = 0; i < BATCH; i++) {
      const html = i % 8 === 7 ? mutated(random.pick(stored, ''), random) : randomPage(random);
      const started = performance.now();
      const reading = readText(html);
      expect(performance.now() - started, html).toBeLessThan(MAX_MS);
      if (reading.kind === 'refused') continue;
      expect(faults(reading.page.markdown), `${html}\n\n${reading.page.markdown}`).toEqual([]);
      expect(reading.page.markdown).not.toMatch(/[\u200b\u202a-\u202e\u{e0000}-\u{e007f}]/u);
      expect(lost(html), html).toEqual([]);
    }
  });
});
