import { expect, it } from 'vitest';
import { relatedWords } from '../../src/knowledge/synonyms.ts';

it('knows related words of any form of a word, and not the word itself', () => {
  expect(relatedWords('deleting')).toContain('remove');
  expect(relatedWords('removed')).toContain('delete');
  expect(relatedWords('removed')).not.toContain('remove');
  expect(relatedWords('draupnir')).toEqual([]);
});
