import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/app/csv.ts';
import { receiptFile } from '../../src/app/receipt-file.ts';
import type { JobUrl } from '../../src/knowledge/ledger.ts';

describe('CSV', () => {
  it('quotes what RFC 4180 says, and ends lines with CRLF', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "x"'],
          ['two\nlines', 1],
          [null, ''],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""x"""\r\n"two\nlines",1\r\n,\r\n');
  });

  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j from being a formula',
    (text) => {
      expect(
        toCsv(['a'], [[text]])
          .replaceAll('"', '')
          .split('\r\n')[1],
      ).toMatch(/^'/);
    },
  );
});

const line: JobUrl = {
  url: 'https://a.example/',
  state: 'page',
  via: null,
  depth: 0,
  attempts: 1,
  reason: null,
  change: 'new',
  pageId: 7,
  failure: null,
  note: null,
};

describe('the receipt file', () => {
  it('has one line for each URL met, with its ending and what that means', () => {
    const file = receiptFile(3, [
      line,
      {
        ...line,
        url: 'https://a.example/x',
        state: 'skipped',
        via: 'https://a.example/',
        depth: 1,
        attempts: 0,
        reason: 'noindex',
        change: null,
        pageId: null,
      },
      {
        ...line,
        url: 'https://a.example/y',
        state: 'failed',
        change: null,
        pageId: null,
        failure: { code: 'http-status', status: 404 },
      },
      { ...line, url: 'https://a.example/z', state: 'queued', attempts: 0, change: null, pageId: null },
    ]);
    expect(file.name).toBe('job-3.csv');
    expect(file.text.split('\r\n')).toEqual([
      'url,ending,meaning,note,found_on,depth,requests,page',
      'https://a.example/,new,,,,0,1,7',
      'https://a.example/x,noindex,asks not to be indexed (noindex),,https://a.example/,1,0,',
      expect.stringMatching(/^https:\/\/a\.example\/y,http-404,.*404/),
      'https://a.example/z,queued,,,,0,0,',
      '',
    ]);
  });
});
