import { describe, expect, it } from 'vitest';
import cases from '../data/pages/snippets.json' with { type: 'json' };
import { markdownOf } from './reading.ts';

describe('small cases of HTML', () => {
  it.each(cases.cases)('$id', ({ html, mustInclude, mustNotInclude }) => {
    const markdown = markdownOf(html);
    for (const text of mustInclude) expect(markdown).toContain(text);
    for (const text of mustNotInclude) expect(markdown).not.toContain(text);
  });
});
