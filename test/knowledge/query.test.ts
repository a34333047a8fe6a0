import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  contentWords,
  inHeadings,
  isMessage,
  keywords,
  technicalNames,
  tellsLittle,
} from '../../src/knowledge/query.ts';

describe('contentWords', () => {
  it.each([
    ['How do I create an index?', ['create', 'index']],
    ['what is the WHERE clause', ['where', 'clause']],
    ['WHAT IS THE WHERE CLAUSE', ['clause']],
    ['to be or not to be', ['to', 'be', 'or', 'not']],
    ['index INDEX Index', ['index']],
    ['?!', []],
    ["why won't the server start, it doesn’t say", ['server', 'start']],
  ])('%j', (query, words) => {
    expect(contentWords(query)).toEqual(words);
  });

  it('reads at most 500 characters and 100 words', () => {
    expect(contentWords('x'.repeat(499) + ' y z')).toEqual(['x'.repeat(499)]);
    expect(contentWords(Array.from({ length: 150 }, (_, index) => String(index)).join(' '))).toHaveLength(100);
  });
});

it('takes the ends of a way for words that tell little', () => {
  const isWeak = tellsLittle('how to upgrade from 14 to version 15 in 3 steps');
  expect(['14', '15', '3', 'upgrade'].map(isWeak)).toEqual([true, true, false, false]);
});

it('knows a message out of a log from a question', () => {
  expect(['FATAL: sorry, too many clients', '[ERROR]: no such table'].map(isMessage)).toEqual([true, true]);
  expect(['What does FATAL: mean?', 'Note: how is it done?', 'SQL: what is it?'].map(isMessage)).toEqual([
    false,
    false,
    false,
  ]);
});

it('takes words in capitals for keywords, unless everything is in capitals', () => {
  expect(keywords('What does MAINTAIN allow, and a WHERE?')).toEqual(['MAINTAIN', 'WHERE']);
  expect(keywords('WHAT DOES MAINTAIN ALLOW')).toEqual([]);
});

describe('technicalNames', () => {
  it.each([
    ['what does max_connections do', ['max_connections']],
    ['use json.dumps() or std::vector?', ['json.dumps()', 'std::vector']],
    ['How does SELECT differ from getElementById.', ['SELECT', 'getElementById']],
    ['ALL IN CAPITALS', []],
    ['Plain question about things.', []],
  ])('%j', (query, names) => {
    expect(technicalNames(query)).toEqual(names);
  });
});

it('quotes every word, so that none has a meaning of its own', () => {
  expect(anyOf(['near', 'max_connections', '水'])).toBe('"near" OR "max_connections" OR "水"*');
  expect(allOf(['near', 'max_connections'])).toBe('"near" AND "max_connections"');
  expect(inHeadings('json.dumps("x")')).toBe('{title headings} : "json dumps x"');
  expect([anyOf([]), inHeadings('?')]).toEqual(['', '']);
});
