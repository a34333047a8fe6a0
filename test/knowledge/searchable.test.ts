import { describe, expect, it } from 'vitest';
import { partsOf, searchable, vocabularyOf } from '../../src/knowledge/searchable.ts';

describe('searchable', () => {
  it.each([
    ['leaves out the targets of links', 'See [the guide](https://docs.example/guide).', 'See [the guide].'],
    ['puts the parts of an identifier behind it', 'Call getElementById.', 'Call getElementById get Element By Id.'],
    ['keeps other words as they are', 'SELECT max_connections', 'SELECT max_connections'],
    ['spaces scripts without spaces', '数据库', ' 数据 据库 '],
  ])('%s', (_, text, expected) => {
    expect(searchable(text)).toBe(expected);
  });
});

it('knows the parts of identifiers only', () => {
  expect(['parseHTMLDocument', 'Plain', 'ALL', 'iOS'].map(partsOf)).toEqual([
    ['parse', 'HTML', 'Document'],
    [],
    [],
    ['OS'],
  ]);
});

it('gives the vocabulary words and the parts of compound ones, but neither numbers nor hashes', () => {
  const words = vocabularyOf(['max_connections = 8192', `${'a1'.repeat(30)} Café`]);
  expect([...words]).toEqual(['max_connections', 'max', 'connections', 'cafe']);
});
