import { describe, expect, it } from 'vitest';
import { receiptOf } from '../src/jobs/receipt.ts';
import { crawl, guildOf, importPages, serve, startApp, startCrawl } from './support/app.ts';
import { links, page } from './support/site.ts';

/* What goes wrong in other crawlers once a page was found; `rivals.test.ts` has the way there, and the table of all. */

describe('traps', () => {
  const article = (n: number, content = '') =>
    page(`Article number ${String.fromCodePoint(97 + (n % 26))}${n}`, content);

  it('yoko-crawler #59, #54: search facets of one path cannot eat the crawl', async () => {
    const facets = Array.from({ length: 300 }, (_, n) => `/search?colour=${n % 7}&size=${n % 11}&sort=${n}`);
    const articles = Array.from({ length: 60 }, (_, n) => `/news/${n}`);
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/') return page('Home', links(...facets, ...articles));
      return path.startsWith('/search') ? page('Search results', links(...facets)) : article(Number(path.slice(6)));
    });
    const ran = await crawl(await startApp(), `${site.origin}/`, { allowParameters: true });
    expect(articles.map((path) => ran.endings[site.origin + path])).toEqual(articles.map(() => 'new'));
    expect(Object.values(ran.endings)).toContain('parameter-quota');
  });

  it('crawler4j #31: a calendar that never ends leaves room for the pages', async () => {
    const articles = Array.from({ length: 60 }, (_, n) => `/news/${n}`);
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/') return page('Home', links('/calendar?year=2026', ...articles));
      const year = Number(new URL(path, 'http://x.example').searchParams.get('year'));
      return path.startsWith('/calendar')
        ? page('Calendar', `<h2>${year}</h2>${links(`/calendar?year=${year + 1}`, `/calendar?year=${year - 1}`)}`)
        : article(Number(path.slice(6)));
    });
    const ran = await crawl(await startApp(), `${site.origin}/`, { allowParameters: true });
    expect(articles.map((path) => ran.endings[site.origin + path])).toEqual(articles.map(() => 'new'));
    expect(site.pagePaths().filter((path) => path.startsWith('/calendar')).length).toBeLessThan(40);
  });

  it('siteone-crawler #34: pages of a list that differ are all read, and what is left out has a reason by name', async () => {
    const site = await serve((path) => {
      const n = Number(new URL(path, 'http://x.example').searchParams.get('page'));
      return path === '/robots.txt' ? undefined : article(n, links(`/list?page=${n + 1}`));
    });
    const ran = await crawl(await startApp(), `${site.origin}/list?page=1`, { allowParameters: true });
    expect(site.pagePaths()).toHaveLength(100);
    expect(ran.end).toBe('page-limit');
  });

  it('300 articles under one prefix still give 100 pages (rule 6.7)', async () => {
    const paths = Array.from({ length: 300 }, (_, n) => `/articles/${n}`);
    const site = await serve((path) =>
      path === '/robots.txt'
        ? undefined
        : path === '/'
          ? page('Home', links(...paths))
          : article(Number(path.slice(10))),
    );
    const app = await startApp();
    await crawl(app, `${site.origin}/`);
    expect(await (await guildOf(app)).countPages()).toBe(100);
  });
});

describe('answers', () => {
  it('docs-mcp-server #246: refusals are counted beside what was stored, and never called a success', async () => {
    const paths = Array.from({ length: 23 }, (_, n) => `/p${n}`);
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      return path === '/'
        ? page('Home', links(...paths))
        : Number(path.slice(2)) < 5
          ? { status: 403 }
          : page(`Page ${path}`);
    });
    const { handle, ran } = await startCrawl(await startApp(), `${site.origin}/`);
    await ran;
    expect(receiptOf(handle.tally())).toMatchObject({ met: 24, stored: 19, failed: { 'http-403': 5 } });
  });

  it('annual-deprivation-index #44: one HTML page for everything is neither robots.txt nor sitemap, and stored once', async () => {
    const everything = page('App', links('/a', '/b'));
    const site = await serve(() => everything);
    const app = await startApp();
    const ran = await crawl(app, `${site.origin}/`, { sitemap: 'auto' });
    expect(ran.endings[`${site.origin}/`]).toBe('new');
    expect(await (await guildOf(app)).countPages()).toBe(1);
  });

  it('AnythingLLM, DocsGPT: a table stays a table, and code keeps its lines', async () => {
    const site = await serve({
      '/': page(
        'Home',
        '<table><tr><th>Key</th><th>Meaning</th></tr><tr><td>a</td><td>first</td></tr></table><pre><code>if x:\n    y()</code></pre>',
      ),
    });
    const app = await startApp();
    await crawl(app, `${site.origin}/`);
    const guild = await guildOf(app);
    const markdown = (await guild.page((await guild.pageAt(`${site.origin}/`))?.id ?? 0))?.markdown;
    expect(markdown).toMatch(/\| Key \| Meaning \|\n\| ?-+ ?\| ?-+ ?\|\n\| a \| first \|/);
    expect(markdown).toContain('if x:\n    y()');
  });

  it('firecrawl #4047, opencode #45902, Norconex #194: the charset is found where it stands', async () => {
    const cyrillic = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const [before = '', after = ''] = page('@', '', '<meta charset="windows-1251">')
      .replace('<meta charset="utf-8">', '')
      .split('<h1>@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from('<h1>'), cyrillic, Buffer.from(after)]);
    const site = await serve({ '/': { headers: { 'content-type': 'text/html' }, body } });
    const app = await startApp();
    await crawl(app, `${site.origin}/`);
    expect(await (await guildOf(app)).search('Привет', 1)).toHaveLength(1);
  });

  it('opencrabs #1477, Firecrawl: no redirect and no sitemap leads into a private network', async () => {
    const site = await serve({
      '/': page('Home', links('/jump')),
      '/jump': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
      '/sitemap.xml': {
        headers: { 'content-type': 'application/xml' },
        body: '<urlset><url><loc>http://10.0.0.1/</loc></url><url><loc>http://2130706433/x</loc></url></urlset>',
      },
    });
    const app = await startApp();
    const ran = await crawl(app, `${site.origin}/`, { sitemap: 'auto' });
    expect(ran.endings[`${site.origin}/jump`]).toBe('blocked-address');
    const named = await importPages(app, [`${site.origin}/jump`]);
    expect(named.endings[`${site.origin}/jump`]).toBe('blocked-address');
    await expect(importPages(app, ['http://10.0.0.1/'])).rejects.toThrow('does not fetch');
  });
});
