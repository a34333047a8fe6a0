import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { receiptOf } from '../src/jobs/receipt.ts';
import { crawl, importPages, serve, startApp, startCrawl } from './support/app.ts';
import { createFakeClock } from './support/clock.ts';
import { links, page, type SiteAnswer, type SitePages } from './support/site.ts';

/*
 * What goes wrong in other crawlers, and what their users complain of: Heimdall does it right. Each test is named by the
 * project. Proved elsewhere already:
 *
 *   Firecrawl safeFetch (private ranges)      test/fetch/address.test.ts, test/fetch/guard.test.ts; by redirect: below
 *   docs-mcp-server (Last-Modified alone)     test/jobs/import.test.ts "asks again conditionally"; elastic/crawler #221 too
 *   anything-llm #1570, #4605, #3168          test/jobs/runner.test.ts, test/jobs/crawl.test.ts "when it is cancelled"
 *   anything-llm #1997 (depth)                test/crawler/frontier.test.ts
 *   firecrawl #435 (cap)                      test/jobs/crawl.test.ts "the page limit"
 *   firecrawl #1268, #1442; webwhiz #105      test/crawler/scope.test.ts
 *   hister #34; docsearch-configs #744        test/jobs/content.test.ts "the same text", test/jobs/crawl.test.ts "any spelling"
 *   margince #2689; soulgalore #11; spatie #340   test/jobs/redirects.test.ts
 *   mwmbl #333; mastodon #1998; undici #4588  test/fetch/client.test.ts
 *   onyx #1222 (gone pages)                   test/jobs/content.test.ts "turned noindex"
 *   dify #16084, #15768 (hangs)               test/jobs/failing.test.ts, test/fetch/hostile.test.ts
 */

const text = (body: string, status = 200): SiteAnswer => ({ status, headers: { 'content-type': 'text/plain' }, body });
const xml = (body: string | Uint8Array): SiteAnswer => ({ headers: { 'content-type': 'application/xml' }, body });
const asked = (requests: readonly { path: string }[]): string[] => requests.map(({ path }) => path);

/** A site whose answers know where it is. */
async function siteAt(pages: (origin: string) => SitePages) {
  let all: SitePages = {};
  const site = await serve((path, request) => {
    const entry = all[path];
    return typeof entry === 'function' ? entry(request, 0) : entry;
  });
  all = pages(site.origin);
  return site;
}

const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

describe('sitemaps', () => {
  const index = (origin: string, ...children: string[]): SiteAnswer =>
    xml(
      `<sitemapindex>${children.map((child) => `<sitemap><loc>${origin}${child}</loc></sitemap>`).join('')}</sitemapindex>`,
    );

  it("Onyx: an index gives its children's pages, and no .xml is taken for a page", async () => {
    const site = await siteAt((origin) => ({
      '/': page('Home'),
      '/sitemap.xml': index(origin, '/one.xml', '/two.xml'),
      '/one.xml': xml(urlset(`${origin}/a`)),
      '/two.xml': xml(urlset(`${origin}/b`)),
      '/a': page('A'),
      '/b': page('B'),
    }));
    const ran = await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(Object.keys(ran.endings)).toEqual(['/', '/a', '/b'].map((path) => site.origin + path));
  });

  it('Canonry #358: gzip served as plain, a broken child, and the same child twice spoil nothing', async () => {
    const site = await siteAt((origin) => ({
      '/': page('Home'),
      '/sitemap.xml': index(origin, '/one.xml.gz', '/broken.xml', '/one.xml.gz', '/gone.xml'),
      '/one.xml.gz': xml(gzipSync(urlset(`${origin}/a`))),
      '/broken.xml': xml('<urlset><url><lo'),
      '/a': page('A'),
    }));
    const ran = await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(ran.endings).toEqual({ [`${site.origin}/`]: 'new', [`${site.origin}/a`]: 'new' });
    expect(asked(site.requests).filter((path) => path === '/one.xml.gz')).toHaveLength(1);
  });

  it("firecrawl #530: a start below the root finds the root's sitemap, and what of it is in scope", async () => {
    const site = await siteAt((origin) => ({
      '/sitemap.xml': xml(urlset(`${origin}/docs/hidden`, `${origin}/shop/x`)),
      '/docs/start/': page('Start'),
      '/docs/': page('Docs'),
      '/docs/hidden': page('Hidden'),
    }));
    const ran = await crawl(await startApp(), `${site.origin}/docs/`, { sitemap: 'auto' });
    expect(ran.endings).toMatchObject({
      [`${site.origin}/docs/hidden`]: 'new',
      [`${site.origin}/shop/x`]: 'outside-path',
    });
  });
});

