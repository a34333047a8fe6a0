import { expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

it.each([
  [
    'the switch is a heading',
    '<h2><button aria-expanded="false" aria-controls="a">Why?</button></h2><div id="a" hidden><p>Because.</p></div>',
    '## Why?\n\nBecause.',
  ],
  [
    'the section is named by the switch alone',
    '<button aria-expanded="false" aria-controls="a">Why?</button><div id="a" style="display:none"><p>Because.</p></div>',
    '**Why?**\n\nBecause.',
  ],
  [
    'the section only follows the switch',
    '<button class="collapsible">Why?</button><div style="max-height:0;overflow:hidden"><p>Because.</p></div>',
    '**Why?**\n\nBecause.',
  ],
  [
    'the switch says nothing',
    '<button aria-expanded="false" aria-controls="a">Show more</button><div id="a" hidden><p>Because.</p></div>',
    'Because.',
  ],
])('a folded section is read with the words on its switch: %s', (_case, html, markdown) => {
  expect(markdownOf(`<p>Questions and answers.</p>${html}`)).toBe(`Questions and answers.\n\n${markdown}`);
});

it.each([
  ['a menu', '<div id="a" hidden><ul><li><a href="/x">secret</a></li></ul></div>'],
  ['a form', '<div id="a" hidden><p>secret</p><input></div>'],
  ['letters of no size', '<div id="a" style="display:none;font-size:0"><p>secret</p></div>'],
])('a switch does not bring %s into the text', (_case, section) => {
  const html = `<p>Shown to all.</p><button aria-expanded="false" aria-controls="a">Why</button>${section}`;
  expect(markdownOf(html)).not.toContain('secret');
});
