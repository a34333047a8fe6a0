import { describe, expect, it } from 'vitest';
import { fuse, nameBonus, type Candidate } from '../../src/knowledge/rank.ts';

describe('fuse', () => {
  it('adds 1 / (60 + rank) over the lists', () => {
    const scores = fuse([
      [7, 8],
      [8, 9],
    ]);
    expect([...scores]).toEqual([
      [7, 1 / 61],
      [8, 1 / 62 + 1 / 61],
      [9, 1 / 62],
    ]);
  });

  it('prefers what both lists have to the first of one', () => {
    const scores = fuse([
      [1, 2],
      [3, 2],
    ]);
    const best = [...scores].toSorted(([, a], [, b]) => b - a)[0];
    expect(best?.[0]).toBe(2);
  });
});

describe('nameBonus', () => {
  const bonus = (asked: { query: string; words?: string[]; names?: string[] }, candidate: Partial<Candidate>): number =>
    nameBonus(
      { id: 1, title: 'Manual', headings: [], ordinal: 3, ...candidate },
      { words: asked.query.toLowerCase().split(' '), names: [], ...asked },
    );

  it.each([
    ['max_connections', { headings: ['Settings', 'max_connections (integer)'] }],
    ['`max_connections`?', { headings: ['max_connections'] }],
    ['json.dumps()', { headings: ['json.dumps(obj, *, indent=None)¶'] }],
    ['select', { title: 'SELECT — Manual 15', ordinal: 0 }],
    ['Create  Index', { headings: ['CREATE INDEX'] }],
  ])('is above all ranks when %j is the very name', (query, candidate) => {
    expect(bonus({ query }, candidate)).toBeGreaterThanOrEqual(1);
  });

  it('is that only for the first passage of a page whose title is asked for', () => {
    expect(bonus({ query: 'select' }, { title: 'SELECT', ordinal: 4 })).toBe(0);
  });

  it('lifts the section of a name within a longer question by one list, not above all', () => {
    const asked = { query: 'what does max_connections do', names: ['max_connections'] };
    expect(bonus(asked, { headings: ['max_connections'] })).toBeCloseTo(1 / 61);
    expect(bonus(asked, { headings: ['other'] })).toBe(0);
  });

  it('lifts pages all of whose title words are asked for, unless the title is one word', () => {
    const words = ['tune', 'connection', 'settings'];
    expect(bonus({ query: 'tune connection settings', words }, { title: 'Connection settings' })).toBeGreaterThan(0);
    expect(bonus({ query: 'tune connection settings', words }, { title: 'Settings' })).toBe(0);
  });
});
