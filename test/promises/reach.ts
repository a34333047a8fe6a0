import { expect } from 'vitest';
import { commands } from '../../commands/index.ts';
import { parseArguments } from '../../src/console/parse.ts';
import { crawl, guildOf, importPages, plainCrawl, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type TestSite } from '../support/site.ts';

const MINUTES_5 = 300_000;

/** A site of so many pages that all link to each other, whose server asks for ten seconds between requests. */
async function slowSite(at: number[], now: () => number): Promise<TestSite> {
  return serve((path) => {
    at.push(now());
    if (path === '/robots.txt') return { body: 'User-agent: *\nCrawl-delay: 10' };
    return page(path, links(...Array.from({ length: 60 }, (_, index) => `/${index}`)));
  });
}

function span(at: readonly number[]): number {
  return (at.at(-1) ?? 0) - (at[0] ?? 0);
}

export const reachProofs = {
  async 'one-site'() {
    const other = await serve({ '/docs/': page('Docs', links('/docs/a', '/blog')), '/docs/a': page('A') }, '127.0.0.2');
    const site = await serve({
      '/docs/': page('Home', links('/docs/a', '/blog', '/', `${other.origin}/docs/`, 'https://elsewhere.example/')),
      '/docs/a': page('A'),
      '/moved': { status: 301, headers: { location: `${other.origin}/docs/` } },
    });
    const app = await startApp();
    await crawl(app, `${site.origin}/docs/`);
    expect(site.pagePaths()).toEqual(['/docs/', '/docs/a']);
    expect(other.requests).toEqual([]);
    await crawl(app, `${site.origin}/moved`);
    expect(other.pagePaths()).toEqual(['/docs/', '/docs/a']);
  },

  async 'files-queries'() {
    const site = await serve({
      '/': page('Home', links('/a', '/a#part', '/a?page=2', '/manual.pdf', '/logo.png', '/b.html', '/')),
      '/a': page('A', links('/', '/b.html')),
      '/b.html': page('B'),
    });
    await crawl(await startApp(), `${site.origin}/`);
    expect(site.pagePaths()).toEqual(['/', '/a', '/b.html']);
  },

  async 'page-limit'() {
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: 404 };
      const number = Number(path.slice(1));
      if (path === '/') return page('Home', links(...Array.from({ length: 130 }, (_, index) => `/${index}`)));
      if (number % 10 === 0) return { status: 302, headers: { location: `/target-${number}` } };
      return number % 10 === 5 ? { status: 500 } : page(path);
    });
    const ran = await crawl(await startApp(), `${site.origin}/`);
    expect(ran.end).toBe('page-limit');
    expect(site.pagePaths()).toHaveLength(100);
    const more = parseArguments(['knowledge', 'crawl', '--url', site.origin, '--pages', '101'], commands);
    if (more.kind !== 'command') throw new Error(more.kind);
    expect(more.command.problemIn(more.raw)).toMatch(/from 1 to 100/);
  },

  async 'time-limit'() {
    const clock = createFakeClock();
    const at: number[] = [];
    const site = await slowSite(at, () => clock.elapsed);
    const ran = await crawl(await startApp({ clock }), `${site.origin}/`);
    expect(ran.end).toBe('time-limit');
    expect(at.length).toBeGreaterThan(25);
    expect(span(at)).toBeLessThan(MINUTES_5);
  },

  async 'import-limit'() {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const at: number[] = [];
    const site = await slowSite(at, () => clock.elapsed);
    const urls = (count: number): string[] => Array.from({ length: count }, (_, index) => `${site.origin}/${index}`);
    expect(await app.crawling.import(await guildOf(app), urls(101))).toMatchObject({ ok: false });
    expect(site.requests).toEqual([]);
    const ran = await importPages(app, urls(50));
    expect(ran.end).toBe('time-limit');
    expect(span(at)).toBeLessThan(MINUTES_5);
    const quick = await serve({ '/a': page('A', links('/b')), '/b': page('B') });
    await importPages(app, [`${quick.origin}/a`]);
    expect(quick.pagePaths()).toEqual(['/a']);
  },

  async preview() {
    const site = await serve({
      '/': page('Home', links('/a', '/b', '/c', '/d')),
      '/sitemap.xml': { body: '<urlset><url><loc>/e</loc></url><url><loc>/f</loc></url></urlset>' },
      ...Object.fromEntries(['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => [path, page(path)])),
    });
    const app = await startApp();
    const { signal } = new AbortController();
    const options = { ...plainCrawl, sitemap: 'auto' } as const;
    for await (const _ of app.crawling.preview('local', [`${site.origin}/`], options, signal));
    const asked = site.requests.map(({ path }) => path);
    expect(asked.slice(0, 2)).toContain('/robots.txt');
    expect(asked).toContain('/sitemap.xml');
    expect(site.pagePaths().length).toBeLessThanOrEqual(3);
    expect(await (await guildOf(app)).countPages()).toBe(0);
  },
};
