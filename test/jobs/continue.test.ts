import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, serve, startApp, startCrawl, tempDir, type Ran } from '../support/app.ts';
import { links, page, type SitePages } from '../support/site.ts';

const xml =
  (...paths: string[]) =>
  (origin: string) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;

/** A site whose sitemap names these paths. */
async function siteWith(pages: SitePages, ...inSitemap: string[]) {
  let origin = '';
  const site = await serve((path, request) => {
    if (path === '/sitemap.xml')
      return { headers: { 'content-type': 'application/xml' }, body: xml(...inSitemap)(origin) };
    const entry = pages[path];
    return typeof entry === 'function' ? entry(request, 0) : entry;
  });
  ({ origin } = site);
  return site;
}

const asked = (requests: readonly { path: string }[]): string[] => requests.map(({ path }) => path);

describe('a partial crawl that is continued (rule 6.6)', () => {
  const paths = Array.from({ length: 119 }, (_, n) => `/p${n}`);
  const pages: Record<string, string> = {
    '/': page('Home', links(...paths.slice(0, 40))),
    ...Object.fromEntries(paths.map((path, n) => [path, page(`Page ${path}`, links(paths[n + 40] ?? '/'))])),
  };

  it('has 120 pages after four runs of 30, and fetches none twice', { timeout: 60_000 }, async () => {
    const site = await serve(pages);
    const app = await startApp();
    const runs: Ran[] = [];
    for (let run = 0; run < 4; run += 1) runs.push(await crawl(app, `${site.origin}/`, { pages: 30 }));
    expect(runs.map(({ end }) => end)).toEqual(['page-limit', 'page-limit', 'page-limit', 'done']);
    expect(runs[1]?.detail).toMatch(/^60 of about \d+ pages: the page limit/);
    expect(new Set(site.pagePaths()).size).toBe(120);
    expect(site.pagePaths()).toHaveLength(120);
    expect(await (await guildOf(app)).countPages()).toBe(120);
    for (const ran of runs) await expectAccounted(app, ran);
  });

  it('begins anew with `fresh`, with another scope, and after it was done', async () => {
    const site = await serve(pages);
    const app = await startApp();
    const first = async (wish: Parameters<typeof crawl>[2]) => {
      const seen = site.pagePaths().length;
      await crawl(app, `${site.origin}/`, { pages: 2, ...wish });
      return site.pagePaths()[seen];
    };
    expect(await first({})).toBe('/');
    expect(await first({})).toBe('/p1');
    expect(await first({ fresh: true })).toBe('/');
    expect(await first({})).toBe('/p1');
    expect(await first({ exclude: ['/p1'] })).toBe('/');
    expect(await first({ exclude: ['/p1'], allowParameters: true })).toBe('/');
    const small = await serve({ '/': page('Home') });
    for (let run = 0; run < 2; run += 1) await crawl(app, `${small.origin}/`);
    expect(small.pagePaths()).toEqual(['/', '/']);
  });

  it('begins anew although an interrupted job with another scope still waits to be gone on with: that one is over', async () => {
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    let close: Promise<void> | null = null;
    const site = await serve((path) => {
      if (path === '/p2') close ??= app.close();
      return path === '/robots.txt' ? undefined : pages[path];
    });
    expect((await crawl(app, `${site.origin}/`)).end).toBe('interrupted');
    const next = await startApp({ dataDir });
    const seen = site.pagePaths().length;
    const { from, ran } = await startCrawl(next, `${site.origin}/`, { pages: 2, exclude: ['/p9'] });
    await expectAccounted(next, await ran);
    expect([from, site.pagePaths()[seen]]).toEqual(['start', '/']);
    const jobs = await (await guildOf(next)).jobs(9);
    expect(jobs.map(({ end }) => end)).toEqual(['page-limit', 'cancelled']);
  });
});

describe('the sitemap in a crawl (rule 6.3)', () => {
  it('is asked for after the start page only, its URLs inside the scope are candidates, the others are told', async () => {
    const site = await siteWith(
      { '/docs/': page('Docs', links('/docs/a')), '/docs/a': page('A'), '/docs/hidden': page('Hidden') },
      '/docs/hidden',
      '/docs/a',
      '/blog/x',
    );
    const app = await startApp();
    const ran = await crawl(app, `${site.origin}/docs/`, { sitemap: 'auto' });
    expect(asked(site.requests)).toEqual(['/robots.txt', '/docs/', '/sitemap.xml', '/docs/a', '/docs/hidden']);
    expect(ran.endings[`${site.origin}/blog/x`]).toBe('outside-path');
    expect(ran.events).toContainEqual({
      kind: 'note',
      text: `The sitemap ${site.origin}/sitemap.xml names 3 addresses.`,
    });
    await expectAccounted(app, ran);
  });

  it('is left alone when it is off, and the one at a given address replaces the search', async () => {
    const off = await siteWith({ '/': page('Home') }, '/hidden');
    await crawl(await startApp(), `${off.origin}/`, { sitemap: 'off' });
    expect(asked(off.requests)).toEqual(['/robots.txt', '/']);
    const site = await siteWith(
      { '/': page('Home'), '/mine.txt': { headers: { 'content-type': 'text/plain' }, body: 'x' } },
      '/hidden',
    );
    const custom = await serve((path) =>
      path === '/mine.txt' ? { headers: { 'content-type': 'text/plain' }, body: `${site.origin}/only\n` } : undefined,
    );
    const ran = await crawl(await startApp(), `${site.origin}/`, { sitemap: { url: `${custom.origin}/mine.txt` } });
    expect(asked(site.requests)).toEqual(['/robots.txt', '/', '/only']);
    expect(asked(custom.requests)).toEqual(['/robots.txt', '/mine.txt']);
    expect(ran.endings[`${site.origin}/only`]).toBe('http-404');
  });

  it('is not asked for where robots.txt leaves nothing, and obeys robots.txt itself', async () => {
    const down = await serve({ '/robots.txt': { status: 503 } });
    const ran = await crawl(await startApp(), `${down.origin}/`, { sitemap: 'auto' });
    expect([ran.end, asked(down.requests)]).toEqual(['robots', ['/robots.txt', '/robots.txt']]);
    const shut = await siteWith(
      {
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /sitemap' },
        '/': page('Home'),
      },
      '/hidden',
    );
    await crawl(await startApp(), `${shut.origin}/`, { sitemap: 'auto' });
    expect(asked(shut.requests)).toEqual(['/robots.txt', '/']);
  });

  it('that a run did not come to is read by the one that continues it', async () => {
    const site = await siteWith(
      { '/a': page('A'), '/b': page('B', links('/b/1')), '/b/1': page('B1'), '/a/hidden': page('Hidden') },
      '/a/hidden',
    );
    const app = await startApp();
    const starts = [`${site.origin}/a`, `${site.origin}/b`];
    await crawl(app, starts, { sitemap: 'auto', pages: 1 });
    expect(asked(site.requests)).not.toContain('/sitemap.xml');
    const ran = await crawl(app, starts, { sitemap: 'auto', pages: 2 });
    expect(ran.endings[`${site.origin}/a/hidden`] ?? ran.endings[`${site.origin}/b/1`]).toBeDefined();
    await crawl(app, starts, { sitemap: 'auto' });
    expect(site.pagePaths().toSorted()).toEqual(['/a', '/a/hidden', '/b', '/b/1']);
    expect(asked(site.requests).filter((path) => path === '/sitemap.xml')).toHaveLength(1);
  });
});
