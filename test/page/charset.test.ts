import { describe, expect, it } from 'vitest';
import { decode } from '../../src/page/charset.ts';
import { read } from '../../src/page/read.ts';
import cases from '../data/pages/charset.json' with { type: 'json' };

describe('bytes become text by the WHATWG rules', () => {
  it.each(cases.cases)('$id: $why', ({ base64, contentType, expectCharset, expectText }) => {
    const body = Buffer.from(base64, 'base64');
    expect(decode(body, contentType).charset).toBe(expectCharset);
    const reading = read({ body, contentType, url: 'https://docs.test/page', fetchedAt: new Date() });
    expect(reading.kind === 'page' ? reading.page.markdown : reading.reason).toContain(expectText);
  });

  it('takes undeclared bytes that are no UTF-8 for windows-1252', () => {
    const body = Buffer.from('<p>caf\xe9 \x96 done</p>', 'latin1');
    expect(decode(body, 'text/html')).toEqual({ text: '<p>café – done</p>', charset: 'windows-1252' });
  });

  it('does not believe a meta inside a comment', () => {
    expect(decode(Buffer.from('<!-- <meta charset="koi8-r"> --><p>x'), 'text/html').charset).toBe('utf-8');
  });
});
