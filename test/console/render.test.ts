import { describe, expect, it } from 'vitest';
import { renderEvent, renderView } from '../../src/console/render.ts';
import { endOf, jsonLine, widthOf } from '../../src/console/terminal-text.ts';

const ESCAPE = '\u001B[2J\u001B]0;owned\u0007\u009B31m';

describe('text on a terminal', () => {
  it('cannot be steered by what pages say', () => {
    const hostile = `a${ESCAPE}b\u202Ec\u2066d\rEVIL`;
    const view = renderView({
      tone: 'neutral',
      title: hostile,
      text: [hostile],
      fields: [[hostile, hostile]],
      items: [{ title: hostile, url: hostile, lines: [hostile], rows: [[hostile, hostile]] }],
      document: hostile,
    });
    const event = renderEvent({
      kind: 'page',
      url: 'https://a.example/',
      change: 'new',
      title: `${hostile}\nnew  https://forged.example/`,
    });
    // oxlint-disable-next-line no-control-regex -- control characters are what this is about
    expect(`${view}${event ?? ''}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(event).not.toContain('\n');
  });

  it('keeps what happened and where it happened apart, however long the word is', () => {
    const url = 'https://a.example/';
    for (const change of ['new', 'unchanged'] as const)
      expect(renderEvent({ kind: 'page', url, change })).toMatch(/^(?:new|unchanged) +https:/);
  });

  it('says in JSON the very same, with nothing in it that a terminal obeys', () => {
    const line = jsonLine({ title: ESCAPE, order: '\u202E', at: new Date(0) });
    expect(line).toMatch(/^[\u0020-\u007e]+$/);
    expect(JSON.parse(line)).toEqual({ title: ESCAPE, order: '\u202E', at: '1970-01-01T00:00:00.000Z' });
  });

  it.each([
    ['abc', 3],
    ['日本語', 6],
    ['e\u0301', 1],
    ['👩‍🚀', 2],
    ['가', 2],
  ])('counts the columns of %s', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it('cuts to a width from the left, never through a wide character', () => {
    expect(endOf('https://a.example/guide/', 9)).toBe('…e/guide/');
    expect(widthOf(endOf('日本語日本語', 6))).toBe(5);
    expect(endOf('abc', 0)).toBe('');
  });
});

describe('a view', () => {
  it('aligns fields and tables, and shows a document as it is', () => {
    const text = renderView({
      tone: 'neutral',
      title: 'Title',
      fields: [
        ['A', 'one'],
        ['Longer', 'two'],
        ['Empty', ''],
      ],
      items: [
        {
          title: 'Table',
          rows: [
            ['1 ×', 'is short', 'x'],
            ['212 ×', 'is a little longer', 'y'],
          ],
        },
      ],
      document: '# Heading\n\n    code\n',
    });
    expect(text).toBe(
      [
        'Title',
        '  A       one',
        '  Longer  two',
        '  Table',
        '        1 ×  is short            x',
        '      212 ×  is a little longer  y',
        '',
        '# Heading\n\n    code\n',
      ].join('\n'),
    );
  });
});
