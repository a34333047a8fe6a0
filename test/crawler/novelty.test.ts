import { describe, expect, it } from 'vitest';
import { createTextMemory } from '../../src/crawler/novelty.ts';
import { cpuMilliseconds, HANGS_MS } from './cpu-time.ts';

describe('how much of a text is new', () => {
  it('is everything the first time and nothing the second', () => {
    const memory = createTextMemory();
    expect(memory.take('One word follows another')).toEqual({ newWords: 4, newPhrases: 1 });
    expect(memory.take('one WORD follows another.')).toEqual({ newWords: 0, newPhrases: 0 });
    expect(memory.take('another word follows one')).toEqual({ newWords: 0, newPhrases: 1 });
  });

  it.each([
    ['# March 2031\n\nNo events in March.', '# April 2032\n\nNo events in April.'],
    ['Termine am 3. Februar', 'Termine am 14. März'],
    ['события 5 мая', 'события 7 июня'],
    ['2031年2月の予定はありません', '2032年11月の予定はありません'],
    ['* a b\n* c d\n* e f', '* e f\n* a b'],
    ['[next](/cal?month=2031-02)', '[next](/cal?month=zzz "a title") '],
    ['see https://site.example/a', 'see https://other.example/b'],
  ])('does not count numbers, dates, the order of lines and link targets: %j, then %j', (one, other) => {
    const memory = createTextMemory();
    memory.take(one);
    expect(memory.take(other)).toEqual({ newWords: 0, newPhrases: 0 });
  });

  it('counts a name with a number in it', () => {
    const memory = createTextMemory();
    memory.take('function alpha1 returns');
    expect(memory.take('function alpha2 returns').newWords).toBe(1);
  });

  it('is nothing for an empty text', () => {
    expect(createTextMemory().take('')).toEqual({ newWords: 0, newPhrases: 0 });
  });

  it('reads a huge text in a moment', () => {
    const memory = createTextMemory();
    for (const piece of ['word ', 'word\n', '](', '[a](', ']( ', 'http://']) {
      const text = piece.repeat(1_000_000);
      expect(cpuMilliseconds(() => memory.take(text))).toBeLessThan(HANGS_MS);
    }
  });
});
