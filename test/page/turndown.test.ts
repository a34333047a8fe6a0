import { describe, expect, it } from 'vitest';
import { writeWithTurndown } from '../../src/page/fallback.ts';
import { writeMarkdown } from '../../src/page/markdown.ts';
import { plainOfMarkdown } from '../../src/page/plain.ts';
import { countLetters, keepsText } from '../../src/page/self-check.ts';
import { contentOf } from './content-of.ts';
import { expectations, fences, SETS } from './score.ts';

/** Our writer against turndown, on the same content of every stored page: no word that it writes may be lost by ours. */

/** How often each word stands in the text, code included and formulas apart. */
function wordsOf(markdown: string): Map<string, number> {
  const code = fences(markdown)
    .blocks.flatMap(({ lines }) => lines)
    .join('\n');
  const counts = new Map<string, number>();
  const text = `${plainOfMarkdown(fences(markdown).outside)} ${code}`.replace(/\\[([][\s\S]*?\\[)\]]|\$[^$]*\$/g, ' ');
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{2,}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const MAX_LOST = 0.025;

describe.each(Object.keys(SETS))('the set %s', (name) => {
  const set = name === 'built' || name === 'built-deb' ? name : 'pages';
  it.each(expectations(set).pages.filter(({ expectRefused }) => expectRefused === undefined))(
    '$id keeps every word',
    (expected) => {
      const { root } = contentOf(set, expected);
      const ours = writeMarkdown(root, expected.url);
      const theirs = writeWithTurndown(root, expected.url) ?? '';
      expect(ours.keepsText).toBe(true);
      const kept = wordsOf(ours.blocks.map(({ text }) => text).join('\n\n'));
      const wanted = wordsOf(theirs);
      const lost = [...wanted]
        .map(([word, count]) => ({ word, count: count - (kept.get(word) ?? 0) }))
        .filter(({ count }) => count > 0);
      const all = [...wanted.values()].reduce((sum, count) => sum + count, 0);
      const missing = lost.reduce((sum, { count }) => sum + count, 0);
      expect(missing / all, lost.map(({ word, count }) => `${word} ${count}`).join(', ')).toBeLessThanOrEqual(MAX_LOST);
    },
  );
});

describe('the self-check', () => {
  it('counts letters of all scripts, and no addresses of links', () => {
    expect(countLetters('a1 é 日本 “x” – [b](https://long.test/address)', true)).toBe(7);
  });

  it('fails when words were lost', () => {
    const block = { kind: 'paragraph', text: 'half of it', level: 0, anchor: null } as const;
    expect(keepsText([block], 8)).toBe(true);
    expect(keepsText([block], 80)).toBe(false);
  });
});
