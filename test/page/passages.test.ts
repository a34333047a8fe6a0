import { describe, expect, it } from 'vitest';
import { MAX_PASSAGE } from '../../src/page/passages.ts';
import { plainOfMarkdown } from '../../src/page/plain.ts';
import { pageOf } from './reading.ts';
import { expectations, fences, readStored } from './score.ts';

const SENTENCE = 'The walker collects candidates and skips whatever the list of patterns names. ';

function prose(characters: number): string {
  return SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).trim();
}

describe('passages follow headings', () => {
  const page = pageOf(
    `<h1 id="top">Guide</h1><p>${prose(400)}</p><h2 id="Install">Install it</h2><p>${prose(500)}</p><h3>From source</h3><p>${prose(300)}</p>`,
  );

  it('and carry the heading path and the id as the page writes it', () => {
    expect(page.passages.map(({ anchor, headings }) => [anchor, headings])).toEqual([
      ['top', ['Guide']],
      ['Install', ['Guide', 'Install it']],
      ['Install', ['Guide', 'Install it', 'From source']],
    ]);
  });

  it('are found under their headings, whatever stands above the first of them', () => {
    const guide = `<h2 id="a">A</h2><p>Short.</p><h2 id="b">B</h2><p>Short, too.</p>`;
    const found = (above: string): unknown[] =>
      pageOf(`<p>${above}</p>${guide}`).passages.map(({ anchor, headings }) => [anchor, headings]);
    expect(found('Version 1.0')).toEqual([['a', ['A']]]);
    expect(found(prose(100))).toEqual([
      [null, []],
      ['a', ['A']],
    ]);
  });

  it('have no anchor above the first heading with an id', () => {
    const { passages } = pageOf(
      `<p>${prose(300)}</p><h2>No id</h2><p>${prose(300)}</p><h2 id="a">A</h2><p>${prose(300)}</p>`,
    );
    expect(passages.map(({ anchor }) => anchor)).toEqual([null, null, 'a']);
  });

  it.each([
    ['the heading', '<h2 id="x">T</h2>'],
    ['a link inside it', '<h2><a name="x"></a>T</h2>'],
    ['a permalink', '<h2>T<a id="x" href="#x">#</a></h2>'],
    ['an empty link before it', '<a name="x"></a><h2>T</h2>'],
    ['a permalink, and not of a button', '<h2><button id="copy">Copy</button>T <a href="#x">#</a></h2>'],
    ['its section', '<section id="x"><h2>T</h2></section>'],
  ])('take the id of %s', (_name, heading) => {
    const [head = '', tail = ''] = heading.split('</section>');
    const { passages } = pageOf(
      `<div>${head}<p>${prose(300)}</p>${heading.includes('section') ? '</section>' : tail}</div>`,
    );
    expect(passages.at(-1)?.anchor).toBe('x');
  });

  it('join a section of a few words to the one before it, but not to a deeper one', () => {
    const { passages } = pageOf(
      `<h2 id="a">A</h2><p>${prose(300)}</p><h2 id="b">B</h2><p>Short.</p><h3 id="c">C</h3><p>${prose(300)}</p><h2 id="d">D</h2><p>Short too.</p>`,
    );
    expect(passages.map(({ anchor }) => anchor)).toEqual(['a', 'c', 'd']);
    expect(passages[0]?.text).toContain('## B\n\nShort.');
  });

  it('give a heading with nothing under it to the next section', () => {
    const { passages } = pageOf(`<h1>Guide</h1><h2 id="a">A</h2><p>${prose(300)}</p>`);
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ headings: ['Guide', 'A'], anchor: 'a' });
    expect(passages[0]?.text.startsWith('# Guide\n\n## A\n\n')).toBe(true);
  });
});

describe('long sections are cut', () => {
  it('between their blocks, near the limit', () => {
    const { passages } = pageOf(`<h2 id="a">A</h2>${`<p>${prose(400)}</p>`.repeat(9)}`);
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(MAX_PASSAGE);
    for (const { text } of passages.slice(0, -1)) expect(text.length).toBeGreaterThan(1000);
  });

  it('inside a paragraph at the ends of sentences', () => {
    const { passages } = pageOf(`<p>${prose(4000)}</p>`);
    for (const { text } of passages) expect(text.endsWith('.') && text.length <= MAX_PASSAGE).toBe(true);
  });

  it('never at code that fits twice the limit', () => {
    const code = 'call_with_some_arguments(1, 2, 3)\n'.repeat(80);
    const { passages } = pageOf(`<p>${prose(900)}</p><pre><code class="language-py">${code}</code></pre>`);
    expect(passages.filter(({ text }) => text.includes('```'))).toHaveLength(1);
  });

  it('at lines of longer code, with the fence and its language again', () => {
    const code = Array.from({ length: 300 }, (_, i) => `line_number(${i})`).join('\n');
    const { passages } = pageOf(`<pre><code class="language-py">${code}</code></pre>`);
    const lines = passages.flatMap(({ text }) => fences(text).blocks.flatMap(({ lines }) => lines));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(text).toMatch(/^```py\n[\s\S]*\n```$/);
    expect(lines.join('\n')).toBe(code);
  });

  it('at rows of a longer table, with the head row again', () => {
    const rows = Array.from({ length: 200 }, (_, i) => `<tr><td>key ${i}</td><td>what it does</td></tr>`).join('');
    const { passages } = pageOf(`<table><tr><th>Key</th><th>Meaning</th></tr>${rows}</table>`);
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(text.startsWith('| Key | Meaning |\n| --- | --- |\n| key ')).toBe(true);
    expect(passages.flatMap(({ text }) => text.split('\n').slice(2))).toHaveLength(200);
  });

  it('between the items of a list', () => {
    const { passages } = pageOf(`<ul>${`<li>${prose(200)}<ul><li>inner</li></ul></li>`.repeat(20)}</ul>`);
    for (const { text } of passages) expect(text.startsWith('- The walker')).toBe(true);
  });
});

describe('the passages of stored pages', () => {
  it.each(expectations('built-deb').pages.concat(expectations('pages').pages))('$id give the page back', (expected) => {
    const set =
      'generator' in expected && expectations('pages').pages.some(({ id }) => id === expected.id)
        ? 'pages'
        : 'built-deb';
    const reading = readStored(set, expected);
    if (reading.kind === 'refused') throw new Error(reading.reason);
    const { markdown, passages } = reading.page;
    const words = (text: string): string[] => plainOfMarkdown(text).split(' ');
    const joined = new Set(words(passages.map(({ text }) => text).join('\n\n')));
    expect(words(markdown).filter((word) => !joined.has(word))).toEqual([]);
    for (const { text } of passages) {
      expect(plainOfMarkdown(text)).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(2 * MAX_PASSAGE + 200);
    }
  });
});

describe('a long quote', () => {
  it('is cut between its blocks, and its code has the fence again in each part', () => {
    const code = Array.from({ length: 200 }, (_, n) => `call(${n}); // number ${n}`).join('\n');
    const { passages } = pageOf(`<blockquote><p>${prose(900)}</p><pre>${code}</pre><p>${prose(900)}</p></blockquote>`);
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) {
      expect(text).toMatch(/^(?:>.*(?:\n|$))+$/);
      expect((text.match(/^> ```/gm) ?? []).length % 2).toBe(0);
      expect(text.length).toBeLessThanOrEqual(MAX_PASSAGE);
    }
    const lines = passages.flatMap(({ text }) => text.match(/call\(\d+\)/g) ?? []);
    expect(lines).toHaveLength(200);
  });
});
