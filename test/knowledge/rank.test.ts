import { expect, it } from 'vitest';
import { DIMENSIONS, type LatentSpace } from '../../src/knowledge/latent.ts';
import { rank, type Candidate } from '../../src/knowledge/rank.ts';

function candidate(id: number, text: string, more: Partial<Candidate> = {}): Candidate {
  return { id, pageId: id, ordinal: 1, title: 'Manual', headings: [], text, ...more };
}

/** The order of the candidates for words of these weights. */
function order(query: string, weights: Readonly<Record<string, number>>, candidates: readonly Candidate[]): number[] {
  const words = Object.keys(weights);
  const terms = words.map((word) => ({ stems: [word], related: [], distant: [], weight: weights[word] ?? 0 }));
  return rank(candidates, { query, words, names: [], terms, latent: null }).map((ranked) => ranked.candidate.id);
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

it('holds back passages whose headings differ in numbers alone', () => {
  const notes = (id: number, version: string): Candidate =>
    candidate(id, 'how ravens are moved', { headings: [`E.${id}. Moving to version ${version}`] });
  const other = candidate(9, 'ravens are moved by night', { headings: ['Moving'] });
  expect(order('move ravens', { raven: 1, move: 1 }, [notes(1, '15.5'), notes(2, '15.6'), other])).toEqual([1, 9, 2]);
});

it('puts text before a list of links that has the same words, unless a list is asked for', () => {
  const candidates = [
    candidate(1, '- [Ravens](a.html)\n- [Feeding ravens](b.html)\n- [Ravens and rain](c.html)'),
    candidate(2, 'Give ravens meat twice a day, in summer less, and fresh water in the morning.'),
  ];
  expect(order('ravens', { raven: 1 }, candidates)).toEqual([2, 1]);
  expect(order('overview of ravens', { raven: 1 }, candidates)).toEqual([1, 2]);
});

it('prefers what is about the same among passages with the same words', () => {
  const latent: LatentSpace = {
    words: new Map([
      ['ram', 0],
      ['memori', 1],
      ['sheep', 2],
    ]),
    vectors: new Int8Array(3 * DIMENSIONS).fill(100, 0, 2 * DIMENSIONS).fill(-100, 2 * DIMENSIONS),
    scales: new Float32Array(3).fill(0.01),
    rarities: new Float32Array(3).fill(1),
  };
  const candidates = [candidate(1, 'ram sheep sheep sheep'), candidate(2, 'ram memory memory memory')];
  const terms = [{ stems: ['ram'], related: [], distant: [], weight: 1 }];
  const ranked = rank(candidates, { query: 'how much ram', words: ['ram'], names: [], terms, latent });
  expect(ranked.map((each) => each.candidate.id)).toEqual([2, 1]);
});
