import { describe, expect, it } from 'vitest';
import { pageOf } from './reading.ts';

/** Rule 7.4: what changes the hash of a page, and what does not. */

const TEXT = '<p>The server keeps 14 daily runs and drops the rest at night.</p>';
const CODE = '<pre><code class="language-sh">kestvik run --tag friday</code></pre>';

function hashOf(main: string, around = ''): string {
  return pageOf(`<html><head><title>Runs</title>${around}</head><body><main><h1>Runs</h1>${main}</main></body></html>`)
    .contentHash;
}

describe('the same content has the same hash', () => {
  it.each([
    [
      'a new copyright year',
      '<p>© 2019–2025 Kestvik Ltd. All of it.</p>',
      '<p>© 2019–2026 Kestvik Ltd. All of it.</p>',
    ],
    [
      'a copyright year in a sentence',
      '<p>The manual is © 2025 Kestvik Ltd.</p>',
      '<p>The manual is © 2026 Kestvik Ltd.</p>',
    ],
    ['a copyright year in words', '<p>Copyright (c) 2025 Kestvik Ltd</p>', '<p>Copyright (c) 2026 Kestvik Ltd</p>'],
    ['a copyright year behind the owner', '<p>Copyright Kestvik Ltd. 2024</p>', '<p>Copyright Kestvik Ltd. 2025</p>'],
    [
      'copyright years behind the owners',
      '<p>All of it is Copyright by the Kestvik authors, 2019-2024.</p>',
      '<p>All of it is Copyright by the Kestvik authors, 2019-2025.</p>',
    ],
    [
      'a build date',
      '<p>Documentation built on 2026-05-01 12:00 by mkgen 3</p>',
      '<p>Documentation built on 2026-05-08 09:30 by mkgen 3</p>',
    ],
    [
      'a generator line',
      '<p>Generated on Mon Nov 30 2026 by Doxygen 1.9</p>',
      '<p>Generated on Tue Dec 01 2026 by Doxygen 1.9</p>',
    ],
    ['another "last updated" date', '<p>Last updated: 2026-05-01</p>', '<p>Last updated: 2026-05-09</p>'],
    ['another "last updated" format', '<p>Last updated: 2026-05-01</p>', '<p>Updated on May 9, 2026</p>'],
    ['a day that passes', '<p>Updated yesterday</p>', '<p>Updated 2 weeks ago</p>'],
    ['a month', '<p>Last update: Jan 2024</p>', '<p>Last update: Feb 2024</p>'],
    [
      'a date of several parts',
      '<p>Modified on: Tue, 5 Mar, 2024 at 3:14 PM</p>',
      '<p>Modified on: Wed, 6 Mar, 2024 at 9:02 AM</p>',
    ],
    ['how often it was seen', '<p>Viewed 1,234 times</p>', '<p>Viewed 1,300 times</p>'],
    ['a relative "last updated"', '<p>Last updated 3 days ago</p>', '<p>Last updated 2 weeks ago</p>'],
    ['"last updated" in German', '<p>Zuletzt aktualisiert: 01.05.2026</p>', '<p>Zuletzt aktualisiert: 09.05.2026</p>'],
    [
      'a "last updated" with who did it',
      '<p><em>This page was last modified on 3 March 2026 at 10:00 by Ina.</em></p>',
      '<p><em>This page was last modified on 9 April 2026 at 11:15 by Ola.</em></p>',
    ],
    [
      'a date in a row of facts',
      '<p>Guide · Last updated March 3, 2026 · For operators</p>',
      '<p>Guide · Last updated April 9, 2026 · For operators</p>',
    ],
    ['"last updated" in Japanese', '<p>最終更新: 2026年5月1日</p>', '<p>最終更新: 2026年5月9日</p>'],
    ['a visitor counter', '<p>Visitors: 1,204</p>', '<p>Visitors: 1,377</p>'],
    [
      'how often a page was seen',
      '<p>This page has been viewed 1,204 times.</p>',
      '<p>This page has been viewed 1,377 times.</p>',
    ],
    ['a view counter', '<p>1204 views</p>', '<p>1377 views</p>'],
    [
      'a "last updated" behind a quote with code',
      `<blockquote>${CODE}</blockquote><p>Last updated: 2026-05-01</p>`,
      `<blockquote>${CODE}</blockquote><p>Last updated: 2026-05-09</p>`,
    ],
    ['blanks at the end of a line of code', '<pre>if a:  \n  b</pre>', '<pre>if a:\n  b</pre>'],
    ['re-wrapped white space', '<p>One two\nthree   four.</p>', '<p>One\n  two three four.</p>'],
    ['reordered attributes', '<a class="x" href="/a" id="y">link</a>', '<a id="y" href="/a" class="x">link</a>'],
    ['a nonce', '<script nonce="aaa">run()</script>', '<script nonce="bbb">run()</script>'],
    [
      'a CSRF token',
      '<form><input type="hidden" name="csrf" value="aaa"></form>',
      '<form><input type="hidden" name="csrf" value="bbb"></form>',
    ],
    [
      'a session in an address',
      '<p><a href="/next?sid=1a2b">next page of it</a></p>',
      '<p><a href="/next?sid=9z8y">next page of it</a></p>',
    ],
    [
      "a new version of a picture's address",
      '<p><img alt="a" src="/a.png?v=1"></p>',
      '<p><img alt="a" src="/a.png?v=2"></p>',
    ],
    [
      "a new build's name of a picture",
      '<p><img alt="a" src="/a.1a2b3c4d.png"></p>',
      '<p><img alt="a" src="/a.5e6f7a8b.png"></p>',
    ],
    [
      'another key of a masked address',
      '<p><a href="/cdn-cgi/l/email-protection#aabb">[mail]</a></p>',
      '<p><a href="/cdn-cgi/l/email-protection#ccdd">[mail]</a></p>',
    ],
    ['votes', '<div class="article-votes">3 out of 4</div>', '<div class="article-votes">5 out of 6</div>'],
    [
      'related topics',
      '<div id="related-topics"><h3>Related</h3><table><tr><td><a href="/r">R</a></td><td>12</td></tr></table></div>',
      '<div id="related-topics"><h3>Related</h3><table><tr><td><a href="/r">R</a></td><td>13</td></tr></table></div>',
    ],
    ['an edited comment', '<!-- one -->', '<!-- two -->'],
    ['a hidden field', '<p hidden>one</p>', '<p hidden>two</p>'],
  ])('%s', (_name, before, after) => {
    expect(hashOf(TEXT + before)).toBe(hashOf(TEXT + after));
  });

  it('a token in the head', () => {
    expect(hashOf(TEXT, '<meta name="csrf-token" content="aaa">')).toBe(
      hashOf(TEXT, '<meta name="csrf-token" content="bbb">'),
    );
  });
});

