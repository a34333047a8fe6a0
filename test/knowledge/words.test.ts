import { describe, expect, it } from 'vitest';
import { folded, isPartOfGroup, spaced, wordsOf } from '../../src/knowledge/words.ts';

describe('spaced', () => {
  it.each([
    ['leaves spaced scripts as they are', 'Plain words, été and Привет_1', 'Plain words, été and Привет_1'],
    ['puts Chinese in overlapping pairs', '数据库', ' 数据 据库 '],
    ['keeps a single character', '水', ' 水 '],
    ['keeps characters outside the basic plane whole', '𠮷野家', ' 𠮷野 野家 '],
    ['ends a run at punctuation', '天气。公园', ' 天气 。 公园 '],
    ['keeps the long vowel mark in its run', 'データ', ' デー ータ '],
    ['separates Latin letters from a run', '用SQL查询', ' 用 SQL 查询 '],
    ['puts Thai in overlapping threes', 'ฐานข้อ', ' ฐาน านข นข้ ข้อ '],
    ['keeps a short Thai run', 'ดี', ' ดี '],
  ])('%s', (_, text, expected) => {
    expect(spaced(text)).toBe(expected);
  });
});

describe('wordsOf', () => {
  it.each([
    ['max_connections = 5?', ['max_connections', '5']],
    ["don't json.dumps()", ['don', 't', 'json', 'dumps']],
    ['Éclair CAFÉ', ['eclair', 'cafe']],
    ['한국어', ['한국', '국어']],
    ['__ _ ?! 🙂 \uD800', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

it('folds accents but keeps Hangul and Thai vowels composed', () => {
  expect(['Ångström', '각', 'ที่'].map(folded)).toEqual(['angstrom', '각', 'ที่']);
});

it('knows what is shorter than the groups that its script is indexed in', () => {
  expect(['水', '数据', 'ดี', 'ไทย', 'a', 'ab'].map(isPartOfGroup)).toEqual([true, false, true, false, false, false]);
});
