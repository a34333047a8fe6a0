import { expect, it } from 'vitest';
import { asksForOverview, linkedShare } from '../../src/knowledge/link-lists.ts';

const TABLE = '# Chapter 5\n\n- [5.1 Tables](a.html#x)\n- [5.2 Keys](b.html "Keys")\n  - 5.3. [Views](c.html)';

it.each([
  ['a table of contents', TABLE, 0.9, 1],
  ['an index of names', '**keys, making of**\n\n**locks**\n\n**ravens**\n\n**rows, see keys**', 0.9, 1],
  ['a term with its meaning', '**key**\n\nWhat tells one row from all the others.', 0, 0],
  ['prose with a link', 'How a table is [made](a.html), changed and in the end dropped again by its owner.', 0, 0.2],
  ['prose without links', 'A table holds rows.', 0, 0],
  ['a list that says something of each', '- [Keys](b.html): what tells one row from all the others', 0, 0.2],
])('measures %s', (_, markdown, least, most) => {
  expect(linkedShare(markdown)).toBeGreaterThanOrEqual(least);
  expect(linkedShare(markdown)).toBeLessThanOrEqual(most);
});

it('knows who wants a list', () => {
  expect(asksForOverview('Give me an overview of the chapters')).toBe(true);
  expect(asksForOverview('How do I make a table?')).toBe(false);
});
