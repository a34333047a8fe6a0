import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

describe('blocks', () => {
  it.each([
    ['headings keep code and lose links', '<h2><a href="/x">Use <code>run()</code></a></h2>', '## Use `run()`'],
    [
      'lists keep their numbers and nest',
      '<ol start="3"><li>three<ul><li>a<li>b</ul><li value="9">nine</ol>',
      '3. three\n   - a\n   - b\n9. nine',
    ],
    [
      'items keep their blocks',
      '<ul><li><p>one</p><pre>code\n  more</pre></li><li>two</li></ul>',
      '- one\n\n  ```\n  code\n    more\n  ```\n- two',
    ],
    [
      'tasks keep their marks',
      '<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox"> open</label></li></ul>',
      '- [x] done\n- [ ] open',
    ],
    ['items without text leave nothing', '<ul><li></li><li> </li><li>x</li></ul>', '- x'],
    ['lists of sections are only their frame', '<ul><li><h3>A</h3><p>one</p></li></ul>', '### A\n\none'],
    ['quotes nest', '<blockquote><p>one</p><blockquote>two</blockquote></blockquote>', '> one\n>\n> > two'],
    ['quotes keep their source', '<blockquote><p>Wait.</p><footer>Ina</footer></blockquote>', '> Wait.\n>\n> Ina'],
    ['lines stay lines', '<p>one<br>two</p>', 'one  \ntwo'],
    [
      'terms are told from definitions',
      '<dl><dt><b>--force</b> <i>N</i></dt><dd>Overwrite.<pre>x</pre></dd></dl>',
      '**--force N**\n\nOverwrite.\n\n```\nx\n```',
    ],
    [
      'admonitions are quotes with a title',
      '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div>',
      '> **Note**\n>\n> Mind it.',
    ],
    [
      'admonitions without a title are named by their kind',
      '<div class="alert alert-warning">Mind it.</div>',
      '> **Warning**\n>\n> Mind it.',
    ],
    [
      'admonitions with code stay open',
      '<div class="tip"><p>Try:</p><pre>x</pre></div>',
      '**Tip**\n\nTry:\n\n```\nx\n```',
    ],
    [
      'tag soup is read as browsers read it',
      '<ul><li><p>one<li><p>two</ul><p>x <b>bold <i>both</b> rest',
      '- one\n- two\n\nx **bold *both*** *rest*',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('XHTML', () => {
  it('may close its elements in one tag', () => {
    const html =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><script src="a.js"/></head><body><div><a id="x"/><h1>One</h1><p>two<br/>three</p></div></body></html>';
    expect(markdownOf(html, { contentType: 'application/xhtml+xml' })).toBe('# One\n\ntwo  \nthree');
  });
});

describe('running text', () => {
  it.each([
    ['emphasis leaves spaces outside', 'a<b> bold </b>c', 'a **bold** c'],
    ['adjoining emphasis is one', '<b>a</b><b>b</b>', '**ab**'],
    ['emphasis in emphasis of its kind is one', '<b>a <strong>b</strong></b>', '**a b**'],
    ['empty emphasis leaves nothing', 'a<em></em><b> </b>b', 'a b'],
    ['code keeps its backticks', '<code>a`b``c</code>', '```a`b``c```'],
    [
      'code keeps its link',
      '<a href="/x"><code>run()</code></a> <code><a href="/y">end()</a></code>',
      '[`run()`](https://docs.test/x) [`end()`](https://docs.test/y)',
    ],
    ['links keep brackets', '<a href="/a_(b)">[1] and ]</a>', '[\\[1\\] and \\]](https://docs.test/a_(b))'],
    ['links of scripts are words', '<a href="javascript:x()">run</a>', 'run'],
    ['links without words go', 'a <a href="/x"><svg></svg></a> b', 'a b'],
    ['powers are not digits', '2<sup>64</sup> and x<sup>n</sup>', '2^64 and x^n'],
    [
      'what Markdown would read is escaped',
      '*a* _b_ c_d [x](y) <i>z</i> &lt;b> ~~e~~ \\* f\\g',
      '\\*a\\* \\_b\\_ c_d [x\\](y) *z* \\<b> \\~\\~e\\~\\~ \\\\\\* f\\g',
    ],
    [
      'starts of lines are escaped',
      '# a<br>1. b<br>- c<br>&gt; d<br>| e',
      '\\# a  \n1\\. b  \n\\- c  \n\\> d  \n\\| e',
    ],
    ['formulas keep their TeX', 'so \\(a_1 \\cdot \\alpha\\) is $5 or $6', 'so $a_1 \\cdot \\alpha$ is $5 or $6'],
    [
      'drawn formulas are their source',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>λ</mi><annotation encoding="application/x-tex">\\lambda</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">λ</span></span>',
      '$\\lambda$',
    ],
    ['signs keep their meaning', '<img class="emoji" alt="🎉" src="/e.png"> yes', '🎉 yes'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(`<p>${html}</p>`)).toBe(markdown);
  });
});

describe('tables', () => {
  it.each([
    ['a head row is a head', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'head cells in the first column are no head row',
      '<table><tr><th>a<td>1<td>x<tr><th>b<td>2<td>y</table>',
      '|  |  |  |\n| --- | --- | --- |\n| a | 1 | x |\n| b | 2 | y |',
    ],
    [
      'names and values need no empty head row',
      '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
      '| a | 1 |\n| --- | --- |\n| b | 2 |',
    ],
    [
      'a rule below the first row makes it the head',
      '<table><tr><td>a<td>b<tr><td colspan=2><hr><tr><td>1<td>2<tr><td colspan=2><hr><tr><td>3<td>4</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'pipes have one backslash',
      '<table><tr><th>a<tr><td><code>x \\| y</code> or x|y</table>',
      '| a |\n| --- |\n| `x \\| y` or x\\|y |',
    ],
    [
      'spans fill their cells',
      '<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>',
      '| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 1 | 4 | 5 |',
    ],
    [
      'lists and paragraphs in cells stay words',
      '<table><tr><th>a<tr><td><p>p</p><ul><li>x<li>y</ul></table>',
      '| a |\n| --- |\n| p • x • y |',
    ],
    [
      'a caption stands before',
      '<table><caption>Sizes</caption><tr><th>a<tr><td>1</table>',
      'Sizes\n\n| a |\n| --- |\n| 1 |',
    ],
    [
      'a table in a cell is words of it',
      '<table><tr><th>a<tr><td><table><tr><td>x<td>y</table></table>',
      '| a |\n| --- |\n| • x – y |',
    ],
    ['layout is not data', '<table role="presentation"><tr><td><p>one</p><td><p>two</p></table>', 'one\n\ntwo'],
    [
      'line numbers beside code go',
      '<table><tr><td><pre>1\n2</pre><td><pre class="code bash">a\nb</pre></table>',
      '```bash\na\nb\n```',
    ],
    ['an empty table leaves nothing', '<p>x</p><table><tbody></tbody></table>', 'x'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('tables without table elements', () => {
  it.each([
    [
      'by role',
      '<div role="table"><div role="row"><span role="columnheader">a</span><span role="columnheader">b</span></div><div role="row"><span role="cell">1</span><span role="cell">2</span></div></div>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'of javadoc',
      '<div class="summary-table two-column-summary"><div class="table-header col-first">Method</div><div class="table-header col-last">What</div><div class="col-first even-row-color"><code>run()</code></div><div class="col-last even-row-color">runs</div></div>',
      '| Method | What |\n| --- | --- |\n| `run()` | runs |',
    ],
    [
      'of wikis',
      '<aside class="portable-infobox"><h2 class="pi-title">Ina</h2><div class="pi-item pi-data"><h3 class="pi-data-label">Home</h3><div class="pi-data-value"><a href="/b">Bergen</a></div></div></aside><p>Ina keeps the well of the town, and has done so for years.</p>',
      '## Ina\n\n| Home | [Bergen](https://docs.test/b) |\n| --- | --- |\n\nIna keeps the well of the town, and has done so for years.',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('code', () => {
  it.each([
    ['language on the code', '<pre><code class="hljs language-ts">x</code></pre>', 'ts'],
    ['language on the pre', '<pre class="rust rust-example-rendered"><code>x</code></pre>', 'rust'],
    [
      'language around',
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x</pre></div></div>',
      'python3',
    ],
    ['language in an attribute', '<pre data-lang="go"><code>x</code></pre>', 'go'],
    ['language of a highlighter', '<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
    ['brush', '<pre class="brush: js; gutter: false">x</pre>', 'js'],
    ['text is no language', '<pre><code class="language-text">x</code></pre>', ''],
    ['an empty name is none', '<div class="language-"><pre><code>x</code></pre></div>', ''],
    [
      'words of the page are none',
      '<div class="article go"><p>Many words around the code that is here.</p><pre>x</pre></div>',
      '',
    ],
  ])('%s', (_name, html, language) => {
    expect(markdownOf(html)).toContain(`\`\`\`${language}\nx\n\`\`\``);
  });

  it.each([
    ['line elements are lines', '<pre><code><div class="line">a</div><div class="line">b</div></code></pre>', 'a\nb'],
    [
      'buttons, numbers and tips go',
      '<pre><button>Copy</button><code><span class="linenos">1</span>a<span class="tooltip">tip</span>\nb</code></pre>',
      'a\nb',
    ],
    ['numbers that cannot be selected go', '<pre><span style="user-select:none">1</span>a</pre>', 'a'],
    ['signs in code are no scraps', '<pre><span>:::</span> <span>|</span></pre>', '::: |'],
    ['tabs and blank lines stay', '<pre>a\n\n\tb</pre>', 'a\n\n\tb'],
  ])('%s', (_name, html, code) => {
    expect(markdownOf(html)).toBe(`\`\`\`\n${code}\n\`\`\``);
  });
});
