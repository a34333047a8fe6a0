import { joinBlocks } from '../src/page/blocks.ts';
import { writeMarkdown } from '../src/page/markdown.ts';
import { contentOf } from '../test/page/content-of.ts';
import { structureOf } from '../test/page/reparsed.ts';
import { expectations, scoreSet, SETS, type Score } from '../test/page/score.ts';
import { differences, treeStructureOf } from '../test/page/tree-structure.ts';
import { markdownTable } from './table.ts';

/** What of the stored pages is read as a reader of each would have it; pages below 100 % by name. */
export function checks(): Promise<number> {
  const rows: string[][] = [];
  const failures: string[] = [];
  for (const set of ['pages', 'built', 'built-deb'] as const) {
    const scores = scoreSet(set);
    const passed = sum(scores, (score) => score.passed);
    const all = passed + sum(scores, (score) => score.failures.length);
    const apart = expectations(set).pages.filter((expected) => {
      const { root } = contentOf(set, expected);
      const seen = structureOf(joinBlocks(writeMarkdown(root, expected.url).blocks));
      return differences(treeStructureOf(root), seen).length > 0;
    });
    rows.push([SETS[set] || 'pages/', `${scores.length}`, `${passed} of ${all}`, `${apart.length}`]);
    for (const score of scores) failures.push(...score.failures.map((failure) => `${score.id}: ${failure}`));
  }
  console.log(markdownTable(['set', 'pages', 'checks', 'pages a Markdown parser sees otherwise'], rows));
  for (const failure of failures) console.log(failure);
  return Promise.resolve(failures.length > 0 ? 1 : 0);
}

function sum(scores: readonly Score[], value: (score: Score) => number): number {
  return scores.reduce((total, score) => total + value(score), 0);
}
