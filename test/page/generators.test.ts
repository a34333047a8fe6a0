import { describe, expect, it } from 'vitest';
import { expected, generatorPages } from './generators.ts';
import { pageOf } from './reading.ts';
import { fences, plain } from './score.ts';

describe.each(generatorPages)('a page in the manner of $name', ({ html, name }) => {
  const { markdown } = pageOf(html);
  const { blocks, outside } = fences(markdown);

  it('keeps its text', () => {
    for (const text of expected.contains) expect(plain(markdown)).toContain(plain(text));
  });

  it('keeps its headings clean', () => {
    const headings = [...outside.matchAll(/^[> ]*#+ (.*)$/gm)].map(([, text]) => text);
    if (name !== 'Doxygen') expect(headings[0]).toBe(expected.title);
    expect(headings).toContain('After the limit');
  });

  it('keeps its code as code', () => {
    expect(blocks.map(({ lines }) => lines.join('\n'))).toContain('curl -i https://api.test/keys');
  });

  it('leaves out what surrounds it', () => {
    for (const text of expected.absent) expect(plain(markdown)).not.toContain(text);
    expect(markdown).not.toContain('[](');
  });
});
