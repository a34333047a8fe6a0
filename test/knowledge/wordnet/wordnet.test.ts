import { expect, it } from 'vitest';
import { baseForms, senseWords } from '../../../src/knowledge/wordnet/format.ts';
import { synonymsOf } from '../../../src/knowledge/wordnet/wordnet.ts';

it.each([
  ['begin', 'start'],
  ['begins', 'start'],
  ['deleted', 'erase'],
  ['stopping', 'halt'],
  ['dictionaries', 'lexicon'],
])('knows that %s can mean %s', (word, synonym) => {
  expect(synonymsOf(word)).toContain(synonym);
  expect(synonymsOf(word)).not.toContain(word);
});

it.each(['', 'zzzzq', 'max_connections', 'Begin', '数据', 'aardvarks'])('has none for %j', (word) => {
  expect(synonymsOf(word).filter((each) => each.includes('_') || each === word)).toEqual([]);
});

it('reads the words of a meaning, those of several words left out', () => {
  const line = "00002098 00 a 03 unable 0 not_able 0 powerless(a) 1 002 = 05207437 n 0000 | (usually followed by `to')";
  expect(senseWords(line)).toEqual(['unable', 'powerless']);
});

it('undoes endings', () => {
  expect(baseForms('running')).toEqual(['runn', 'runne', 'run']);
  expect(baseForms('queries')).toEqual(['query']);
  expect(baseForms('boxes')).toEqual(['box', 'boxe']);
  expect(baseForms('class')).toEqual([]);
});
