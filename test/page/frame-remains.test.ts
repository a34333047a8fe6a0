import { readPage } from '../../src/page/read.ts';
import { describe, expect, it } from 'vitest';
import { markdownOf, pageOf } from './reading.ts';

/** Small things that frames, highlighters and help for readers leave in the middle of a page. */

const TEXT = 'A text that comes first and is long enough to be the content of the page.';

describe('what stands in the middle of a page and is none of it', () => {
  it('brackets go with the link they hold', () => {
    const line = '<div>class Hook<span>(<a href="https://forge.test/hook.kt">source</a>)</span></div>';
    expect(markdownOf(`<p>${TEXT}</p>${line}`)).toBe(`${TEXT}\n\nclass Hook`);
  });

  it('a column of facts beside the text and its outline', () => {
    const aside = (facts: string): string => `<aside>${facts}</aside>`;
    const column = aside(
      `<h2>Details</h2><ul><li><details><summary>Tagged version</summary><p role="tooltip">${TEXT}</p></details></li></ul><h2>Source</h2><a href="https://forge.test/x">forge.test/x</a>`,
    );
    const page = (beside: string): string =>
      `<html><body><main><header><h1>restate</h1></header>${beside}<nav><a href="#a">A</a></nav><div><h2 id="a">A</h2><p>${TEXT}</p></div></main></body></html>`;
    expect(markdownOf(page(column))).toBe(`# restate\n\n## A\n\n${TEXT}`);
    expect(markdownOf(page(aside(`<p>${TEXT}</p><h2>Note</h2>`)))).toContain('## Note');
  });

  it('a box that names the language of the code below it', () => {
    const code = '<pre><code class="language-bash">ls</code></pre>';
    const box = (label: string): string =>
      `<p>${TEXT}</p><div><div><span>${label}</span></div><div>${code}</div></div>`;
    expect(markdownOf(box('Bash'))).toBe(`${TEXT}\n\n\`\`\`bash\nls\n\`\`\``);
    expect(markdownOf(box('retry.sh'))).toContain('retry.sh');
  });

  it('the words that announce a list of contents, when it goes', () => {
    // From some length on the list is half of the page, and stays; with its title it is that a little earlier.
    for (let length = 2; length < 30; length++) {
      const entries = Array.from({ length }, (_, n) => `<dt><a href="p${n}.html">1.${n}. Section ${n}</a></dt>`);
      const list = `<div class="toc"><p><b>Table of Contents</b></p><dl class="toc">${entries.join('')}</dl></div>`;
      const html = `<html><body><div class="chapter"><h2>Indexes</h2>${list}<p>${TEXT.repeat(4)}</p></div></body></html>`;
      const page = readPage(new TextEncoder().encode(html), { url: 'https://docs.test/x', fetchedAt: new Date(0) });
      const markdown = 'refused' in page ? '' : page.markdown;
      expect(markdown.includes('Table of Contents'), String(length)).toBe(markdown.includes('Section 1'));
    }
    expect(markdownOf(`<p>${TEXT}</p><p>Topics</p><ul><li>Ravens</li><li>Wolves</li></ul>`)).toContain('Topics');
  });

  it('words that a class never draws, unless the screen is wide', () => {
    expect(markdownOf(`<p>${TEXT}</p><div class="d-none name">retry.Rd</div>`)).toBe(TEXT);
    expect(markdownOf(`<p>${TEXT}</p><div class="d-none d-md-block">For wide screens.</div>`)).toContain('For wide');
  });

  it('the name of the site, a heading and a link, beside a page that has its own heading', () => {
    const html = (title: string): string =>
      `<html><head><title>${title}</title></head><body><header><h1><a href="/">Acme notes</a></h1></header><div><h2>Retries</h2><p>${TEXT}</p><p>${TEXT} Again.</p></div></body></html>`;
    expect(pageOf(html('Acme notes - Retries')).markdown).toMatch(/^## Retries/);
    expect(pageOf(html('Something else')).markdown).toMatch(/^# Acme notes/);
  });
});

describe('what only looks like it', () => {
  it.each([
    '<p>(c) The licensee keeps this notice in all copies.</p>',
    '<p>Updated on 2026-01-05: the limit is 50 now.</p>',
    '<p><strong>Is this free?</strong></p>',
    '<details><summary>Do you offer single sign-on?</summary><p>Since version 3.</p></details>',
    '<p><a href="/m.pdf">Download the manual</a></p>',
    '<p><a href="/api">Go to the reference</a></p>',
    '<p><a href="/rfc">Read this document</a></p>',
  ])('%s', (html) => {
    const words =
      html
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .split(/ {2,}/)[0] ?? '';
    expect(markdownOf(`<p>${TEXT}</p>${html}`)).toContain(words);
  });

  it.each([
    'Was this page helpful?',
    'Did this answer your question? Yes No',
    'Did you find what you were looking for?',
    'Last updated on Mar 3, 2026 by Ina',
    '© 2026 Acme',
    'Copyright © Acme',
    '<a href="/e">Edit this page</a>',
    '<a href="/e">Report an issue with this page</a>',
    '<a href="#top">Back to top</a>',
  ])('unlike %s', (html) => {
    expect(markdownOf(`<p>${TEXT}</p><p>${html}</p>`)).toBe(TEXT);
  });

  it('a row of three cells is a table, though it has no head', () => {
    const row = '<table><tr><td>n</td><td>-</td><td>how often</td></tr></table>';
    expect(markdownOf(`<p>${TEXT}</p>${row}`)).toContain('| n | - | how often |');
  });

  it('the first line of a note, when it says what the note is, is its title', () => {
    expect(markdownOf(`<p>${TEXT}</p><div class="NOTE"><h5>Note</h5><p>Mind it.</p></div>`)).toContain(
      '> **Note**\n>\n> Mind it.',
    );
    expect(markdownOf(`<p>${TEXT}</p><div class="note"><p>Note well: mind it.</p></div>`)).toContain('> Note well');
  });

  it('a term that is a link stays one', () => {
    expect(markdownOf(`<p>${TEXT}</p><dl><dt><a href="/hook">Hook</a></dt><dd>Waits.</dd></dl>`)).toContain(
      '**[Hook](https://docs.test/hook)**',
    );
  });
});

describe('pages without landmarks', () => {
  const page = (body: string, title = 'Acme: retry(1)'): string =>
    markdownOf(`<html><head><title>${title}</title></head><body>${body}</body></html>`);

  it('keep the links of a section on what else to read', () => {
    const links = '<a href="a.html">first(1)</a>, <a href="b.html">second(1)</a>, <a href="c.html">third(1)</a>';
    const body = `<h1>retry(1)</h1><div><h2>NAME</h2><p>${TEXT}</p></div><div><h2>SEE ALSO</h2><div><p>${links}</p></div></div>`;
    expect(page(body)).toMatch(/## SEE ALSO\n\n\[first\(1\)\]/);
  });

  it('that are a list of links keep all of it', () => {
    const item = (name: string, inner = ''): string => `<li><a href="${name}.html">${name}</a>${inner}</li>`;
    const parts = `<ul>${item('Author')}${item('Lists')}${item('Releases')}</ul>`;
    expect(
      page(`<h1>Contents</h1><ul>${item('Introduction', parts)}${item('Roadmap')}${item('Files')}</ul>`),
    ).toContain('  - [Author]');
  });

  it('find their heading in a box called a title', () => {
    const groups = '<div class="ingroups"><a href="g.html">Hooks module</a></div>';
    const title = `<div class="header"><div class="headertitle"><div class="title">retry(n) Function Reference${groups}</div></div></div>`;
    const body = `${title}<div class="contents"><h2>Detailed Description</h2><p>${TEXT}</p></div>`;
    expect(page(body, 'Acme: retry(n) Function Reference')).toMatch(/^# retry\(n\) Function Reference\n/);
  });

  it('have no arrows to their neighbours, and no logo in their heading', () => {
    const arrows =
      '<div><a href="a.html"><img src="left.jpg" alt="[Up]"></a> <a href="b.html"><img src="up.jpg" alt="[Top]"></a></div>';
    expect(page(`<h1>Acme <img src="logo.svg" alt="[Acme logo]"></h1>${arrows}<p>${TEXT}</p>`)).toBe(
      `# Acme\n\n${TEXT}`,
    );
  });
});
