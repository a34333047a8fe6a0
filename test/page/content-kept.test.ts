import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

/** Content in boxes whose names, tags or places are those of chrome. */

const TEXT = 'A text that comes first and is long enough to be the content of the page.';

describe('is kept', () => {
  it('in a box that holds most of the main part, whatever it is called', () => {
    const article = (name: string): string =>
      `<article><h1>Reset</h1><section class="${name}"><h2>Steps</h2><p>${TEXT}</p></section></article>`;
    expect(markdownOf(article('article-meta'))).toContain(TEXT);
    expect(markdownOf(`<p>${TEXT}</p><p>${TEXT}</p>${article('article-meta')}`)).not.toContain('Steps');
  });

  it('in a box of facts about an article that holds its body or a sentence', () => {
    const box = (inner: string): string =>
      `<h1>Reset</h1><p>${TEXT}</p><p>${TEXT}</p><div class="article-info">${inner}</div>`;
    expect(markdownOf(box('<div class="article-body"><p>Press it.</p></div>'))).toContain('Press it.');
    expect(markdownOf(box(`<p>${TEXT} Or not.</p>`))).toContain('Or not.');
    expect(markdownOf(box('<span>By Ina, January 5</span>'))).not.toContain('Ina');
  });

  it('in a note beside an outline or the way to the next page', () => {
    const note = (name: string): string => `<aside class="${name}"><p>Requires root.</p></aside>`;
    const outline = '<nav><a href="#a">A</a></nav>';
    expect(markdownOf(`${outline}<div><p>${TEXT}</p></div>${note('admonition warning')}<p>${TEXT}</p>`)).toContain(
      'Requires root.',
    );
    expect(markdownOf(`<p>${TEXT}</p><div><p>${TEXT}</p></div>${note('small')}${outline}`)).toContain('Requires root.');
  });

  it('as the address of a card, on the line under its heading', () => {
    const card = '<a href="/cat"><h3>Cat</h3><p>All about <b>cats</b>.</p></a>';
    expect(markdownOf(`<p>${TEXT}</p>${card}`)).toContain('### Cat\n\n[All about **cats**.](https://docs.test/cat)');
  });

  it('in every post of a thread, but not in the cards of other articles', () => {
    const page = (rest: string): string =>
      markdownOf(
        `<html><body><h1>Thread</h1><div><article><p>${TEXT.repeat(5)}</p></article>${rest}</div></body></html>`,
      );
    expect(page('<article><p>Use the frobnicator, it is simpler.</p></article>')).toContain('frobnicator');
    expect(page(`<article><a href="/b"><p>${TEXT} Elsewhere.</p></a></article>`)).not.toContain('Elsewhere');
  });

  it('in a list of links that ends a text without landmarks', () => {
    const links = ['alpha', 'beta', 'gamma'].map((name) => `<li><a href="${name}.html">${name}</a></li>`).join('');
    const page = (title: string): string =>
      markdownOf(`<html><body><h1>Overview</h1><p>${TEXT}</p><h3>${title}</h3><ul>${links}</ul></body></html>`);
    expect(page('Functions')).toContain('[gamma]');
    expect(page('Recent posts')).not.toContain('[gamma]');
  });

  it.each(['rating', 'last-modified', 'search'])('in a cell called %s', (name) => {
    const row = (cell: string, b: string): string =>
      `<tr><${cell}>A</${cell}><${cell} class="${name}">${b}</${cell}></tr>`;
    expect(markdownOf(`<p>${TEXT}</p><table>${row('th', 'B')}${row('td', '5')}</table>`)).toContain('| A | 5 |');
  });
});

describe('a formula that is drawn as a picture', () => {
  const formula = (alt: string): string =>
    `<p>${TEXT} So <span><span style="display: none;"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><img src="x.svg" aria-hidden="true" alt="${alt}"></span>.</p>`;

  it('is told by the MathML hidden beside it', () => {
    expect(markdownOf(formula('x^2'))).toBe(`${TEXT} So $x^2$.`);
  });

  it('is not where the hidden words are others than those of the picture', () => {
    expect(markdownOf(formula('y'))).not.toContain('x^2');
  });
});
