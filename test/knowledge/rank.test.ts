import { expect, it } from 'vitest';
import { rank, type Candidate } from '../../src/knowledge/rank.ts';

function candidate(id: number, text: string, more: Partial<Candidate> = {}): Candidate {
  return { id, pageId: id, ordinal: 1, title: 'Manual', headings: [], text, ...more };
}

/** The order of the candidates for words of these weights. */
function order(query: string, weights: Readonly<Record<string, number>>, candidates: readonly Candidate[]): number[] {
  const words = Object.keys(weights);
  const terms = words.map((word) => ({ stems: [word], related: [], weight: weights[word] ?? 0 }));
  return rank(candidates, { query, words, names: [], terms }).map((ranked) => ranked.candidate.id);
}

it('puts the rare word before the frequent one, however often that stands there', () => {
  const candidates = [candidate(1, 'table table table table'), candidate(2, 'vacuum')];
  expect(order('vacuum a table', { vacuum: 5, table: 1 }, candidates)).toEqual([2, 1]);
});

it('prefers words that stand together', () => {
  const filler = 'word '.repeat(30);
  const candidates = [candidate(1, `index ${filler} build`), candidate(2, `${filler} index build`)];
  expect(order('how to build an index', { build: 3, index: 3 }, candidates)).toEqual([2, 1]);
});

it('lifts a passage whose page has the other words', () => {
  const candidates = [candidate(1, 'lock'), candidate(2, 'lock', { pageId: 7 }), candidate(3, 'row', { pageId: 7 })];
  expect(order('lock of a row', { lock: 3, row: 1 }, candidates)[0]).toBe(2);
});

it('keeps the order in which they came between equals', () => {
  expect(order('raven', { raven: 1 }, [candidate(9, 'raven'), candidate(4, 'raven')])).toEqual([4, 9]);
});
