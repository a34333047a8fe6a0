import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import twins from '../data/pages/built/twins/twins.json' with { type: 'json' };
import { pageOf, readText } from './reading.ts';
import { plain } from './score.ts';

const MARKDOWN = { url: 'https://docs.test/guide/runs.md', contentType: 'text/markdown; charset=utf-8' };

function pageOfMarkdown(text: string): ReturnType<typeof pageOf> {
  return pageOf(text, MARKDOWN);
}

describe('a page that arrives as Markdown', () => {
  it('says its title, description, language and dates in its front matter', () => {
    const page = pageOfMarkdown(
      '---\ntitle: "Runs: all of them"\ndescription: How runs go.\nlang: en\ndate: 2026-01-05\n---\n\nA run copies files.\n',
    );
    expect(page).toMatchObject({
      title: 'Runs: all of them',
      description: 'How runs go.',
      language: 'en',
      publishedAt: '2026-01-05T00:00:00.000Z',
    });
    expect(page.markdown).toBe('# Runs: all of them\n\nA run copies files.');
  });

  it('without front matter is called by its heading', () => {
    expect(pageOfMarkdown('# Runs\n\nA run copies all files that changed. It is quick.')).toMatchObject({
      title: 'Runs',
      description: 'A run copies all files that changed.',
    });
  });

  it('that begins with a rule has no front matter', () => {
    expect(pageOfMarkdown('---\n\nText that is here.\n\n---\n\nMore of it.').markdown).toBe(
      'Text that is here.\n\nMore of it.',
    );
  });

  it('is only believed to be one where its type says so', () => {
    const text = '# Runs\n\nWords.';
    expect(readText(text, { url: 'https://docs.test/runs.md', contentType: 'text/plain' })).toMatchObject({
      page: { markdown: text },
    });
    expect(readText('<!doctype html><title>t</title><h1>Runs</h1><p>Words.', MARKDOWN)).toMatchObject({
      page: { markdown: '# Runs\n\nWords.' },
    });
  });

  it.each([
    [
      'code as it is',
      '```js {1,3} showLineNumbers\nimport x from "./x.md"\n<Tab>\n```',
      '```js\nimport x from "./x.md"\n<Tab>\n```',
    ],
    ['code of tildes', '~~~\n```\nx\n~~~', '````\n```\nx\n````'],
    ['indented code', 'Text:\n\n    a\n      b', 'Text:\n\n```\na\n  b\n```'],
    [
      'tables as they are',
      '| a | b |\n|---|:-:|\n| 1 | [x](y) |',
      '| a | b |\n|---|:-:|\n| 1 | [x](https://docs.test/guide/y) |',
    ],
    ['lists with their code', '- a\n  ```sh\n  [x](y)\n  ```\n- b', '- a\n  ```sh\n  [x](y)\n  ```\n- b'],
    ['headings of both kinds', 'One\n===\n\n## Two ##', '# One\n\n## Two'],
    [
      'links made absolute',
      'a [b](../c.md#d "t") `[x](y)` <https://e.test/>',
      'a [b](https://docs.test/c.md#d) `[x](y)` [https://e.test/](https://e.test/)',
    ],
    [
      'links by reference',
      'a [b][1] and [c]\n\n[1]: /one\n[c]: /two "t"',
      'a [b](https://docs.test/one) and [c](https://docs.test/two)',
    ],
    ['pictures', '![alt](img/a.png)', '![alt](https://docs.test/guide/img/a.png)'],
    [
      'pictures of HTML',
      'See <img src="/a.png" alt="alt"> here<br/>now',
      'See ![alt](https://docs.test/a.png) here now',
    ],
    [
      'HTML',
      '<details>\n<summary>More</summary>\n\nText [a](b).\n\n</details>',
      '**More**\n\nText [a](https://docs.test/guide/b).',
    ],
    ['imports and exports left out', 'import Tabs from "@theme/Tabs";\nexport const x = 1;\n\nText.', 'Text.'],
    ['comments left out', 'a<!-- b -->\n\n{/* c */}\n\n`<!-- d -->`', 'a\n\n`<!-- d -->`'],
    [
      'components as their words',
      '<Tabs>\n<Tab title="npm">\n\nInstall it.\n\n</Tab>\n</Tabs>\n\n<Badge text="x" /> is new',
      '**npm**\n\nInstall it.\n\nis new',
    ],
    [
      'parameters as their words',
      '<ParamField path="limit" type="number" required>\n  How many.\n</ParamField>',
      '**limit**\n\nHow many.',
    ],
    [
      'template tags as their words',
      '{% hint style="info" %}\nMind it.\n{% endhint %}\n\n{% tab title="npm" %}\nx\n{% endtab %}',
      'Mind it.\n\n**npm**\n\nx',
    ],
    ['containers as their words', ':::tip Mind the gap\n\nIt is there.\n\n:::', '**Mind the gap**\n\nIt is there.'],
  ])('keeps %s', (_name, source, markdown) => {
    expect(pageOfMarkdown(source).markdown).toBe(markdown);
  });

  it('takes the ids of headings where they are given', () => {
    const { passages } = pageOfMarkdown(
      `# Runs {#runs}\n\n${'Words of it. '.repeat(30)}\n\n<a id="two"></a>\n\n## Two\n\n${'Words of it. '.repeat(30)}`,
    );
    expect(passages.map(({ anchor, headings }) => [anchor, headings])).toEqual([
      ['runs', ['Runs']],
      ['two', ['Runs', 'Two']],
    ]);
  });

  it('has links, pictures and videos', () => {
    const reading = readText('[a](/a#x) https://b.test/c. ![p](/p.png) [film](https://youtu.be/kZ3vq7Lw0aE)', MARKDOWN);
    expect(reading).toMatchObject({
      kind: 'page',
      page: {
        links: ['https://b.test/c', 'https://docs.test/a', 'https://youtu.be/kZ3vq7Lw0aE'],
        images: [{ url: 'https://docs.test/p.png', alt: 'p' }],
        videos: [{ provider: 'youtube', id: 'kZ3vq7Lw0aE' }],
      },
    });
  });

  it('does not keep what platforms tell machines', () => {
    const text = [
      '> ## Documentation Index',
      '> Fetch the complete documentation index at: https://docs.test/llms.txt',
      '',
      '# Runs',
      '',
      'A run copies files.',
      '',
      '<AgentInstructions>',
      'Ask for more.',
      '</AgentInstructions>',
      '',
      '# Agent Instructions: Querying This Documentation',
      '',
      'Perform a GET request.',
    ].join('\n');
    const page = pageOfMarkdown(text);
    expect(page.markdown).toBe('# Runs\n\nA run copies files.');
    expect(page.contentHash).toBe(pageOfMarkdown('# Runs\n\nA run copies files.').contentHash);
  });
});

describe('Markdown twins of stored pages', () => {
  it.each(twins.twins)('$twin', ({ file, twin, contentType, mustContain, mustNotContain }) => {
    const text = readFileSync(new URL(`../data/pages/built/twins/${file}`, import.meta.url), 'utf8');
    const markdown = plain(pageOf(text, { url: twin, contentType }).markdown);
    for (const part of mustContain ?? []) expect(markdown).toContain(plain(part));
    for (const part of mustNotContain ?? []) expect(markdown).not.toContain(part);
  });
});
