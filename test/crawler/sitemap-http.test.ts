import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findSitemap, type FoundSitemap } from '../../src/crawler/discover.ts';
import { createManners, finish } from '../support/manners.ts';
import { startSite, type SiteAnswer, type TestSite } from '../support/site.ts';
import { bytesOf, parts, vectorsOf } from './vectors.ts';

/** The vectors of sitemaps once more, as a job meets them: served on loopback, asked for in pace, through robots.txt. */

const entry = z.object({ loc: z.string(), lastmod: z.string().nullable() });
const resource = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string(),
});

/** What the servers answer in the case at hand, by address as the vectors write it. */
let answers: ReadonlyMap<string, SiteAnswer> = new Map();
/** By the hosts of the vectors; on the other ones nobody answers. */
let servers: ReadonlyMap<string, TestSite>;
beforeAll(async () => {
  const names = ['site.example', 'cdn.example'];
  servers = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, TestSite]> => {
        return [name, await startSite((path) => answers.get(`https://${name}${path}`))];
      }),
    ),
  );
  return () => Promise.all([...servers.values()].map((server) => server.close()));
});

function toLoopback(text: string): string {
  let there = text;
  for (const [name, { origin }] of servers) {
    const withoutScheme = new RegExp(`(?<!:)//${name.replace('.', String.raw`\.`)}`, 'g');
    there = there.replaceAll(`https://${name}`, origin).replace(withoutScheme, `//${new URL(origin).host}`);
  }
  return there.replaceAll('https://other.example', 'http://127.0.0.2:9');
}

function fromLoopback(text: string): string {
  for (const [name, { origin }] of servers)
    if (text.startsWith(`${origin}/`)) return `https://${name}${text.slice(origin.length)}`;
  return text.replace('http://127.0.0.2:9', 'https://other.example');
}

interface Search {
  readonly site?: string;
  readonly lastUsed?: string | null;
  readonly custom?: string | null;
}

/** One job's search: what it found, and every address it asked for but robots.txt. */
async function search({ site = 'https://site.example/', lastUsed = null, custom = null }: Search) {
  const manners = createManners();
  const { session } = manners.open();
  const url = new URL(toLoopback(site));
  await finish(session.robots(url));
  const wish = {
    site: url,
    custom: custom === null ? null : toLoopback(custom),
    lastUsed: lastUsed === null ? null : toLoopback(lastUsed),
    shareOfTime: 1,
  };
  const found: FoundSitemap = (await finish(findSitemap(session, wish))).value;
  await session.close();
  const requests = manners.asked.map(fromLoopback).filter((asked) => !asked.endsWith('/robots.txt'));
  return {
    entries: found.entries.map(({ loc, lastmod }) => ({ loc: fromLoopback(loc), lastmod })),
    // What failed is asked for once more (rule 2.6).
    requests: requests.filter((asked, index) => asked !== requests[index - 1]),
    url: found.url === null ? null : fromLoopback(found.url),
  };
}

function serveAll(resources: Readonly<Record<string, z.output<typeof resource>>>, robotsTxt = ''): void {
  answers = new Map<string, SiteAnswer>([
    ['https://site.example/robots.txt', { headers: { 'content-type': 'text/plain' }, body: toLoopback(robotsTxt) }],
    ...Object.entries(resources).map(([url, { status, headers = {}, body }]): [string, SiteAnswer] => [
      url,
      {
        status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toLoopback(value)])),
        body: toLoopback(body),
      },
    ]),
  ]);
}

describe('the order of rule 8.3', () => {
  const cases = vectorsOf(
    'sitemap',
    'discovery',
    z.object({
      id: z.string(),
      site: z.string(),
      lastUsed: z.string().nullable(),
      robotsTxt: z.string(),
      custom: z.string().nullable(),
      resources: z.record(z.string(), resource),
      expect: z.object({ entries: z.array(entry), sitemapRequests: z.array(z.string()) }),
    }),
  );
  it.each(cases)('$id', async ({ resources, robotsTxt, expect: expected, ...wish }) => {
    serveAll(resources, robotsTxt);
    const { entries, requests } = await search(wish);
    expect({ entries, requests }).toEqual({ entries: expected.entries, requests: expected.sitemapRequests });
  });
});

describe('indexes', () => {
  const cases = vectorsOf(
    'sitemap',
    'tree',
    z.object({
      id: z.string(),
      start: z.string(),
      resources: z.record(z.string(), resource),
      expect: z.object({ entries: z.array(entry), requests: z.array(z.string()) }),
    }),
  );
  it.each(cases)('$id', async ({ start, resources, expect: expected }) => {
    serveAll(resources);
    expect(await search({ lastUsed: start })).toEqual({ ...expected, url: start });
  });
});

describe('every form of file', () => {
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
  it.each(cases)('$id', async ({ url, contentType, body, bodyBase64, bodyParts, expect: expected }) => {
    const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    const bytes = bytesOf(body === undefined ? undefined : toLoopback(body), bodyBase64, bodyParts);
    answers = new Map([[url, { headers, body: bytes }]]);
    const { entries, requests, url: found } = await search({ custom: url });
    expect(requests[0]).toBe(url);
    expect(found).toBe(expected.type === 'invalid' ? null : url);
    if (expected.type === 'sitemapindex') {
      const children = expected.entries?.map(({ loc }) => loc).filter((loc) => loc.startsWith('https://site.example'));
      expect(requests.slice(1)).toEqual([...new Set(children)].filter((loc) => loc !== url));
      return;
    }
    if (expected.entries) expect(entries).toEqual(expected.entries);
    if (expected.count !== undefined) expect(entries.length).toBe(expected.count);
    if (expected.first) expect(entries[0]).toEqual(expected.first);
    if (expected.last) expect(entries.at(-1)).toEqual(expected.last);
  });
});

it('reads every form of date in a file that came over HTTP', async () => {
  const cases = vectorsOf(
    'sitemap',
    'lastmod',
    z.object({ id: z.string(), value: z.string(), expect: z.string().nullable() }),
  );
  const urls = cases.map(({ id, value }) => `<url><loc>/${id}</loc><lastmod>${value}</lastmod></url>`);
  answers = new Map([['https://site.example/sitemap.xml', `<urlset>${urls.join('')}</urlset>`]]);
  expect((await search({})).entries).toEqual(
    cases.map(({ id, expect: lastmod }) => ({ loc: `https://site.example/${id}`, lastmod })),
  );
});
