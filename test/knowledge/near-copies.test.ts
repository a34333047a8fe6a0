import { expect, it } from 'vitest';
import { withoutCopies, type Worded } from '../../src/knowledge/near-copies.ts';

const TEXT = Array.from({ length: 60 }, (_, index) => `word${index}`);

function passage(url: string, words: readonly string[], day = 1): Worded {
  return { url, words, fetchedAt: new Date(Date.UTC(2026, 0, day)) };
}

const urls = (passages: readonly Worded[]): string[] => passages.map(({ url }) => url);

it('keeps of near copies the one at the shortest address, in the place of the best', () => {
  const found = withoutCopies(
    [passage('/v1/page', TEXT), passage('/other', ['something', 'else']), passage('/page', [...TEXT, 'new'])],
    5,
  );
  expect(urls(found)).toEqual(['/page', '/other']);
});

it('keeps of copies at equally long addresses the newest', () => {
  expect(urls(withoutCopies([passage('/v1', TEXT, 1), passage('/v2', TEXT, 2)], 5))).toEqual(['/v2']);
});

it('keeps passages that share half of their words', () => {
  const half = [...TEXT.slice(0, 30), ...TEXT.slice(0, 30).map((word) => `${word}x`)];
  expect(withoutCopies([passage('/a', TEXT), passage('/b', half)], 5)).toHaveLength(2);
});

it('gives no more than asked for, and fills up behind copies', () => {
  const found = withoutCopies(
    [passage('/a', TEXT), passage('/aa', TEXT), passage('/b', ['b']), passage('/c', ['c'])],
    2,
  );
  expect(urls(found)).toEqual(['/a', '/b']);
});
