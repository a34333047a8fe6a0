import { describe, expect, it } from 'vitest';
import {
  isAnswerable,
  isSurelyAnswerable,
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
const evidence = (...words: AskedWord[]): Evidence => ({
  words,
  unseenNames: [],
  coverage: 1,
  support: 0.6,
  needed: 0.4,
});

describe('isAnswerable', () => {
  const many = ['inserts', 'along', 'dozen', 'second'].map((each) => word(each));
  const cases: readonly [string, boolean, Evidence][] = [
    ['every word is known', true, evidence(word('index'))],
    ['a word was surely misspelt', true, evidence(word('indxes', { used: 'indexes' }))],
    ['a number of an error message stands nowhere', true, evidence(word('index'), word('0xc3', { passages: 0 }))],
    [
      'a word is near one that tells little',
      true,
      evidence(word('index'), word('nicer', { used: 'nice', certain: false })),
    ],
    [
      'a word is only near another one that tells little',
      false,
      evidence(word('size'), word('moon', { used: 'soon', certain: false })),
    ],
    ['every word tells little', false, evidence(word('time'), word('it'))],
    ['a word of every question is meant as a keyword', true, evidence(word('where', { isOrdinary: false }))],
    ['no passage brings the words together', false, { ...evidence(word('index'), word('weather')), support: 0.3 }],
    [
      'one ordinary word of few is unknown, and a passage says the rest',
      true,
      { ...evidence(word('index'), word('crawl', { passages: 0 })), support: 0.7 },
    ],
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

it('is sure only of what a passage says clearly, and knows every word of', () => {
  const clear = { ...evidence(word('index'), word('build')), support: 0.7 };
  const sure = (given: Evidence): boolean => isSurelyAnswerable({ passages: [1], evidence: given });
  expect(sure(clear)).toBe(true);
  expect(sure({ ...clear, support: 0.5 })).toBe(false);
  expect(sure({ ...clear, words: [...clear.words, word('crawl', { passages: 0 })] })).toBe(false);
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