describe('changed content has another hash', () => {
  it.each([
    ['a one-word correction', TEXT, TEXT.replace('night', 'noon')],
    ['a changed number', TEXT, TEXT.replace('14', '15')],
    ['a year in prose', '<p>Support for version 2 ends in 2026.</p>', '<p>Support for version 2 ends in 2027.</p>'],
    [
      'a date in prose',
      `<p>${'The old store was last updated on 2019-03-01, when the team moved to signed ledgers and everybody had to copy. '.repeat(2)}</p>`,
      `<p>${'The old store was last updated on 2019-04-01, when the team moved to signed ledgers and everybody had to copy. '.repeat(2)}</p>`,
    ],
    [
      'what was done on a day',
      '<p>Updated on May 9, 2026 to fix the leak.</p>',
      '<p>Updated on May 9, 2026 to fix the lock.</p>',
    ],
    ['a time of day', '<p>Backups are created at 10:00.</p>', '<p>Backups are created at 11:00.</p>'],
    ['a time of day in a list', '<ul><li>Built at 10:00</li></ul>', '<ul><li>Built at 11:00</li></ul>'],
    ['a date in code', '<p><code>Updated: 2024-01-01</code></p>', '<p><code>Updated: 2025-01-01</code></p>'],
    ['another picture', '<p><img alt="a" src="/a.png"></p>', '<p><img alt="a" src="/b.png"></p>'],
    ['a changed code line', CODE, CODE.replace('friday', 'monday')],
    ['a changed capital in code', CODE, CODE.replace('friday', 'Friday')],
    ['a changed address', '<p><a href="/a">link</a></p>', '<p><a href="/b">link</a></p>'],
    [
      'a changed parameter that says something',
      '<p><a href="/a?version=1">link</a></p>',
      '<p><a href="/a?version=2">link</a></p>',
    ],
    ['a moved section', '<h2>A</h2><p>one</p><h2>B</h2><p>two</p>', '<h2>B</h2><p>two</p><h2>A</h2><p>one</p>'],
    ['a new heading level', '<h2>A</h2><p>one</p>', '<h3>A</h3><p>one</p>'],
    [
      'a new table cell',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>3</td></tr></table>',
    ],
    [
      'a year that something was created in',
      '<p>Kestvik was created by Ina Berg in 1991.</p>',
      '<p>Kestvik was created by Ina Berg in 1989.</p>',
    ],
    [
      'a number of four digits',
      '<p>The index is built from 1024 pages.</p>',
      '<p>The index is built from 2048 pages.</p>',
    ],
    [
      'what was updated on a day',
      '<ul><li>Updated on 2026-01-05: limit raised to 50</li></ul>',
      '<ul><li>Updated on 2026-01-05: limit raised to 60</li></ul>',
    ],
    ['a date in a line of code', '<pre># created on 2026-01-05\nrun</pre>', '<pre># created on 2026-02-06\nrun</pre>'],
    ['a copyright line in code', '<pre>Copyright 2025 Ina</pre>', '<pre>Copyright 2026 Ina</pre>'],
    [
      'a count in a table',
      '<table><tr><th>Kind</th><th>Per second</th></tr><tr><td>Reads</td><td>1,200</td></tr></table>',
      '<table><tr><th>Kind</th><th>Per second</th></tr><tr><td>Reads</td><td>1,300</td></tr></table>',
    ],
    ['the third point of a list', '<p>(c) Set the port to 8080.</p>', '<p>(c) Set the port to 8081.</p>'],
    [
      'a year of a copyright act',
      '<p>See the Copyright Act 1976 for more.</p>',
      '<p>See the Copyright Act 1978 for more.</p>',
    ],
    ['where a line of code begins', '<pre>if a:\n  b\n  c</pre>', '<pre>if a:\n  b\nc</pre>'],
    ['where a line of code ends', '<pre>a = b\n  (c)</pre>', '<pre>a = b (c)</pre>'],
    ['a blank in a line of code', '<pre>a  b</pre>', '<pre>a b</pre>'],
    [
      'a year of copyright law',
      '<p>Copyright law was changed in 1998.</p>',
      '<p>Copyright law was changed in 1996.</p>',
    ],
    [
      'a formula drawn by another site',
      '<p><img alt="formula" src="https://tex.test/png?x^2"></p>',
      '<p><img alt="formula" src="https://tex.test/png?x^3"></p>',
    ],
    ['a number of views in prose', '<p>The dashboard has 3 views.</p>', '<p>The dashboard has 4 views.</p>'],
    ['a new copyright owner', '<p>The manual is © 2026 Kestvik Ltd.</p>', '<p>The manual is © 2026 Brunnmaer Ltd.</p>'],
  ])('%s', (_name, before, after) => {
    expect(hashOf(TEXT + before)).not.toBe(hashOf(TEXT + after));
  });
});
