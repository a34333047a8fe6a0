import { describe, expect, it } from 'vitest';
import { matchPassage, readPassage, stemsOf, type Match } from '../../src/knowledge/matching.ts';
import { neededSupport, supportOf } from '../../src/knowledge/support.ts';

const terms = ['weather', 'paris', 'forecast'].map((word) => ({
  stems: stemsOf(word),
  related: [],
  distant: [],
  weight: 2,
}));

function read(text: string, title = ''): { readonly match: Match } {
  return { match: matchPassage(readPassage({ title, headings: [], text }), terms, 20) };
}

const support = (...passages: readonly { readonly match: Match }[]): number => supportOf('weather Paris', passages, 6);

describe('the support for an answer', () => {
  const together = read('The weather forecast for Paris is in this table.');

  it('is greater where one passage says all than where each says a part', () => {
    const parts = ['The weather is in this table.', 'Paris is in this table.', 'A forecast is a table.'].map((text) =>
      read(text),
    );
    expect(support(together)).toBeGreaterThan(2 * support(...parts));
    expect(support(...parts, together)).toBe(support(together));
  });

  it('is greater where the words stand near each other, or in the title', () => {
    const apart = read(`weather ${'table '.repeat(20)} paris ${'table '.repeat(20)} forecast`);
    expect(support(together)).toBeGreaterThan(1.5 * support(apart));
    expect(support(read('It is in this table.', 'Weather forecast for Paris'))).toBeGreaterThan(support(apart));
  });

  it('is less for a question with more that no passage says, and none without passages or words', () => {
    expect(supportOf('weather Paris', [together], 12)).toBeCloseTo(support(together) / 2);
    expect(support()).toBe(0);
    expect(supportOf('', [together], 0)).toBe(0);
  });

  it('counts nearness less for pieces, those of one word being near each other', () => {
    expect(supportOf('天気', [together], 6)).toBeLessThan(support(together));
  });
});

describe('the support that is needed', () => {
  it('grows with the passages among which some say a part by chance, up to a point', () => {
    const needed = [1, 240, 1000, 5000, 100_000].map((passages) => neededSupport('weather', passages));
    expect(needed[0]).toBe(0);
    expect(needed).toEqual(needed.toSorted((a, b) => a - b));
    expect(needed[1]).toBeGreaterThan(0.2);
    expect(needed.slice(3)).toEqual([0.4, 0.4]);
  });

  it('is less for text in pieces, of which many stand nowhere', () => {
    const needed = ['weather', 'อากาศ', '天気は'].map((question) => neededSupport(question, 5000));
    expect(needed).toEqual([0.4, 0.2, 0.105]);
    expect(neededSupport('天気は', 10)).toBe(0);
  });
});
