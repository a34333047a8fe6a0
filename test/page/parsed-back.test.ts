import { describe, expect, it } from 'vitest';
import { joinBlocks } from '../../src/page/blocks.ts';
import { writeMarkdown } from '../../src/page/markdown.ts';
import { contentOf } from './content-of.ts';
import { structureOf } from './reparsed.ts';
import { expectations, SETS } from './score.ts';
import { differences, treeStructureOf } from './tree-structure.ts';

/** What a Markdown parser sees in our Markdown of each stored page, held against the page itself. */
describe.each(Object.keys(SETS))('the set %s, parsed back', (name) => {
  const set = name === 'built' || name === 'built-deb' ? name : 'pages';
  it.each(expectations(set).pages)('$id has the same code, headings and tables', (expected) => {
    const { root } = contentOf(set, expected);
    const seen = structureOf(joinBlocks(writeMarkdown(root, expected.url).blocks));
    expect(differences(treeStructureOf(root), seen)).toEqual([]);
    expect(seen.links.filter(({ url, text }) => text === '' || !/^(?:https?:|mailto:|tel:)/.test(url))).toEqual([]);
  });
});
