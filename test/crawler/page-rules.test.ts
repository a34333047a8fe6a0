import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalOf, followableLinks, readDirectives } from '../../src/crawler/page-rules.ts';
import { vectorsOf } from './vectors.ts';

const page = z.object({
  id: z.string(),
  url: z.string().transform((url) => new URL(url)),
  html: z.string().default(''),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

describe('what a page asks of a crawler', () => {
  const cases = vectorsOf(
    'meta-robots',
    'directives',
    page.extend({ now: z.string(), expect: z.object({ noindex: z.boolean(), nofollow: z.boolean() }) }),
  );
  it.each(cases)('$id', ({ html, headers, now, expect: expected }) => {
    expect(readDirectives({ html, headers, now: new Date(now) })).toEqual(expected);
  });

  it('is read from the headers alone where there is no HTML', () => {
    const headers: [string, string][] = [['X-Robots-Tag', 'none']];
    expect(readDirectives({ headers, now: new Date() })).toEqual({ noindex: true, nofollow: true });
  });
});

describe('the links that may be followed', () => {
  const cases = vectorsOf('meta-robots', 'links', page.extend({ expect: z.object({ follow: z.array(z.string()) }) }));
  it.each(cases)('$id', ({ html, url, headers, expect: { follow } }) => {
    expect(followableLinks({ html, url, headers })).toEqual(follow);
  });
});

describe('the canonical address', () => {
  const cases = vectorsOf(
    'meta-robots',
    'canonical',
    page.extend({ expect: z.object({ canonical: z.string().nullable() }) }),
  );
  it.each(cases)('$id', ({ html, url, headers, expect: { canonical } }) => {
    expect(canonicalOf({ html, url, headers })).toBe(canonical);
  });

  const url = new URL('https://site.example/docs/page');
  const inHead = '<link rel="canonical" href="/a">';

  it.each([
    ['</a>; title="x, <y>"; rel="canonical"', '', 'https://site.example/a'],
    ['</b>; rel="alternate", </a>; title="x, y"; rel="next canonical"', '', 'https://site.example/a'],
    ['</a>; rel=canonical; anchor="#part"', '', null],
    ['</a>; rel=canonical', inHead, 'https://site.example/a'],
    ['</b>; rel=canonical', inHead, null],
    ['<https://user@site.example/>; rel=canonical', '', null],
  ])('by Link: %s with %j in the page: %s', (value, html, expected) => {
    expect(canonicalOf({ html, url, headers: [['Link', value]] })).toBe(expected);
  });
});
