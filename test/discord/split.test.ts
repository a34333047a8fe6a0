import { describe, expect, it } from 'vitest';
import { splitForDiscord } from '../../src/discord/split.ts';
import { createMarkdown, type Markdown } from './markdown.ts';
import { fencesLeftOpen, restOf } from './split-check.ts';

describe('splitForDiscord', () => {
  it('leaves what fits in one message as it is', () => {
    expect(splitForDiscord('# Keys\n\nRotate them with `keyctl rotate`.\n')).toEqual([
      '# Keys\n\nRotate them with `keyctl rotate`.\n',
    ]);
  });

  it('sends nothing for nothing, nor for white space', () => {
    expect(splitForDiscord('')).toEqual([]);
    expect(splitForDiscord(' \n\n \n'.repeat(1000))).toEqual([]);
  });

  it('keeps 2,000 characters together and cuts 2,001', () => {
    expect(splitForDiscord('a'.repeat(2000))).toHaveLength(1);
    expect(splitForDiscord('a'.repeat(2001)).map((part) => part.length)).toEqual([2000, 1]);
  });

  it('closes a long code block and opens it again with its language', () => {
    const line = 'const key = await rotate(keys);\n';
    const parts = splitForDiscord(`Before.\n\n\`\`\`ts title="keys"\n${line.repeat(150)}\`\`\`\nAfter.\n`);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts[0]).toMatch(/^Before\.\n\n```ts title="keys"\n/);
    for (const part of parts.slice(1)) expect(part).toMatch(/^```ts\nconst/);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/;\n```\n$/);
    expect(parts.at(-1)).toMatch(/\n```\nAfter\.\n$/);
  });

  it('cuts a line of code longer than a message inside the block', () => {
    const parts = splitForDiscord(`~~~json\n${'{"a":1},'.repeat(600)}\n~~~\n`);
    for (const part of parts) expect(part).toMatch(/^~~~json\n[^]*\n~~~\n$/);
  });

  it('moves a block that fits in a message of its own to the next one instead of cutting it', () => {
    const code = `\`\`\`sh\n${'echo one\n'.repeat(100)}\`\`\`\n`;
    const table = `| a | b |\n|---|---|\n${'| cell | cell |\n'.repeat(60)}`;
    const text = `${'Words and more words. '.repeat(60)}\n\n`;
    expect(splitForDiscord(text + code)[1]).toBe(code);
    expect(splitForDiscord(`${text}${text.slice(0, 400)}\n\n${table}`)[1]).toBe(table);
  });

  it('closes a code block that the text itself leaves open', () => {
    expect(splitForDiscord('```js\nlet a;')).toEqual(['```js\nlet a;\n```\n']);
    expect(splitForDiscord('- an item\n  ```js\n  let a;')).toEqual(['- an item\n  ```js\n  let a;\n```\n']);
  });

  it('keeps the heading with what it is the heading of', () => {
    const parts = splitForDiscord(`${'Filler text here. '.repeat(105)}\n\n## Install\n\n${'Run it. '.repeat(20)}\n`);
    expect(parts[1]).toMatch(/^## Install\n\nRun it\./);
  });

  it('repeats the fence of a quoted code block with its quote mark', () => {
    const parts = splitForDiscord(`> Look:\n> \`\`\`py\n${'> print("hello, world")\n'.repeat(120)}> \`\`\`\n`);
    for (const part of parts.slice(1)) expect(part).toMatch(/^> ```py\n> print/);
  });

  it.each([
    ['a link', `[${'the guide '.repeat(20)}](https://docs.example.org/${'deep/'.repeat(30)})`],
    ['an address', `https://docs.example.org/${'deep/'.repeat(100)}`],
    ['a code span', `\`keyctl rotate ${'--force '.repeat(30)}\``],
    ['a custom emoji', '<:heimdall_horn:123456789012345678>'],
    ['an emoji of several code points', '👩‍👩‍👧‍👦'],
    ['bold text', `**${'very important '.repeat(10).trim()}**`],
    ['a time', '<t:1700000000:R>'],
  ])('never cuts %s', (_what, whole) => {
    for (let before = 1980 - whole.length; before < 2000; before += 7) {
      const parts = splitForDiscord(`${'x'.repeat(Math.max(0, before))} ${whole} and so on`);
      expect(parts.filter((part) => part.includes(whole))).toHaveLength(1);
    }
  });

  it('cuts between graphemes where one word is longer than a message', () => {
    const parts = splitForDiscord('🏳️‍🌈'.repeat(700));
    for (const part of parts) expect(part.replaceAll('🏳️‍🌈', '')).toBe('');
    expect(splitForDiscord(`a${'\u0301'.repeat(5000)}`).join('')).toHaveLength(5001);
  });

  it('stays quick on text made to be slow', () => {
    const before = process.cpuUsage();
    for (const text of ['[', '`', '**', '](', '<', '> ', '- ', '||', '```\n', '|', '\\', 'http://', '(']) {
      splitForDiscord(text.repeat(20_000 / text.length));
    }
    // Time of the processor: the wall's says more about what else this machine does.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(8000);
  });
});

describe('splitForDiscord on generated Markdown', () => {
  const texts: readonly (readonly [number, Markdown & { readonly parts: readonly string[] }])[] = Array.from(
    { length: 150 },
    (_, seed) => {
      const markdown = createMarkdown(seed);
      return [seed, { ...markdown, parts: splitForDiscord(markdown.text) }];
    },
  );

  it.each(texts)('keeps its promises for text %i', (_seed, { text, whole, parts }) => {
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(2000);
      expect(part).toMatch(/\S/);
      expect(part).not.toMatch(/\p{Surrogate}/u);
      expect(fencesLeftOpen(part)).toBe(0);
    }
    expect(restOf(text, parts)).toBe('');
    for (const piece of whole)
      expect(
        parts.some((part) => part.includes(piece)),
        `"${piece}" was cut`,
      ).toBe(true);
  });

  it('meets what it is about: many texts of several parts, some with code blocks cut', () => {
    const split = texts.map(([, { parts }]) => parts);
    expect(split.filter((parts) => parts.length > 2).length).toBeGreaterThan(75);
    expect(split.filter((parts) => parts.slice(1).some((part) => part.startsWith('```'))).length).toBeGreaterThan(20);
  });
});
