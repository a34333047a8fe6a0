import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

/** Code blocks in the ways that highlighters and generators mark them up. */

const CODE = 'a {\n  b: c\n}';

describe('a code block', () => {
  it.each([
    ['`line-numbers` on the pre', '<pre class="line-numbers"><code>', '</code></pre>'],
    ['`line-numbers` on the code', '<pre><code class="line-numbers">', '</code></pre>'],
    ['`code-with-copy`', '<pre class="sourceCode code-with-copy"><code>', '</code></pre>'],
    ['`devsite-click-to-copy`', '<pre class="devsite-click-to-copy"><code>', '</code></pre>'],
    ['`copyable` on the code', '<pre><code class="copyable">', '</code></pre>'],
    ['`copy-to-clipboard`', '<pre class="copy-to-clipboard"><code>', '</code></pre>'],
    ['`copyable` on what is inside', '<pre><span class="copyable">', '</span></pre>'],
  ])('stays, whatever it is called: %s', (_name, start, end) => {
    expect(markdownOf(start + CODE + end)).toBe(`\`\`\`\n${CODE}\n\`\`\``);
  });

  it('that nobody sees is none, also in Markdown; a panel that a click opens is one', () => {
    const md = { url: 'https://docs.test/a.md', contentType: 'text/markdown' };
    expect(markdownOf(`The code is this:\n\n<pre style="display:none">${CODE}</pre>`, md)).toBe('The code is this:');
    expect(markdownOf(`<p>The code is this:</p><pre style="display:none">${CODE}</pre>`)).toBe('The code is this:');
    expect(markdownOf(`<pre class="tab-panel" style="display:none">${CODE}</pre>`)).toBe(`\`\`\`\n${CODE}\n\`\`\``);
  });

  it('loses line numbers, copy buttons and their words', () => {
    const chrome =
      '<span class="copy-btn">Copy</span><span class="code-copy">Copy</span><span class="copied">Copied!</span>';
    expect(markdownOf(`<pre><span class="line-number">1</span>${CODE}${chrome}</pre>`)).toBe(`\`\`\`\n${CODE}\n\`\`\``);
  });

  it('of lines in boxes has no blank lines between them', () => {
    const lines = '<div class="line">a {</div>\n<div class="line">  b: c</div>\n<div class="line"> </div>\n';
    const folded = '<div class="foldopen">\n<div class="line">}</div>\n</div><div class="ttc"><b>tip</b></div>';
    expect(markdownOf(`<div class="fragment">${lines}${folded}</div><p>The code is that.</p>`)).toBe(
      '```\na {\n  b: c\n\n}\n```\n\nThe code is that.',
    );
  });

  it.each([
    ['of a pre in a pre', '<pre><pre class="playground"><code class="language-css">', '</code></pre></pre>'],
    [
      'around a table with line numbers',
      '<div class="highlight-css notranslate"><div class="highlight"><table><tbody><tr><td class="linenos"><div><pre>1\n2\n3</pre></div></td><td class="code"><div><pre>',
      '</pre></div></td></tr></tbody></table></div></div>',
    ],
    ['of a wiki', '<div class="mw-highlight mw-highlight-lang-css"><pre>', '</pre></div>'],
    ['of an attribute', '<pre data-enlighter-language="css">', '</pre>'],
    ['of an attribute, by its name', '<pre syntax="CSS">', '</pre>'],
  ])('has its language: %s', (_name, start, end) => {
    expect(markdownOf(start + CODE + end)).toBe(`\`\`\`css\n${CODE}\n\`\`\``);
  });

  it('with a title and line numbers in a table stands under its title', () => {
    const table = `<table><tr><th colspan="2">main.css</th></tr><tr><td><pre>1\n2\n3</pre></td><td><pre>${CODE}</pre></td></tr></table>`;
    expect(markdownOf(table)).toBe(`main.css\n\n\`\`\`\n${CODE}\n\`\`\``);
  });

  it('of a number in a table is no line number', () => {
    expect(markdownOf('<table><tr><th>a<th>b<tr><td><pre>200</pre><td><pre>{}</pre></table>')).toBe(
      '| a | b |\n| --- | --- |\n| `200` | `{}` |',
    );
  });

  it('in a field that takes no words is one; a field to write in is none', () => {
    expect(markdownOf(`<p>The code is this:</p><textarea spellcheck="false">${CODE}</textarea>`)).toBe(
      `The code is this:\n\n\`\`\`\n${CODE}\n\`\`\``,
    );
    expect(markdownOf(`<p>The code is this:</p><textarea readonly>${CODE}</textarea>`)).toBe(
      `The code is this:\n\n\`\`\`\n${CODE}\n\`\`\``,
    );
    expect(markdownOf('<p>The code is this:</p><textarea>Dear\nall</textarea>')).toBe('The code is this:');
  });

  it('drops the numbers of its lines that stand behind it', () => {
    const numbers = '<div class="line-numbers-wrapper"><span>1</span><br><span>2</span><br></div>';
    expect(markdownOf(`<div><pre>${CODE}</pre>${numbers}</div><p>Four more words.</p>`)).toBe(
      `\`\`\`\n${CODE}\n\`\`\`\n\nFour more words.`,
    );
  });
});