describe('robots.txt', () => {
  it('Onyx, undici #4588: comes first, and every request says HeimdallBot', async () => {
    const site = await serve({ '/': page('Home', links('/a')), '/a': page('A') });
    await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(site.requests[0]?.path).toBe('/robots.txt');
    expect([...new Set(site.requests.map(({ headers }) => headers['user-agent']))]).toEqual([
      'Mozilla/5.0 (compatible; HeimdallBot/2.0; +https://heimdall.gg/docs/crawler)',
    ]);
  });

  it.each([
    ['Crawl4AI, crawlee-python #2065, kreuzcrawl #44, stormcrawler #1042: 503', 503, ['/robots.txt', '/robots.txt']],
    ['Scrapy, Heritrix: 500 whose body looks like rules', 500, ['/robots.txt', '/robots.txt']],
    ['xagent #2043: 429', 429, ['/robots.txt']],
  ])('%s means no page at all, and the reply says so', async (_, status, requests) => {
    const site = await serve({ '/robots.txt': text('User-agent: *\nAllow: /', status), '/': page('Home') });
    const ran = await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(asked(site.requests)).toEqual(requests);
    expect(ran).toMatchObject({ end: 'robots', endings: { [`${site.origin}/`]: 'robots-unavailable' } });
    expect(ran.events).toContainEqual(expect.objectContaining({ kind: 'robots', status, verdict: 'nothing' }));
  });

  it('Crawlee, Norconex: 404 is asked for once and allows, whatever its page says', async () => {
    const site = await serve({
      '/robots.txt': text('Not here\nUser-agent: *\nDisallow: /', 404),
      '/': page('Home', links('/a')),
      '/a': page('A'),
    });
    await crawl(await startApp(), `${site.origin}/`);
    expect(asked(site.requests)).toEqual(['/robots.txt', '/', '/a']);
  });

  it('Norconex, xagent #2043: rules at the end of five redirects hold', async () => {
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: 301, headers: { location: '/r1' } };
      if (path === '/r5') return text('User-agent: *\nDisallow: /a');
      if (/^\/r\d$/.test(path)) return { status: 302, headers: { location: `/r${Number(path[2]) + 1}` } };
      return page('Home', links('/a', '/b'));
    });
    const ran = await crawl(await startApp(), `${site.origin}/`);
    expect(ran.endings[`${site.origin}/a`]).toBe('robots-disallowed');
  });

  it('Scrapy, Colly: belongs to the origin, not to the host', async () => {
    const shut = await serve({ '/robots.txt': text('User-agent: *\nDisallow: /'), '/a': page('A') });
    const open = await serve({ '/a': page('B') });
    const ran = await importPages(await startApp(), [`${shut.origin}/a`, `${open.origin}/a`]);
    expect(ran.endings).toEqual({ [`${shut.origin}/a`]: 'robots-disallowed', [`${open.origin}/a`]: 'new' });
  });

  it('Scrapling #451: a failure is remembered for the job, and the next job asks again', async () => {
    let down = true;
    const site = await serve({ '/robots.txt': () => (down ? { status: 503 } : text('')), '/': page('Home') });
    const app = await startApp();
    expect((await crawl(app, `${site.origin}/`)).end).toBe('robots');
    down = false;
    expect((await crawl(app, `${site.origin}/`)).end).toBe('done');
  });

  it('yoko-crawler #57, BUbiNG #30: the slower of our pace and theirs', async () => {
    for (const [delay, gap] of [
      [0.1, 500],
      [3, 3000],
      [999, 10_000],
    ] as const) {
      const clock = createFakeClock();
      const times: number[] = [];
      const site = await serve((path) => {
        times.push(clock.elapsed);
        return path === '/robots.txt'
          ? text(`User-agent: *\nCrawl-delay: ${delay}`)
          : page(`Page ${path}`, links('/a'));
      });
      await crawl(await startApp({ clock }), `${site.origin}/`);
      expect(Math.min(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))).toBeGreaterThanOrEqual(gap);
    }
  });
});

