import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseSitemap } from '../../src/crawler/sitemap.ts';
import { cpuMilliseconds, HANGS_MS } from './cpu-time.ts';
import { bytesOf, parts, vectorsOf } from './vectors.ts';

const url = 'https://site.example/sitemap.xml';
const entry = z.object({ loc: z.string(), lastmod: z.string().nullable() });

const cases = vectorsOf(
  'sitemap',
  'parse',
  z.object({
    id: z.string(),
    url: z.string(),
    contentType: z.string().optional(),
    body: z.string().optional(),
    bodyBase64: z.string().optional(),
    bodyParts: parts.optional(),
    expect: z.object({
      type: z.string(),
      entries: z.array(entry).optional(),
      count: z.number().optional(),
      first: entry.optional(),
      last: entry.optional(),
    }),
  }),
);

describe('reads sitemaps, indexes, feeds and lists', () => {
  it.each(cases)('$id', ({ url, contentType, body, bodyBase64, bodyParts, expect: expected }) => {
    const source = { url, ...(contentType === undefined ? {} : { contentType }) };
    const { type, entries } = parseSitemap(bytesOf(body, bodyBase64, bodyParts), source);
    expect(type).toBe(expected.type);
    if (expected.entries) expect(entries).toEqual(expected.entries);
    if (expected.count !== undefined) expect(entries.length).toBe(expected.count);
    if (expected.first) expect(entries[0]).toEqual(expected.first);
    if (expected.last) expect(entries.at(-1)).toEqual(expected.last);
  });
});

function locs(text: string): string[] {
  return parseSitemap(Buffer.from(text), { url }).entries.map(({ loc }) => loc);
}

describe('what is broken is read as far as it is whole', () => {
  it.each([
    [
      'cut inside an address',
      '<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/2',
      ['https://a.example/1'],
    ],
    ['cut behind an address', '<urlset><url><loc>https://a.example/1</loc>', ['https://a.example/1']],
    [
      'entries not closed',
      '<urlset><url><loc>https://a.example/1</loc><url><loc>https://a.example/2</loc></urlset>',
      ['https://a.example/1', 'https://a.example/2'],
    ],
    [
      'the first of two addresses',
      '<urlset><url><loc>/1</loc><loc>/2</loc></url></urlset>',
      ['https://site.example/1'],
    ],
    [
      'a video in between',
      '<urlset xmlns:v="x"><url><v:url>/v</v:url><loc>/1</loc></url></urlset>',
      ['https://site.example/1'],
    ],
    [
      'the same page twice',
      '<urlset><url><loc>/1</loc></url><url><loc>/1#x</loc></url></urlset>',
      ['https://site.example/1'],
    ],
    ['an index', '<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>', ['https://site.example/a.xml']],
    ['an RSS item with an id that is no address', '<rss><channel><item><guid>tag:1</guid></item></channel></rss>', []],
    [
      'a prefixed Atom feed',
      '<a:feed xmlns:a="x"><a:entry><a:link rel="edit" href="/e"/><a:link href="/1"/></a:entry></a:feed>',
      ['https://site.example/1'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(locs(text)).toEqual(expected);
  });
});

describe('what is no sitemap is called invalid', () => {
  it.each([
    ['HTML', '<!doctype html><html><body><url><loc>https://a.example/</loc></url></body></html>'],
    ['nothing', ''],
    [
      'an entity in the middle of a document type',
      '<!DOCTYPE urlset [<!ELEMENT a (b)><!ENTITY x "y">]><urlset></urlset>',
    ],
  ])('%s', (_name, text) => {
    expect(parseSitemap(Buffer.from(text), { url })).toEqual({ type: 'invalid', entries: [] });
  });

  it('a document type without entities does no harm', () => {
    expect(locs('<!DOCTYPE urlset SYSTEM "x.dtd"><urlset><url><loc>/a</loc></url></urlset>')).toHaveLength(1);
  });
});

describe('a file made to be costly is read in bounded time', () => {
  const length = 2 * 1024 * 1024;
  const head = '<urlset><url><loc>https://site.example/a</loc></url>';

  it.each([
    ['endless nesting', '<a>', 'invalid'],
    ['nesting, closed wrongly', '<a></b>', 'invalid'],
    ['one tag with endless attributes', `<a ${Array.from({ length: 2000 }, (_, n) => `a${n}`).join(' ')} `, 'invalid'],
    ['one endless comment', '<!-- ', 'urlset'],
    ['one endless address', '<url><loc>https://site.example/', 'urlset'],
    ['endless entities', '<url><loc>&amp;&amp;&amp;', 'invalid'],
    ['endless CDATA', '<![CDATA[ <url> ', 'urlset'],
    ['endless blanks', '                ', 'urlset'],
    ['endless brackets', '<<<<<<<<', 'urlset'],
  ])('%s', (_name, piece, type) => {
    const text = piece.startsWith('<url><loc>h')
      ? head + piece + 'x'.repeat(length)
      : head + piece.repeat(length / piece.length);
    const body = Buffer.from(text.slice(0, length));
    expect(parseSitemap(body, { url }).type).toBe(type);
    expect(cpuMilliseconds(() => parseSitemap(body, { url }))).toBeLessThan(HANGS_MS);
  });

  it('stops at 50,000 entries', () => {
    const text = `<urlset>${Array.from({ length: 60_000 }, (_, n) => `<url><loc>/${n}</loc></url>`).join('')}</urlset>`;
    const { entries } = parseSitemap(Buffer.from(text), { url });
    expect(entries).toHaveLength(50_000);
  });

  it('does not unpack more than 50 MB', () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024 + 1, ' '));
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(parseSitemap(bomb, { url }).type).toBe('invalid');
  });
});
