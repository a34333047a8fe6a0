import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRobots } from '../../src/crawler/robots.ts';
import { createSitemapSearch, type SitemapHints, type SitemapResult } from '../../src/crawler/sitemap-search.ts';
import { vectorsOf } from './vectors.ts';

const resource = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string(),
});
type Resources = Readonly<Record<string, z.output<typeof resource>>>;

const entry = z.object({ loc: z.string(), lastmod: z.string().nullable() });
const resources = z.record(z.string(), resource);

/** Does the asking, redirects included. Returns what was found and every URL asked for on the way. */
function drive(hints: SitemapHints, site: Resources): SitemapResult & { readonly requests: readonly string[] } {
  const search = createSitemapSearch(hints);
  const requests: string[] = [];
  for (let url = search.next(); url !== null; url = search.next()) {
    let at = url;
    for (;;) {
      requests.push(at);
      const { status, headers, body } = site[at] ?? { status: 404, body: '' };
      if (headers?.location === undefined) {
        search.answer(url, { status, body: Buffer.from(body), url: at });
        break;
      }
      at = new URL(headers.location, at).href;
    }
  }
  return { ...search.result(), requests };
}

describe('reads all that an index names', () => {
  const cases = vectorsOf(
    'sitemap',
    'tree',
    z.object({
      id: z.string(),
      start: z.string(),
      resources,
      expect: z.object({ entries: z.array(entry), requests: z.array(z.string()) }),
    }),
  );
  it.each(cases)('$id', ({ start, resources, expect: expected }) => {
    const result = drive({ site: new URL(start), fromRobots: [], lastUsed: start }, resources);
    expect(result.entries).toEqual(expected.entries);
    expect(result.requests).toEqual(expected.requests);
    expect(result.found).toBe(start);
  });
});

describe('looks for the sitemap in the order of rule 8.3', () => {
  const cases = vectorsOf(
    'sitemap',
    'discovery',
    z.object({
      id: z.string(),
      site: z.string().transform((url) => new URL(url)),
      lastUsed: z.string().nullable(),
      robotsTxt: z.string(),
      custom: z.string().nullable(),
      resources,
      expect: z.object({ entries: z.array(entry), sitemapRequests: z.array(z.string()) }),
    }),
  );
  it.each(cases)('$id', ({ site, lastUsed, robotsTxt, custom, resources, expect: expected }) => {
    const fromRobots = readRobots(Buffer.from(robotsTxt), site).sitemaps;
    const result = drive({ site, lastUsed, custom, fromRobots }, resources);
    expect(result.entries).toEqual(expected.entries);
    expect(result.requests).toEqual(expected.sitemapRequests);
  });
});

const site = new URL('https://site.example/docs/');

function ok(body: string): z.output<typeof resource> {
  return { status: 200, body };
}

function index(...locs: string[]): z.output<typeof resource> {
  return ok(`<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`);
}

function pages(...locs: string[]): z.output<typeof resource> {
  return ok(`<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`);
}

