import { expect, it } from 'vitest';
import {
  FULL_SHARE,
  matchPassage,
  readPassage,
  stemsOf,
  stemsOfAsked,
  type Match,
} from '../../src/knowledge/matching.ts';

const terms = [
  { stems: ['copi'], related: ['backup'], distant: ['imit'], weight: 2 },
  { stems: ['databas'], related: [], distant: [], weight: 1 },
];

function match(fields: Partial<Parameters<typeof readPassage>[0]>): Match {
  return matchPassage(readPassage({ title: '', headings: [], text: '', ...fields }), terms, 180);
}

function shares(fields: Parameters<typeof match>[0]): readonly number[] {
  return match(fields).shares;
}

it('tells the 14 of 15.14 from the number 14, in texts and in questions', () => {
  expect(stemsOf('15.14, E.14 or 14')).toEqual(['15', '.14', 'e', '.14', 'or', '14']);
  expect(stemsOfAsked('14', 'upgrade from 14 to 15')).toEqual(['14']);
  expect(stemsOfAsked('14', 'what is new in 15.14')).toEqual(['.14']);
});

it('counts every form of a word', () => {
  expect(shares({ text: 'Copying databases' })).toEqual(shares({ text: 'copy database' }));
});

it('counts the title and headings like the text, and more', () => {
  const [inText = 0] = shares({ text: `copy ${'word '.repeat(180)}` });
  for (const fields of [{ title: 'Copy' }, { headings: ['Copy'] }, { headings: ['Copy', 'Other'] }]) {
    expect(shares(fields)[0]).toBeGreaterThan(inText);
  }
});

it('never gives more than the full share', () => {
  const text = 'copy '.repeat(500);
  expect(shares({ title: 'copy', headings: ['copy', 'copy'], text })[0]).toBeLessThan(2 * FULL_SHARE);
});

it('counts a related word less than the word, one of another sense still less, and takes neither for the word', () => {
  const [own = 0] = shares({ text: 'copy' });
  const [related = 0] = shares({ text: 'backup' });
  const [distant = 0] = shares({ text: 'imitate' });
  expect(distant).toBeGreaterThan(0);
  expect(distant).toBeLessThan(related);
  expect(related).toBeLessThan(own);
  expect(match({ text: 'backup database' }).has).toEqual([false, true]);
});

it('measures how close different words stand', () => {
  const nearness = (text: string): number => match({ text }).nearness;
  expect(nearness('copy database')).toBeGreaterThan(nearness('copy this whole database'));
  expect(nearness(`copy ${'word '.repeat(9)} database`)).toBe(0);
  expect(nearness('copy copy')).toBe(0);
});

it('reads a text as the index does', () => {
  expect(stemsOf('max_connections of getElementById, Café')).toEqual(
    'max connect of getelementbyid get element by id cafe'.split(' '),
  );
});
