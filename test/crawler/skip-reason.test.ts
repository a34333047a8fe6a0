import { expect, it } from 'vitest';
import { skipSentences } from '../../src/crawler/skip-reason.ts';

it('has a sentence that completes "This URL …" for every skip reason', () => {
  for (const sentence of Object.values(skipSentences)) expect(sentence).toMatch(/^[a-z].*[^.]$/);
});
