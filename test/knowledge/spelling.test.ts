import { describe, expect, it } from 'vitest';
import { allowedEdits, editDistance, isSlip, nearestWords } from '../../src/knowledge/spelling.ts';

describe('editDistance', () => {
  it.each([
    ['index', 'index', 0],
    ['index', 'indx', 1],
    ['index', 'indexx', 1],
    ['index', 'andex', 1],
    ['index', 'idnex', 1],
    ['index', 'idnexs', 2],
    ['', 'ab', 2],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
    ['short', 'completely', 4],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
    expect(editDistance(b, a, 3)).toBe(distance);
  });
});

describe('allowedEdits', () => {
  it.each([
    ['abc', 0],
    ['abcd', 1],
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['utf16le', 0],
    ['8192', 0],
  ])('of %j is %i', (word, edits) => {
    expect(allowedEdits(word)).toBe(edits);
  });
});

describe('nearestWords', () => {
  const vocabulary = ['replication', 'replicated', 'table', 'tables', 'cable', 'able', 'trigger'];

  it.each([
    ['replicatoin', ['replication']],
    ['replcaton', ['replication']],
    ['tabel', ['table']],
    ['vable', ['table', 'cable', 'able']],
    ['trgiegr', []],
    ['tab', []],
    ['nothing', []],
  ])('to %j', (word, nearest) => {
    expect(nearestWords(word, vocabulary)).toEqual(nearest);
  });

  it('agrees with trying every word', () => {
    const letters = 'abcde';
    let seed = 3;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const word = (): string => Array.from({ length: 8 + next(3) }, () => letters[next(5)] ?? '').join('');
    const words = Array.from({ length: 400 }, word);
    for (const asked of Array.from({ length: 50 }, word)) {
      const distances = words.map((each) => editDistance(asked, each, 2));
      const least = Math.min(...distances);
      const expected = least > 2 ? [] : words.filter((_, index) => distances[index] === least);
      expect(nearestWords(asked, words)).toEqual(expected);
    }
  });
});

it.each([
  ['tabel', 'table', true],
  ['citus', 'vitus', false],
  ['jsonb', 'json', false],
  ['replcation', 'replication', true],
])('takes %s for %s misspelt: %s', (misspelt, word, surely) => {
  expect(isSlip(misspelt, word)).toBe(surely);
});