describe('the search for a sitemap', () => {
  it('asks for nothing but the custom one', () => {
    const custom = 'https://cdn.example/map.xml';
    const result = drive({ site, fromRobots: [], custom }, { 'https://site.example/sitemap.xml': pages('/a') });
    expect(result.requests).toEqual([custom]);
    expect(result).toMatchObject({ found: null, problems: [{ url: custom, code: 'http-status', status: 404 }] });
  });

  it('follows an index to other hosts where robots.txt names it', () => {
    const named = 'https://site.example/sitemap.xml';
    const child = 'https://cdn.example/s.xml';
    const resources = { [named]: index(child), [child]: pages('https://site.example/a') };
    expect(drive({ site, fromRobots: [named] }, resources).entries).toHaveLength(1);
    const unnamed = drive({ site, fromRobots: [] }, resources);
    expect(unnamed.entries).toHaveLength(0);
    expect(unnamed.problems).toEqual([{ url: child, code: 'other-host' }]);
  });

  it('does not go back to another host that robots.txt names no longer', () => {
    const elsewhere = 'https://cdn.example/s.xml';
    const resources = { [elsewhere]: pages('https://site.example/a') };
    expect(drive({ site, fromRobots: [], lastUsed: elsewhere }, resources).requests).not.toContain(elsewhere);
    expect(drive({ site, fromRobots: [elsewhere], lastUsed: elsewhere }, resources).requests).toEqual([elsewhere]);
  });

  it('reports a child that fails and reads the others', () => {
    const resources = {
      'https://site.example/sitemap.xml': index('/1.xml', '/2.xml', '/3.xml'),
      'https://site.example/2.xml': ok('<html>'),
      'https://site.example/3.xml': pages('/a'),
    };
    const result = drive({ site, fromRobots: [] }, resources);
    expect(result.entries).toEqual([{ loc: 'https://site.example/a', lastmod: null }]);
    expect(result.problems).toEqual([
      { url: 'https://site.example/1.xml', code: 'http-status', status: 404 },
      { url: 'https://site.example/2.xml', code: 'no-sitemap' },
    ]);
  });

  it('does not ask again for what a redirect has led to', () => {
    const resources = {
      'https://site.example/sitemap.xml': { status: 301, headers: { location: '/index.xml' }, body: '' },
      'https://site.example/index.xml': index('/index.xml', '/1.xml'),
      'https://site.example/1.xml': pages('/a'),
    };
    const result = drive({ site, fromRobots: [] }, resources);
    expect(result.requested).toEqual(['https://site.example/sitemap.xml', 'https://site.example/1.xml']);
    expect(result.found).toBe('https://site.example/sitemap.xml');
  });

  it('asks for at most 50 files, however many an index names', () => {
    const many = index(...Array.from({ length: 200 }, (_, n) => `/${n}.xml`));
    const result = drive({ site, fromRobots: [] }, { 'https://site.example/sitemap.xml': many });
    expect(result.requested).toHaveLength(50);
    expect(result.problems).toContainEqual({ url: 'https://site.example/49.xml', code: 'too-many-files' });
  });

  it('goes three indexes deep and no deeper', () => {
    const names = ['sitemap.xml', '1.xml', '2.xml', '3.xml', '4.xml'];
    const resources = Object.fromEntries(
      names.map((name, n) => [`https://site.example/${name}`, index(`/${names[n + 1] ?? 'end.xml'}`)]),
    );
    const result = drive({ site, fromRobots: [] }, resources);
    expect(result.requested.at(-1)).toBe('https://site.example/3.xml');
    expect(result.problems).toEqual([{ url: 'https://site.example/4.xml', code: 'too-deep' }]);
  });

  it('keeps 50,000 entries of all files together, then stops asking', () => {
    const batch = (from: number) => pages(...Array.from({ length: 30_000 }, (_, n) => `/p/${from + n}`));
    const result = drive(
      { site, fromRobots: [] },
      {
        'https://site.example/sitemap.xml': index('/1.xml', '/2.xml', '/3.xml'),
        'https://site.example/1.xml': batch(0),
        'https://site.example/2.xml': batch(30_000),
      },
    );
    expect(result.entries).toHaveLength(50_000);
    expect(result.problems).toEqual([{ url: 'https://site.example/2.xml', code: 'too-many-entries' }]);
    expect(result.requested).toHaveLength(3);
  });

  it('goes on when there is no answer at all', () => {
    const search = createSitemapSearch({ site, fromRobots: ['https://site.example/named.xml'] });
    const asked: string[] = [];
    for (let url = search.next(); url !== null; url = search.next()) {
      asked.push(url);
      search.answer(url, null);
    }
    expect(asked).toHaveLength(5);
    expect(search.result()).toMatchObject({
      found: null,
      entries: [],
      problems: [{ url: 'https://site.example/named.xml', code: 'no-answer' }],
    });
  });
});
