import { expect } from 'vitest';
import { settings } from '../../src/app/config.ts';
import { crawl, serve, startApp } from '../support/app.ts';
import { links, page, type SiteRequest } from '../support/site.ts';

let requests: Promise<readonly SiteRequest[]> | null = null;

/** What a crawl asks for that has everything to ask for: robots.txt, sitemaps, pages, a redirect, a page that fails. */
function visited(): Promise<readonly SiteRequest[]> {
  return (requests ??= visit());
}

async function visit(): Promise<readonly SiteRequest[]> {
  const site = await serve({
    '/robots.txt': { body: 'User-agent: *\nSitemap: /map.xml' },
    '/map.xml': { body: '<urlset><url><loc>/b</loc></url></urlset>' },
    '/': {
      headers: { 'set-cookie': ['session=1; Path=/', 'theme=dark'] },
      body: page('Home', `${links('/a', '/old', '/login')}<img src="/i.png"><script src="/s.js"></script>`, ASSETS),
    },
    '/a': page('A'),
    '/b': page('B'),
    '/old': { status: 301, headers: { location: '/new', 'set-cookie': 'moved=1' } },
    '/new': page('New'),
    '/login': { status: 401, headers: { 'www-authenticate': 'Basic realm="docs"' } },
  });
  await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
  const asked = site.requests.map(({ path }) => path);
  expect(asked).toEqual(expect.arrayContaining(['/robots.txt', '/map.xml', '/', '/a', '/b', '/old', '/new', '/login']));
  return site.requests;
}

const ASSETS =
  '<link rel="stylesheet" href="/s.css"><script>document.write("<a href=/written>w</a>")</script><link rel="preload" href="/f.woff2">';

async function headersOf(name: string): Promise<Set<string | readonly string[] | undefined>> {
  return new Set((await visited()).map(({ headers }) => headers[name]));
}

export const identityProofs = {
  async 'user-agent'() {
    const agent = 'Mozilla/5.0 (compatible; HeimdallBot/2.0; +https://heimdall.gg/docs/crawler)';
    expect(await headersOf('user-agent')).toEqual(new Set([agent]));
    expect(Object.keys(settings.shape).filter((name) => /AGENT|NAME_OF_BOT|PRODUCT/.test(name))).toEqual([]);
  },

  async referer() {
    expect(await headersOf('referer')).toEqual(new Set(['https://heimdall.gg/docs/crawler']));
  },

  async 'purpose-ingest'() {
    expect(await headersOf('x-heimdall-crawler')).toEqual(new Set(['knowledge-ingest']));
  },

  async 'plain-get'() {
    const asked = await visited();
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(asked.flatMap(({ headers }) => Object.keys(headers)))).toEqual(
      new Set(['host', 'connection', 'user-agent', 'accept', 'accept-encoding', 'referer', 'x-heimdall-crawler']),
    );
  },

  async 'no-cookies'() {
    expect(await headersOf('cookie')).toEqual(new Set([undefined]));
  },

  async 'no-javascript'() {
    const asked = (await visited()).map(({ path }) => path);
    expect(asked.filter((path) => /\.(?:js|css|png|woff2)$|written/.test(path))).toEqual([]);
  },
};
