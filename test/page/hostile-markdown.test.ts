import { describe, expect, it } from 'vitest';
import { markdownOf, readText } from './reading.ts';

/** Rule 7.6: a page of Markdown made to keep its reader busy is read in time that grows with its length. */

const MARKDOWN = { url: 'https://docs.test/guide/runs.md', contentType: 'text/markdown' };
const MANY = 100_000;
/** Each takes less than half a second; patterns that go back and forth took from four seconds to minutes. */
const MAX_MS = 3000;

function nestedLists(): string {
  return Array.from({ length: 2000 }, (_, depth) => `${'  '.repeat(depth % 500)}- x`).join('\n');
}

function everyLengthOf(mark: string, most: number): string {
  return Array.from({ length: most }, (_, i) => `a${mark.repeat(most - i)}`).join(' ');
}

describe('hostile Markdown is read in time, and what stands around it is kept', () => {
  it.each([
    ['pictures that are only begun', '!['.repeat(MANY)],
    ['links that are only begun', '[a]('.repeat(MANY)],
    ['links in a link that is only begun', `[${'[a](b)'.repeat(30_000)}`],
    ['brackets behind backslashes', '\\['.repeat(MANY)],
    ['references that are only begun', `[a\\`.repeat(MANY)],
    ['pictures in one line', '![a](b.png) '.repeat(30_000)],
    ['comments that never end', '<!--'.repeat(MANY)],
    ['comments that never end, a line each', '<!--\n'.repeat(MANY)],
    ['notes that never end', `x ${'{/*'.repeat(MANY)}`],
    ['deep lists', nestedLists()],
    ['backticks of every length', everyLengthOf('`', 800)],
    ['backticks by threes', `a ${'``` '.repeat(MANY)}a`],
    ['spaces between two words', `a${' '.repeat(MANY)}b`],
    ['spaces in a heading', `# a${' '.repeat(MANY)}b`],
    ['spaces behind a line of a list', `- a\n${' '.repeat(MANY)}x`],
    ['spaces in an address', `[a](${' '.repeat(MANY)}`],
    ['anchors in a heading', `# ${'<a id="'.repeat(MANY)}`],
    ['links of HTML that are only begun', `x ${'<a href="'.repeat(MANY)}`],
    ['links of HTML that never end', `x ${'<a href="b">'.repeat(MANY)}`],
    ['pictures of HTML that are only begun', `x ${'<img alt="'.repeat(MANY)}`],
    ['spaces in an import', `import {${' '.repeat(MANY)}x}`],
    ['exports that are only begun', 'export const {\n'.repeat(MANY)],
    ['anchors that never end', '<a id="\n'.repeat(MANY)],
    ['attributes of an anchor', `<a ${'id="x '.repeat(MANY)}`],
    ['components that are only begun', '<Tab title="\n'.repeat(MANY)],
    ['components in components', `${'<Tab>\n'.repeat(30_000)}x${'\n</Tab>'.repeat(30_000)}`],
    ['blocks in blocks', Array.from({ length: 1000 }, (_, i) => `${'    '.repeat(i)}!!! note`).join('\n')],
    ['tabs before a word', `- a\n${'\t'.repeat(MANY)}x`],
    ['quotes with tabs', `> ${'> \t'.repeat(MANY)}`],
    ['backticks behind backticks', `${'``'.repeat(MANY)} \``],
    ['dots behind an address', `https://a.test/${'.'.repeat(MANY)}x`],
  ])('%s', (_name, hostile) => {
    const started = performance.now();
    const markdown = markdownOf(`The first words of it.\n\n${hostile}\n\nThe last words of it.\n`, MARKDOWN);
    expect(performance.now() - started).toBeLessThan(MAX_MS);
    expect(markdown.startsWith('The first words of it.')).toBe(true);
    expect(markdown.endsWith('The last words of it.')).toBe(true);
  });

  it.each([
    ['spaces behind a mark of front matter', `---${' '.repeat(MANY)}x\n\n# Runs`],
    ['spaces in a value of front matter', `---\ntitle: "x${' '.repeat(19_000)}x\n---\n\n# Runs`],
    ['blank lines before it', `${'\n '.repeat(MANY)}\n# Runs`],
  ])('%s', (_name, text) => {
    const started = performance.now();
    const markdown = markdownOf(text, MARKDOWN);
    expect(performance.now() - started).toBeLessThan(MAX_MS);
    expect(markdown.endsWith('# Runs')).toBe(true);
  });

  it.each([
    ['fences', '```\n'.repeat(MANY)],
    ['one fence', '`'.repeat(MANY)],
  ])('%s without a word make no page', (_name, text) => {
    const started = performance.now();
    expect(readText(text, MARKDOWN)).toMatchObject({ kind: 'refused', reason: 'empty-shell' });
    expect(performance.now() - started).toBeLessThan(MAX_MS);
  });

  it('code with more runs of backticks than a function takes arguments is code', () => {
    expect(markdownOf(`Ticks:\n\n\`\`\`\`\n${'```\n'.repeat(150_000)}x\n\`\`\`\``, MARKDOWN)).toMatch(
      /^Ticks:\n\n````\n```\n/,
    );
    expect(markdownOf(`<p>Ticks: <code>${'` '.repeat(150_000)}</code></p>`)).toMatch(/^Ticks: `` ` `/);
  });

  it('formulas of HTML pages that never end are words', () => {
    for (const mark of ['\\(', '\\[', '$a_']) {
      const started = performance.now();
      expect(markdownOf(`<p>The first words of it. ${mark.repeat(MANY)}</p>`)).toMatch(/^The first words of it\./);
      expect(performance.now() - started).toBeLessThan(MAX_MS);
    }
    expect(markdownOf(`<p>The first words of it. $${'_ '.repeat(MANY)}</p>`)).toMatch(/^The first words of it\./);
  });
});

describe('what linear reading must not change', () => {
  it.each([
    [
      'links in pictures in links',
      '[![alt](a.png) b](c)',
      '[![alt](https://docs.test/guide/a.png) b](https://docs.test/guide/c)',
    ],
    ['brackets that are no links', 'a [b] [0, 1) [c](d) e]', 'a [b] [0, 1) [c](https://docs.test/guide/d) e]'],
    [
      'a link behind forty open brackets',
      `${'[0, 1) '.repeat(40)}[c](d)`,
      `${'[0, 1) '.repeat(40)}[c](https://docs.test/guide/d)`,
    ],
    ['brackets that are escaped', '\\[a](b) [c\\]](d)', '\\[a](b) [c\\]](https://docs.test/guide/d)'],
    ['parentheses in an address', '[a](b_(c)_d)', '[a](https://docs.test/guide/b_(c)_d)'],
    [
      'a picture in a link by reference',
      '[![a](b.png)][c]\n\n[c]: /d',
      '[![a](https://docs.test/guide/b.png)](https://docs.test/d)',
    ],
    ['code that holds shorter runs', 'a ``b ` [c](d)`` e', 'a ``b ` [c](d)`` e'],
    ['a comment over several lines', 'a<!-- b\n```\n-->c\n\nd <!-- e --> f <!-- g', 'ac\n\nd  f <!-- g'],
    ['a comment in code', '```\n<!-- a\n```\n\n`<!-- b -->` c', '```\n<!-- a\n```\n\n`<!-- b -->` c'],
    ['a heading with closing marks', '## a # b ##  ', '## a # b'],
    ['formulas of several lines', '$x$', '$x$'],
  ])('%s', (_name, source, markdown) => {
    expect(markdownOf(source, MARKDOWN)).toBe(markdown);
  });

  it('formulas with brackets of their own', () => {
    expect(markdownOf('<p>Then \\[ a \\\\[4pt] b \\] and \\( c \\) are.</p>')).toBe(
      'Then $$a \\\\[4pt] b$$ and $c$ are.',
    );
  });
});
