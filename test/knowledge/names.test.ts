import { describe, expect, it } from 'vitest';
import { nameBonus } from '../../src/knowledge/names.ts';

describe('nameBonus', () => {
  const bonus = (
    asked: { query: string; words?: string[]; names?: string[] },
    passage: Partial<Parameters<typeof nameBonus>[0]>,
  ): number =>
    nameBonus(
      { title: 'Manual', headings: [], ordinal: 3, ...passage },
      { words: asked.query.toLowerCase().split(' '), names: [], ...asked },
    );

  it.each([
    ['max_connections', { headings: ['Settings', 'max_connections (integer)'] }],
    ['`max_connections`?', { headings: ['max_connections'] }],
    ['json.dumps()', { headings: ['json.dumps(obj, *, indent=None)¶'] }],
    ['select', { title: 'SELECT — Manual 15', ordinal: 0 }],
    ['Create  Index', { headings: ['CREATE INDEX'] }],
    ['pg_stat_statements', { title: 'F.30. pg_stat_statements', ordinal: 0 }],
  ])('is above all ranks when %j is the very name', (query, candidate) => {
    expect(bonus({ query }, candidate)).toBeGreaterThanOrEqual(1);
  });

  it('is that only for the first passage of a page whose title is asked for', () => {
    expect(bonus({ query: 'select' }, { title: 'SELECT', ordinal: 4 })).toBe(0);
  });

  it('lifts the section of a name within a longer question, not above all', () => {
    const asked = { query: 'what does max_connections do', names: ['max_connections'] };
    expect(bonus(asked, { headings: ['max_connections'] })).toBeCloseTo(0.16);
    expect(bonus(asked, { headings: ['other'] })).toBe(0);
  });

  it('lifts pages all of whose title words are asked for, unless the title is one word', () => {
    const words = ['tune', 'connection', 'settings'];
    expect(bonus({ query: 'tune connection settings', words }, { title: 'Connection settings' })).toBeGreaterThan(0);
    expect(bonus({ query: 'tune connection settings', words }, { title: 'Settings' })).toBe(0);
  });
});