describe('links', () => {
  it('anything-llm #1528, WebsiteDepth: resolve against the page and its base element, not the start or the root', async () => {
    const site = await serve({
      '/a/b/c': page('C', links('d', '../e')),
      '/a/b/d': page('D', links('f'), '<base href="/a/b/c/x/">'),
      '/a/b/c/x/f': page('F'),
      '/a/e': page('E'),
    });
    const ran = await crawl(await startApp(), `${site.origin}/a/b/c`);
    expect(ran.endings[`${site.origin}/a/e`]).toBe('outside-path');
    const wide = await crawl(await startApp(), [`${site.origin}/a/b/c`, `${site.origin}/a/b/d`]);
    expect(wide.endings[`${site.origin}/a/b/c/x/f`]).toBe('new');
  });

  it('spider #364: after the start moved to another host, relative links belong to that host', async () => {
    const www = await serve({ '/docs/': page('Docs', links('a')), '/docs/a': page('A') }, '127.0.0.2');
    const apex = await serve({ '/docs/': { status: 301, headers: { location: `${www.origin}/docs/` } } });
    const ran = await crawl(await startApp(), `${apex.origin}/docs/`);
    expect(ran.endings[`${www.origin}/docs/a`]).toBe('new');
    expect(asked(apex.requests)).toEqual(['/robots.txt', '/docs/']);
  });

  it('DocsGPT: our address in the query of another is no way in, and a capped crawl takes the same pages each time', async () => {
    const paths = Array.from({ length: 30 }, (_, n) => `/p${(n * 7) % 30}`);
    const site = await siteAt((origin) => ({
      '/': page('Home', links(`https://other.example/?next=${origin}/`, ...paths)),
      ...Object.fromEntries(paths.map((path) => [path, page(`Page ${path}`)])),
    }));
    const runs = await Promise.all(
      [1, 2].map(async () => crawl(await startApp(), `${site.origin}/`, { pages: 10, fresh: true })),
    );
    expect(runs[0]?.endings).toEqual(runs[1]?.endings);
    expect(runs[0]?.endings[`https://other.example/?next=${site.origin}/`]).toBe('other-origin');
  });

  it('chaosbringer #9: the origin with and without its slash is one page', async () => {
    const site = await siteAt((origin) => ({ '/': page('Home', links(origin, `${origin}/`, `${origin}/#top`)) }));
    await crawl(await startApp(), site.origin);
    expect(site.pagePaths()).toEqual(['/']);
  });

  it('Norconex #455: a trailing slash is neither added nor taken away', async () => {
    const site = await serve({
      '/': page('Home', links('/a/', '/b', '/both', '/both/')),
      '/a/': page('A'),
      '/b': page('B'),
      '/both': page('One'),
      '/both/': page('Other'),
    });
    const ran = await crawl(await startApp(), `${site.origin}/`);
    expect(Object.values(ran.endings)).toEqual(['new', 'new', 'new', 'new', 'new']);
  });

  it('heritrix3 #489: a nofollow page is obeyed, and the receipt says how many links that cost', async () => {
    const site = await serve({ '/': page('Home', links('/a', '/b', '/c'), '<meta name="robots" content="nofollow">') });
    const { handle, ran } = await startCrawl(await startApp(), `${site.origin}/`);
    await ran;
    expect(receiptOf(handle.tally()).skipped).toEqual({ 'nofollow-page': 3 });
  });

  it('onyx #4774: a crawl that finds one page says where all the links went', async () => {
    const site = await serve({ '/docs/x/': page('X', links(...Array.from({ length: 214 }, (_, n) => `/other/${n}`))) });
    const { handle, ran } = await startCrawl(await startApp(), `${site.origin}/docs/x/`);
    expect((await ran).endings[`${site.origin}/other/7`]).toBe('outside-path');
    expect(receiptOf(handle.tally()).advice).toBe(
      '214 of the 215 URLs met are left out because each is outside the start path. Start higher up (a shorter path) to let them in.',
    );
  });
});
