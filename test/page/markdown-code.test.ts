import { describe, expect, it } from 'vitest';
import { markdownOf, pageOf } from './reading.ts';

/** Code in pages that arrive as Markdown, and what only looks like code. */

const MARKDOWN = { url: 'https://docs.test/guide/runs.md', contentType: 'text/markdown' };

function read(source: string): string {
  return markdownOf(source, MARKDOWN);
}

describe('code of a Markdown page', () => {
  it('keeps its tabs, and they count for the change hash', () => {
    const code = (indent: string): string => `Make it so:\n\n\`\`\`make\nall:\n${indent}echo "a\tb"\n\`\`\``;
    expect(read(code('\t'))).toBe(code('\t'));
    expect(pageOf(code('\t'), MARKDOWN).contentHash).not.toBe(pageOf(code('    '), MARKDOWN).contentHash);
    expect(read('Make it so:\n\n    all:\n    \techo\n\tend\n')).toBe('Make it so:\n\n```\nall:\n\techo\nend\n```');
    expect(read('1. Make:\n\n\t```make\n\tall:\n\t\techo\n\t```')).toBe(
      '1. Make:\n\n    ```make\n    all:\n    \techo\n    ```',
    );
  });

  it.each([
    ['between fences in a list', '1. Step\n\n    ```html\n    <!-- a -->\n    <p>\n    ```'],
    ['between fences behind a marker', '- ```html\n  <!-- a -->\n  ```\n- x <b'],
    ['between fences in a quote', '> So:\n>\n> ```html\n> <!-- a -->\n> ```'],
    ['with blank lines in it', '1. Step\n\n   ```html\n   <!-- a -->\n\n   b\n   ```'],
    ['in a list in a list', '- a\n  - b\n\n    ```html\n    <!-- a -->\n    ```'],
  ])('keeps its comments: %s', (_name, source) => {
    expect(read(source)).toBe(source);
  });

  it('keeps its comments where it is indented', () => {
    expect(read('So it is:\n\n    <!-- a -->\n    <p>\n\n    <!-- b -->\n\nEnd.')).toBe(
      'So it is:\n\n```\n<!-- a -->\n<p>\n\n<!-- b -->\n```\n\nEnd.',
    );
  });

  it('ends at its own fence alone', () => {
    expect(read('```\na\n```js\n<!-- b -->\n```\n\nAfter it <!-- c -->all.')).toBe(
      '````\na\n```js\n<!-- b -->\n````\n\nAfter it all.',
    );
  });

  it('a span of three backticks at the start of a line opens none', () => {
    expect(read('```npm i x``` installs it.\n\n## Next')).toBe('```npm i x``` installs it.\n\n## Next');
  });

  it('loses the indentation of its fence, and stays in the list right under a line of text', () => {
    expect(read('  ```js\n  x\n    y\n z\n  ```')).toBe('```js\nx\n  y\nz\n```');
    expect(read('Steps:\n1. Do\n   ```sh\n   a\n     b\n   ```\n2. End')).toBe(
      'Steps:\n\n1. Do\n   ```sh\n   a\n     b\n   ```\n2. End',
    );
    expect(read('It was in\n1986. A year.')).toBe('It was in\n1986. A year.');
  });

  it('has its language in braces too', () => {
    expect(read('``` { .py .annotate }\nx\n```')).toBe('```py\nx\n```');
  });

  it('has its title above it', () => {
    expect(read('```js {1} title="a.js"\nx\n```\n\n```ts [b.ts]\ny\n```')).toBe(
      '**a.js**\n\n```js\nx\n```\n\n**b.ts**\n\n```ts\ny\n```',
    );
  });

  it.each([
    ['of Hugo', '{{< highlight go "linenos=table" >}}\n# a\n```\n{{< /highlight >}}'],
    ['of Jekyll', '{% highlight go linenos %}\n# a\n```\n{% endhighlight %}'],
  ])('stands between tags %s', (_name, source) => {
    expect(read(`So:\n\n${source}\n\nEnd.`)).toBe('So:\n\n````go\n# a\n```\n````\n\nEnd.');
  });
});

describe('what is indented in a Markdown page without being code', () => {
  it('stands in components', () => {
    const tab = (name: string): string =>
      `  <Tab\n    title="${name}"\n  >\n    Run [it](y):\n\n    \`\`\`bash\n    a\n      b\n    \`\`\`\n  </Tab>`;
    expect(read(`<Tabs>\n${tab('One')}\n${tab('Two')}\n</Tabs>\n\nSo:\n\n    code`)).toBe(
      `${['One', 'Two'].map((name) => `**${name}**\n\nRun [it](https://docs.test/guide/y):\n\n\`\`\`bash\na\n  b\n\`\`\``).join('\n\n')}\n\nSo:\n\n\`\`\`\ncode\n\`\`\``,
    );
  });

  it('stands in components in a list', () => {
    expect(read('- a\n\n  <Note>\n    It [is](y).\n  </Note>\n- b')).toContain(
      '\n  It [is](https://docs.test/guide/y).\n',
    );
  });

  it('stands in blocks of MkDocs in a list', () => {
    expect(read('1. a\n\n    ??? note inline end\n\n        Do **it**.\n\n2. !!! what a surprise it was')).toBe(
      '1. a\n\n    **Note**\n\n    Do **it**.\n\n2. !!! what a surprise it was',
    );
  });

  it('stands in blocks of MkDocs', () => {
    const source =
      '!!! note "Mind"\n\n    It [is](y).\n\n    ```sh\n    a\n    ```\n\n=== "Tab"\n    !!! tip\n        Do.\n\nEnd.';
    expect(read(source)).toBe(
      '**Mind**\n\nIt [is](https://docs.test/guide/y).\n\n```sh\na\n```\n\n**Tab**\n\n**Tip**\n\nDo.\n\nEnd.',
    );
  });
});

describe('HTML in a Markdown page', () => {
  it.each([
    ['<b>Note</b>: see [a](b) **c**', '**Note**: see [a](https://docs.test/guide/b) **c**'],
    ['<kbd>F1</kbd> is **c**', 'F1 is **c**'],
    ['<img src="a.png" alt="A"> is **c**', '![A](https://docs.test/guide/a.png) is **c**'],
    ['<a href="b">a</a> is **c**', '[a](https://docs.test/guide/b) is **c**'],
    ['<code>a&lt;b&gt; [c](d)</code> is **c**', '`a<b> [c](d)` is **c**'],
    ['A <b>w</b>ord and <b>(one)</b> **c**', 'A word and **(one)** **c**'],
    ['<br>It is **c**', 'It is **c**'],
    ['| a | b |\n|---|---|\n| <b>x</b> | <br>**c** |', '| a | b |\n|---|---|\n| **x** |  **c** |'],
  ])('a line that begins with a tag is running text: %s', (source, markdown) => {
    expect(read(source)).toBe(markdown);
  });

  it('Markdown in the cells of a table is read, and a table without any is one', () => {
    expect(
      read('<table>\n  <tr>\n    <td>\n\n```js\nx<td>\n```\n\n</td>\n<td>a <b>b</b></td></tr>\n</table>\n\nEnd.'),
    ).toBe('```js\nx<td>\n```\n\na **b**\n\nEnd.');
    expect(read('<table>\n<tr><th>a</th><th>b</th></tr>\n\n<tr><td>1</td><td>2</td></tr>\n</table>')).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
  });
});
