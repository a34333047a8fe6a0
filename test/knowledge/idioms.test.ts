import { expect, it } from 'vitest';
import { inManualWords } from '../../src/knowledge/idioms.ts';

it.each([
  ['which queries are running right now', 'which queries are running currently'],
  ['what does it do and can I turn it off', 'what does it do and can I it disable'],
  ['how do I turn logging off?', 'how do I logging disable ?'],
  ['back up one database', 'backup one database'],
  ['how big can a field be', 'size can a field be'],
  ['turn the first lamp on the left off', 'turn the first lamp on the left off'],
])('says %j in the words of manuals', (question, words) => {
  expect(
    inManualWords(question, () => true)
      .trim()
      .replace(/\s+/g, ' '),
  ).toBe(words);
});

it('leaves a turn alone whose word the pages do not know', () => {
  expect(inManualWords('turn the lamp off', () => false)).toBe('turn the lamp off');
});
