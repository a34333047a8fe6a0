import { describe, expect, it } from 'vitest';
import { harmlessProse } from '../../src/odin/harmless.ts';
import { quote, saysOf } from '../../src/odin/quote.ts';
import { passage } from './samples.ts';

const FILLER =
  'Nothing that matters here is said by this sentence, which only takes the room that long pages take everywhere. ';

const quoted = (text: string, question = 'How often are keys rotated?'): string => quote({ text }, question);

describe('a quotation', () => {
  it('is the sentences that answer, whole, and says where a paragraph is cut', () => {
    const text = `${FILLER.repeat(5)}Keys are rotated every 90 days. They are kept for a year. ${FILLER.repeat(5)}`;
    const found = quoted(text);
    expect(found).toMatch(/^… Keys are rotated every 90 days\. They are kept for a year\. .*everywhere\. …$/);
    expect(found.length).toBeLessThan(460);
  });

  it('begins where the paragraph does when there is room for it', () => {
    expect(quoted(`${FILLER}Keys are rotated every 90 days.`)).toBe(`${FILLER}Keys are rotated every 90 days.`);
  });

  it('explains a name of the question rather than ending what explains another', () => {
    const text = [
      '**`rotation`**',
      '',
      `Whether keys are exchanged. ${FILLER}It can be disabled for some keys.`,
      '',
      'Note that disabled or not, keys are exchanged when they leak.',
    ].join('\n');
    expect(quoted(text, 'is there rotation, and can it be disabled')).toMatch(/^\*\*`rotation`\*\*\nWhether keys/);
  });

  it('is of words that mean about the same where the words themselves are not there', () => {
    const text = `${FILLER.repeat(5)}Jobs are executed by night. ${FILLER.repeat(5)}`;
    expect(quoted(text, 'When do they run?')).toContain('Jobs are executed by night.');
  });

  it('is not a list of contents, nor the names in it', () => {
    const contents = ['**Table of Contents**', '**1. Keys**', '**2. Rotated keys**', '**3. How often**'].join('\n\n');
    expect(quoted(contents)).toBe('');
    expect(quoted(`${contents}\n\nThe keys are rotated daily.`)).toBe('The keys are rotated daily.');
  });

  it('has the name before what it defines, and never ends with one', () => {
    const text = ['**`rotation`**', '', 'How often keys are rotated, in days.', '', '**`storage`**'].join('\n');
    expect(quoted(text)).toBe('**`rotation`**\nHow often keys are rotated, in days.');
  });

  it('has code whole, with the sentence that announces it, and announces none that it leaves out', () => {
    const code = ['```sh', ...Array.from({ length: 8 }, (_, nth) => `rotate --key ${nth} --with-care`), '```'].join(
      '\n',
    );
    const text = `${FILLER}\n\nTo rotate keys often, run this:\n\n${code}`;
    expect(quoted(text)).toContain(`To rotate keys often, run this:\n${code}`);
    const long = ['```sh', ...Array.from({ length: 60 }, (_, nth) => `other --thing ${nth}`), '```'].join('\n');
    expect(quoted(`Keys are rotated. Then do this:\n\n${long}`)).toBe('Keys are rotated. …');
  });

  it('shows of long code the part that matters', () => {
    const part = (name: string): string =>
      Array.from({ length: 8 }, (_, nth) => `${name} --option-number ${nth} # ${name}`).join('\n');
    const code = ['```sh', part('backup'), '', part('keys'), '', part('restore'), '```'].join('\n');
    const found = quoted(code);
    expect(found).toContain('keys --option-number 7');
    expect(found).not.toContain('backup');
    expect(found).toMatch(/^```sh\n…\n/);
  });

  it('shows the rows of a table that matter, readable without the table', () => {
    const rows = Array.from({ length: 30 }, (_, nth) => `| thing ${nth} | ${nth} days | none |`);
    const text = ['| Secret | Rotated | Note |', '| --- | --- | --- |', ...rows, '| keys | 90 days | by hand |'].join(
      '\n',
    );
    expect(quoted(text).split('\n').at(-1)).toBe('- keys — Rotated: 90 days; Note: by hand');
  });

  it('takes a note out of its frame, with its title', () => {
    expect(quoted('> **Tip**\n>\n> Keys are rotated daily.')).toBe('**Tip**\nKeys are rotated daily.');
  });

  it('prefers the sentence with the telling word to one with words that all have', () => {
    const text = Array.from({ length: 12 }, (_, nth) => `Keys of the vault are described in part ${nth} of it.`);
    expect(quoted([...text, 'Rotate keys weekly.'].join('\n\n'))).toContain('Rotate keys weekly.');
  });
});

describe('what a passage says of a question', () => {
  it('counts words of little weight and of like meaning less', () => {
    const question = 'delete another key';
    const says = (text: string): number => saysOf(passage(text, { title: '', headings: [] }), question);
    expect(says('Delete a key.')).toBeGreaterThan(says('Remove a key.'));
    expect(says('Remove a key.')).toBeGreaterThan(says('Another key.'));
  });
});

describe('a link in prose', () => {
  it.each([
    ['[`CREATE VIEW`](https://a.example/v)', '`CREATE VIEW`'],
    ['see [the `x` option](https://a.example/x "t") here', 'see the `x` option here'],
    ['as said.[[7]](https://a.example/#ftn)', 'as said.'],
    ['`[a](b)` is code', '`[a](b)` is code'],
    ['[![`alt`](https://a.example/i.png)](https://a.example/)', '`alt`'],
  ])('%s is its words', (markdown, words) => expect(harmlessProse(markdown)).toBe(words));
});
