import { expect, it } from 'vitest';
import { fusedRetrieval } from '../../src/knowledge/phrasings.ts';
import type { FoundPassage, Retrieval } from '../../src/knowledge/store.ts';
import { NOON } from './samples.ts';

function passage(id: number, score: number): FoundPassage {
  const place = { pageId: id, ordinal: 0, url: `https://docs.example/${id}`, anchor: null, title: '', headings: [] };
  return { ...place, id, text: '', score, fetchedAt: NOON, aiInput: true };
}

function found(coverage: number, unknown: boolean, ...ids: readonly number[]): Retrieval {
  const word = { asked: 'word', used: 'word', certain: true, isOrdinary: true, passages: unknown ? 0 : 1, weight: 1 };
  const passages = ids.map((id, place) => passage(id, 1 - place / 10));
  return { passages, evidence: { words: [word], unseenNames: [], coverage, support: 0.5, needed: 0.4 } };
}

it('leaves what one wording found as it is', () => {
  const one = found(1, false, 3, 1, 2);
  expect(fusedRetrieval([one], 2)).toBe(one);
});

it('puts first what several wordings found, and gives as many as were asked for', () => {
  const { passages } = fusedRetrieval([found(1, false, 1, 2, 3), found(1, false, 4, 2)], 3);
  expect(passages.map(({ id }) => id)).toEqual([2, 1, 4]);
});

it('lets a wording that the pages hardly know change little', () => {
  const { passages, evidence } = fusedRetrieval([found(0.1, true, 7, 8), found(0.9, false, 1, 2, 3)], 4);
  expect(passages.map(({ id }) => id)).toEqual([1, 2, 3, 7]);
  expect(evidence.coverage).toBe(0.9);
});

it('judges by the wording that can be answered, though another covers more', () => {
  const { evidence } = fusedRetrieval([found(0.9, true, 1), found(0.5, false, 2)], 4);
  expect(evidence.coverage).toBe(0.5);
});
