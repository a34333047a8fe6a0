import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';
import { structureOf } from './reparsed.ts';

/** Places where two right pieces of Markdown make a wrong one. */
describe('pieces side by side', () => {
  it.each([
    ['code spans are one', '<code>class</code><code>=2</code>', '`class=2`'],
    ['code spans that cannot be one stay apart', '<a href="/x"><code>a</code></a><b><code>b</code></b>', null],
    ['emphasis that a letter would keep from opening goes', 'schema<b>.</b>"name"', 'schema."name"'],
    ['emphasis that a letter would keep from closing goes', 'これは<b>「名前」</b>です', 'これは「名前」です'],
    ['emphasis beside spaces and signs stays', '(<b>[a]</b>) and <i>"b"</i>.', '(**[a]**) and *"b"*.'],
    ['nested emphasis goes as a whole', 'x<b><i>(a)</i></b>y', 'x(a)y'],
    [
      'emphasis in a link opens after its bracket',
      'see<a href="/x"><b>(a)</b></a>',
      'see[**(a)**](https://docs.test/x)',
    ],
    [
      'an angle bracket before a link is no tag',
      'Promise&lt;<a href="/v">void</a>>',
      'Promise\\<[void](https://docs.test/v)>',
    ],
    ['an exclamation mark before a link makes no picture', 'New!<a href="/x">a</a>', 'New\\![a](https://docs.test/x)'],
    ['brackets before a parenthesis make no link', '[a]<span>(b)</span>', '[a]\\(b)'],
    ['a backslash before emphasis is a backslash', 'C:\\<i>name</i>', 'C:\\\\*name*'],
    ['lines of tildes strike nothing out', '~~~~ a ~~~~', '\\~\\~\\~\\~ a \\~\\~\\~\\~'],
    ['one tilde stays as it is', 'HEAD~1', 'HEAD~1'],
    ['dashes and pipes make no table', 'a | b<br>--- | ---', 'a | b  \n\\--- | ---'],
    ['formulas without TeX are words', 'so <math><mi>*a*</mi></math> it is', 'so \\*a\\* it is'],
    ['empty quotations leave nothing', 'a<q></q> b', 'a b'],
    ['scripts in code are none of it', '<code>a<script>x()</script>b</code>', '`ab`'],
    ['lines in code stay apart', '<code>git add<br>git commit</code>', '`git add git commit`'],
  ])('%s', (_name, html, markdown) => {
    const written = markdownOf(`<p>${html}</p>`);
    if (markdown !== null) expect(written).toBe(markdown);
    const { strange, images, tables } = structureOf(written);
    expect([...strange, ...images, ...tables]).toEqual([]);
  });

  it('a list that goes on from 21 after a paragraph is a list', () => {
    const markdown = markdownOf('<ol start="21"><p>New:<li>a<li>b</ol><ul><li>c<ol start="3"><li>d<li>e</ol></ul>');
    expect(markdown).toBe('New:\n\n21. a\n22. b\n\n- c\n\n  3. d\n  4. e');
  });

  it('rows of a table in a cell are told apart', () => {
    const inner = '<table><tr><th>Method<th>Note<tr><td>GET<td><tr><td>PUT<td>yes</table>';
    expect(markdownOf(`<table><tr><th>a<th>b<tr><td>x<td>One of: ${inner}</table>`)).toBe(
      '| a | b |\n| --- | --- |\n| x | One of: • Method – Note • GET • PUT – yes |',
    );
  });

  it('code of some lines in a table stays in its cell, line by line', () => {
    const code = '<pre>if a:\n    b | c</pre>';
    expect(markdownOf(`<table><tr><th>Name<th>Code<tr><td>x<td>Say: ${code}<tr><td>y<td><code>z</code></table>`)).toBe(
      '| Name | Code |\n| --- | --- |\n| x | Say: `if a:` `    b \\| c` |\n| y | `z` |',
    );
  });

  it('long code in a table stands under the name of its column', () => {
    const code = Array.from({ length: 8 }, (_, i) => `line ${i}`).join('\n');
    expect(markdownOf(`<table><tr><th>Name<th>Code<tr><td>x<td><pre>${code}</pre><tr><td>y<td>z</table>`)).toBe(
      `**Name**\n\nx\n\n**Code**\n\n\`\`\`\n${code}\n\`\`\`\n\n**Name**\n\ny\n\n**Code**\n\nz`,
    );
  });

  it('code beside its line numbers is no table', () => {
    expect(markdownOf('<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>')).toBe(
      '```\na\nb\n```',
    );
  });

  it('a table in a cell does not hide the rows behind it', () => {
    const inner = '<table><tr><td>GET<td>reads<tr><td>PUT<td>writes</table>';
    expect(markdownOf(`<table><tr><td>a<td>${inner}<tr><th>b<td>c</table>`)).toBe(
      '|  |  |\n| --- | --- |\n| a | • GET – reads • PUT – writes |\n| b | c |',
    );
  });

  it('a name and a value that only colours keep apart are two words', () => {
    expect(
      markdownOf(
        '<p>Words that come before it.</p><div class="doc-label doc-label--ok"><span>API</span><span>stable</span></div>',
      ),
    ).toBe('Words that come before it.\n\nAPI stable');
  });
});
