import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

/** Generators make a section's id of its heading, and headings have the words that frames of pages are called by. */

const BEFORE =
  '<h1>Guide</h1><p>A text that comes first and is long enough to make this the content of the page.</p><p>And another one, so that the section below is the smaller part of it.</p>';

describe.each([
  'Cookies',
  'Navigation',
  'Search',
  'Table of contents',
  'Sidebar',
  'Footer',
  'Comments',
  'Tooltips',
  'Menu',
  'Versions',
])('a section on "%s"', (title) => {
  const id = title.toLowerCase().replaceAll(' ', '-');

  it('of an author is kept, whatever its id', () => {
    const section = `<section id="${id}"><h2>${title}</h2><p>It holds a few words.</p></section>`;
    expect(markdownOf(BEFORE + section)).toContain(`## ${title}\n\nIt holds a few words.`);
  });

  it('is kept under another heading when it is written in sentences', () => {
    const section = `<div id="${id}"><h2>How it works</h2><p>Whoever reads this wants to know how it works, and here it is told at some length.</p></div>`;
    expect(markdownOf(BEFORE + section)).toContain('## How it works');
  });

  it('is kept where the id only marks a place', () => {
    expect(markdownOf(`${BEFORE}<p id="${id}">A place to link to.</p>`)).toContain('A place to link to.');
  });
});

describe('what only looks like an author’s section', () => {
  it.each([
    [
      'a form',
      '<section id="feedback"><h2>Feedback</h2><p>Tell us what you think of this page, we read every word of it.</p><form><input></form></section>',
    ],
    ['a heading that waits for a script', '<section id="comments"><h2>Comments</h2></section>'],
    [
      'a box with a class',
      '<div id="comments" class="comments-area"><h2>Comments</h2><p>What a fine page this is, I have read it from the first line to the last.</p></div>',
    ],
    ['a menu', '<div id="navigation"><ul><li><a href="/a">First</a></li><li><a href="/b">Second</a></li></ul></div>'],
  ])('%s is left out', (_name, html) => {
    expect(markdownOf(BEFORE + html)).toMatch(/smaller part of it\.$/);
  });
});
