import { describe, expect, it } from 'vitest';
import {
  isAnswerable,
  repairedWords,
  unknownWords,
  type AskedWord,
  type Evidence,
} from '../../src/knowledge/evidence.ts';

const word = (asked: string, more: Partial<AskedWord> = {}): AskedWord => ({
  asked,
  used: asked,
  certain: true,
  isOrdinary: true,
  passages: 3,
  weight: 2,
  ...more,
});
const evidence = (...words: AskedWord[]): Evidence => ({ words, unseenNames: [], coverage: 1 });

describe('isAnswerable', () => {
  const many = ['inserts', 'along', 'dozen', 'second'].map((each) => word(each));
  const cases: readonly [string, boolean, Evidence][] = [
    ['every word is known', true, evidence(word('index'))],
    ['a word was surely misspelt', true, evidence(word('indxes', { used: 'indexes' }))],
    ['a number of an error message stands nowhere', true, evidence(word('index'), word('0xc3', { passages: 0 }))],
    ['a word is near one that tells little', true, evidence(word('nicer', { used: 'nice', certain: false }))],
    ['a word stands nowhere', false, evidence(word('index'), word('kubernetes', { passages: 0 }))],
    ['a word is only near one that is known', false, evidence(word('citus', { used: 'vitus', certain: false }))],
    ['one ordinary word of many is unknown', true, evidence(...many, word('crawl', { passages: 0 }))],
    [
      'a word of a message is unknown',
      false,
      { ...evidence(...many, word('crawl', { passages: 0 })), isMessage: true },
    ],
    ['one name of many is unknown', false, evidence(...many, word('citus', { passages: 0, isOrdinary: false }))],
    ['a keyword is never written so', false, { ...evidence(word('maintain')), unseenNames: ['MAINTAIN'] }],
  ];
  it.each(cases)('%s: %s', (_, answerable, given) => {
    expect(isAnswerable({ passages: [1], evidence: given })).toBe(answerable);
    expect(isAnswerable({ passages: [], evidence: given })).toBe(false);
  });
});

it('tells repaired words from unknown ones', () => {
  const given = evidence(
    word('indxes', { used: 'indexes' }),
    word('citus', { used: 'vitus', certain: false }),
    word('kubernetes', { passages: 0 }),
  );
  expect(repairedWords(given).map(({ used }) => used)).toEqual(['indexes']);
  expect(unknownWords(given)).toEqual(['citus', 'kubernetes']);
});
