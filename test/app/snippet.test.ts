import { describe, expect, it } from 'vitest';
import { headingPath } from '../../src/app/heading-path.ts';
import { snippet } from '../../src/app/snippet.ts';

const filler = 'Nothing to see in this sentence, which goes on. '.repeat(20);

describe('a snippet', () => {
  it('is the whole passage on one line when that is short', () => {
    expect(snippet('# Logbook\n\nEvery **change** is\nwritten.', 'logbook')).toBe('Every change is written.');
  });

  it('shows the place where the asked words stand together, not the beginning', () => {
    const shown = snippet(
      `The lamp is one matter. ${filler}Hold the reset button when the lamp stays dark. ${filler}`,
      'lamp stays dark',
    );
    expect(shown).toContain('Hold the reset button when the lamp stays dark.');
    expect(shown).toMatch(/^….*…$/s);
    expect(shown.length).toBeLessThanOrEqual(245);
  });

  it('finds other forms of a word', () => {
    expect(snippet(`${filler}Rotating keys is done monthly. ${filler}`, 'how is a key rotated?')).toContain(
      'Rotating keys',
    );
  });

  it('shows the beginning when no asked word is in it', () => {
    expect(snippet(`Beginning. ${filler}`, 'unrelated')).toMatch(/^Beginning\./);
  });

  it('leaves out fences and the ruler of a table, and keeps what links say', () => {
    const text = '| A | B |\n| --- | :-: |\n| 1 | 2 |\n\n```bash\nls\n```\n\nSee [the guide](https://a.example/x).';
    expect(snippet(text, 'guide')).toBe('| A | B | | 1 | 2 | ls See the guide.');
  });

  it('cuts text without spaces at whole characters', () => {
    const shown = snippet('😀'.repeat(300), 'x');
    expect(shown).toMatch(/^(?:😀)+…$/u);
  });
});

describe('a heading path', () => {
  it.each([
    ['Logbook | Pharos', ['Logbook', 'Export'], 'Logbook | Pharos › Export'],
    ['Logbook', ['Logbook'], 'Logbook'],
    ['SELECT — Manual', ['`SELECT`', 'Examples'], 'SELECT — Manual › Examples'],
    ['Logbook', ['Export'], 'Logbook › Export'],
    ['', ['Export'], 'Export'],
    ['Logbook', [], 'Logbook'],
  ])('of "%s" and %j does not say the title twice', (title, headings, path) => {
    expect(headingPath(title, headings)).toBe(path);
  });
});
