import { expect, it } from 'vitest';
import { createPhraseTable } from '../../src/crawler/phrase-table.ts';

it('tells what is new, what another text had, and what the same text has again', () => {
  const table = createPhraseTable();
  expect(table.note(7, 1)).toBe('new');
  expect(table.note(7, 1)).toBe('again');
  expect(table.note(7, 2)).toBe('known');
  expect(table.note(7, 2)).toBe('again');
  expect(table.note(0, 2)).toBe('new');
});

it('keeps large numbers apart that differ in their last or first bits alone, however many there are', () => {
  const table = createPhraseTable();
  const count = 30_000;
  const all = Array.from({ length: count }, (_, at) => [at, at * 2 ** 34, 2 ** 51 + at]).flat();
  const different = new Set(all);
  expect(all.filter((phrase) => table.note(phrase, 1) === 'new')).toHaveLength(different.size);
  expect([...different].filter((phrase) => table.note(phrase, 2) === 'known')).toHaveLength(different.size);
});
