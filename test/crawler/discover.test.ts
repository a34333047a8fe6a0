import { describe, expect, it } from 'vitest';
import { findSitemap, type FoundSitemap } from '../../src/crawler/discover.ts';
import { ask, createManners, finish, site, type Job } from '../support/manners.ts';
import { page, type SiteAnswer, type TestSite } from '../support/site.ts';

const XML = { 'content-type': 'application/xml' };

function urlset(...locs: readonly string[]): SiteAnswer {
  return { headers: XML, body: `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>` };
}

function index(...locs: readonly string[]): SiteAnswer {
  const entries = locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('');
  return { headers: XML, body: `<sitemapindex>${entries}</sitemapindex>` };
}

/** As a crawl does it: the start page first, then the sitemap. */
async function search(
  server: TestSite,
  custom: string | null = null,
  job: Job = createManners().open(),
): Promise<FoundSitemap> {
  const url = new URL(`${server.origin}/docs/`);
  await ask(job.session, url.href);
  return (await finish(findSitemap(job.session, { site: url, custom }))).value;
}

function sitemapPaths({ requests }: TestSite): string[] {
  return requests.map(({ path }) => path).filter((path) => path !== '/robots.txt' && path !== '/docs/');
}

describe('the search for a sitemap', () => {
  it('tries the usual addresses, those that robots.txt names, and one last guess, in that order', async () => {
    const server = await site({
      '/robots.txt': { body: 'Sitemap: /named.xml' },
      '/sitemap_index.xml': page('Not a sitemap'),
      '/named.xml': { status: 500 },
      '/sitemap': urlset('/docs/a'),
    });
    const found = await search(server);
    expect(sitemapPaths(server)).toEqual([
      '/sitemap.xml',
      '/sitemap_index.xml',
      '/sitemap/sitemap.xml',
      '/named.xml',
      '/named.xml',
      '/sitemap',
    ]);
    expect(found).toMatchObject({
      url: `${server.origin}/sitemap`,
      entries: [{ loc: `${server.origin}/docs/a`, lastmod: null }],
    });
  });

  it('obeys robots.txt, on redirects and on other hosts too', async () => {
    const other = await site({ '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/s.xml': urlset('/docs/b') });
    const server = await site({
      '/robots.txt': { body: 'User-agent: *\nDisallow: /sitemap.xml\nDisallow: /shut\n' },
      '/sitemap.xml': urlset('/docs/a'),
      '/sitemap_index.xml': { status: 301, headers: { location: '/shut/s.xml' } },
      '/sitemap/sitemap.xml': { status: 301, headers: { location: `${other.origin}/s.xml` } },
    });
    expect(await search(server)).toMatchObject({ url: null, entries: [] });
    expect(sitemapPaths(server)).toEqual(['/sitemap_index.xml', '/sitemap/sitemap.xml', '/sitemap']);
    expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('asks only for the address that the admin gave', async () => {
    const server = await site({ '/sitemap.xml': urlset('/docs/a'), '/mine.xml': urlset('/docs/b') });
    const found = await search(server, `${server.origin}/mine.xml`);
    expect(sitemapPaths(server)).toEqual(['/mine.xml']);
    expect(found.entries.map(({ loc }) => loc)).toEqual([`${server.origin}/docs/b`]);
  });

  it('reads what an index names, and a broken part spoils nothing', async () => {
    const server = await site({
      '/sitemap.xml': index('/1.xml', '/gone.xml', '/2.xml', '/1.xml'),
      '/1.xml': urlset('/docs/a'),
      '/2.xml': urlset('/docs/b'),
    });
    const found = await search(server);
    expect(found.entries.map(({ loc }) => new URL(loc).pathname)).toEqual(['/docs/a', '/docs/b']);
    expect(sitemapPaths(server)).toEqual(['/sitemap.xml', '/1.xml', '/gone.xml', '/2.xml']);
  });

  it('does not guess at addresses on a site that asks for long gaps', async () => {
    const slow = 'User-agent: *\nCrawl-delay: 5\n';
    const unnamed = await site({ '/robots.txt': { body: slow }, '/sitemap.xml': urlset('/docs/a') });
    expect((await search(unnamed)).sentence).toContain('site this slow');
    expect(sitemapPaths(unnamed)).toEqual([]);
    const named = await site({
      '/robots.txt': { body: `${slow}Sitemap: /named.xml` },
      '/named.xml': urlset('/docs/a'),
    });
    expect((await search(named)).entries).toEqual([{ loc: `${named.origin}/docs/a`, lastmod: null }]);
    expect(sitemapPaths(named)).toEqual(['/named.xml']);
  });

  it('leaves nine tenths of the time to the pages, however much there is to read', async () => {
    const parts = Array.from({ length: 40 }, (_, n) => `/${n}.xml`);
    const server = await site({
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 10\nSitemap: /sitemap.xml' },
      '/sitemap.xml': index(...parts),
      ...Object.fromEntries(parts.map((path, n) => [path, urlset(`/docs/${n}`)])),
    });
    const job = createManners().open({ budgetMs: 300_000 });
    const { entries, sentence } = await search(server, null, job);
    expect(sitemapPaths(server).length).toBeLessThanOrEqual(4);
    expect(entries).toHaveLength(sitemapPaths(server).length - 1);
    expect(sentence).toContain('more of it than this run has time to read');
    expect(job.session.remainingMs()).toBeGreaterThan(240_000);
  });

  it('is over when the job is, without another request', async () => {
    const server = await site({ '/docs/': page('Docs'), '/sitemap.xml': urlset('/docs/a') });
    const job = createManners().open();
    await ask(job.session, `${server.origin}/docs/`);
    job.stop.stop('cancelled');
    const { value } = await finish(findSitemap(job.session, { site: new URL(server.origin), custom: null }));
    expect(value).toMatchObject({ url: null, entries: [] });
    expect(sitemapPaths(server)).toEqual([]);
  });
});
