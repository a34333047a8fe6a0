import { expect } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer, type TestSite } from '../support/site.ts';
import { DAY_MS, nextWeek, runDue, setMode, WEEK_MS } from '../support/upkeep.ts';

interface Kept {
  readonly app: App;
  readonly clock: FakeClock;
}

async function start(): Promise<Kept> {
  const clock = createFakeClock();
  return { clock, app: await startApp({ clock }) };
}

function paths({ requests }: TestSite, from = 0): string[] {
  return requests.slice(from).map(({ path }) => path);
}

async function storedPaths(app: App): Promise<string[]> {
  const pages = await (await guildOf(app)).pages({ limit: 200, offset: 0 });
  return pages.map(({ url }) => new URL(url).pathname).toSorted();
}

/** Makes the syncs of so many days, one after the other; `every` day unless the machine sleeps for longer between them. */
async function syncFor({ app, clock }: Kept, days: number, every = 1): Promise<void> {
  for (let day = 0; day < days; day += every) {
    clock.advance(every * DAY_MS);
    await runDue(app, 'sync');
  }
}

/** Asks conditionally gets 304; the first time the page comes with both validators. */
function conditional(title: string, content = ''): SiteAnswer {
  return {
    headers: { etag: `"${title}"`, 'last-modified': 'Sun, 01 Feb 2026 10:00:00 GMT' },
    body: page(title, content),
  };
}

const map = (...entries: readonly (readonly [path: string, lastmod: string])[]): SiteAnswer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<urlset>${entries.map(([path, at]) => `<url><loc>${path}</loc><lastmod>${at}</lastmod></url>`).join('')}</urlset>`,
});

export const upkeepProofs = {
  async weekly() {
    const kept = await start();
    const site = await serve({ '/a': page('A'), '/b': page('B') });
    for (const guild of ['one', 'two'])
      await importPages(
        kept.app,
        ['/a', '/b'].map((path) => site.origin + path),
        guild,
      );
    const before = site.requests.length;
    for (let week = 1; week <= 3; week += 1) {
      await nextWeek(kept.app, kept.clock, site);
      const asked = paths(site, before + (week - 1) * 3);
      expect(asked.toSorted()).toEqual(['/a', '/b', '/robots.txt']);
      expect(asked[0]).toBe('/robots.txt');
    }
  },

  async 'weekly-conditional'() {
    const kept = await start();
    const site = await serve({
      '/a': (request) => ('if-none-match' in request.headers ? { status: 304 } : conditional('A')),
    });
    await importPages(kept.app, [`${site.origin}/a`]);
    const checked = await nextWeek(kept.app, kept.clock, site);
    expect(checked.endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
    expect(site.requests.at(-1)?.headers).toMatchObject({
      'if-none-match': '"A"',
      'if-modified-since': 'Sun, 01 Feb 2026 10:00:00 GMT',
    });
    expect(await storedPaths(kept.app)).toEqual(['/a']);
  },

  async 'weekly-gone'() {
    const kept = await start();
    let gone = false;
    const site = await serve({
      '/404': () => (gone ? { status: 404 } : page('Gjallarhorn')),
      '/410': () => (gone ? { status: 410 } : page('Gungnir')),
    });
    await importPages(kept.app, [`${site.origin}/404`, `${site.origin}/410`]);
    gone = true;
    const guild = await guildOf(kept.app);
    const found = async (): Promise<number[]> =>
      Promise.all(['gjallarhorn', 'gungnir'].map(async (word) => (await guild.search(word, 5)).length));
    await nextWeek(kept.app, kept.clock, site);
    expect(await found()).toEqual([1, 1]);
    await nextWeek(kept.app, kept.clock, site);
    expect(await found()).toEqual([0, 0]);
  },

  async 'weekly-refused'() {
    const kept = await start();
    let closed = false;
    const site = await serve((path) =>
      path === '/robots.txt' ? { status: 404 } : closed ? { status: 403 } : page(path),
    );
    await importPages(
      kept.app,
      Array.from({ length: 10 }, (_, index) => `${site.origin}/${index}`),
    );
    closed = true;
    const perWeek: number[] = [];
    for (let week = 1; week <= 16; week += 1) {
      const before = site.pagePaths().length;
      await nextWeek(kept.app, kept.clock, site);
      perWeek.push(site.pagePaths().length - before);
    }
    // The first check finds out; then one request after one week, two, four and eight.
    expect(perWeek).toEqual([10, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
  },

  async watch() {
    const kept = await start();
    const all = Array.from({ length: 130 }, (_, index) => `/${index}`);
    let shown = 5;
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: 404 };
      return path === '/' ? page('Home', links(...all.slice(0, shown))) : page(path);
    });
    await crawl(kept.app, `${site.origin}/`);
    expect(await storedPaths(kept.app)).toHaveLength(6);
    await setMode(kept.app, 'weekly');
    shown = 130;
    for (const stored of [31, 56]) {
      const before = site.pagePaths().length;
      // A site has its moment of the week; the first run is not on it.
      kept.clock.advance(1.5 * WEEK_MS);
      await runDue(kept.app, 'watch');
      expect(await storedPaths(kept.app)).toHaveLength(stored);
      expect(site.pagePaths().length - before).toBeLessThanOrEqual(100);
    }
    const before = site.requests.length;
    kept.clock.advance(DAY_MS);
    await runDue(kept.app, 'watch');
    expect(site.requests).toHaveLength(before);
  },

  async 'watch-conditional'() {
    const kept = await start();
    const site = await serve((path, { headers }) => {
      if (path === '/robots.txt') return { status: 404 };
      if ('if-none-match' in headers) return { status: 304 };
      return conditional(path, path === '/' ? links('/a', '/b') : '');
    });
    await crawl(kept.app, `${site.origin}/`);
    await setMode(kept.app, 'weekly');
    kept.clock.advance(WEEK_MS);
    const before = site.requests.length;
    await runDue(kept.app, 'watch');
    const asked = site.requests.slice(before).filter(({ path }) => path !== '/robots.txt');
    expect(asked.map(({ path }) => path).toSorted()).toEqual(['/', '/a', '/b']);
    for (const { headers } of asked) expect(headers).toHaveProperty('if-none-match');
    expect(await nextWeekRequests(kept, site)).toEqual([]);
  },

  async 'sync-daily'() {
    const kept = await start();
    const old = '2026-01-01';
    let entries: (readonly [string, string])[] = [
      ['/a', old],
      ['/b', old],
    ];
    const site = await serve({
      '/': page('Home', links('/a', '/b')),
      '/sitemap.xml': () => map(...entries),
      ...Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, page(path)])),
    });
    await crawl(kept.app, `${site.origin}/`, { sitemap: 'auto' });
    await setMode(kept.app, 'sitemap');
    await syncFor(kept, 1);
    const quiet = site.requests.length;
    await syncFor(kept, 1);
    expect(paths(site, quiet).toSorted()).toEqual(['/robots.txt', '/sitemap.xml']);
    entries = [
      ['/a', kept.clock.now().toISOString()],
      ['/b', old],
      ['/c', old],
    ];
    const before = site.requests.length;
    await syncFor(kept, 1);
    expect(paths(site, before).toSorted()).toEqual(['/a', '/c', '/robots.txt', '/sitemap.xml']);
    // Once a day, at six.
    const { dueAt } = (await (await guildOf(kept.app)).freshness.schedules())[0] ?? {};
    expect(dueAt?.toISOString()).toMatch(/T06:00:00\.000Z$/);
    expect((dueAt?.getTime() ?? 0) - kept.clock.now().getTime()).toBeLessThanOrEqual(DAY_MS);
  },

  async 'sync-places'() {
    const site = await serve({
      '/robots.txt': { body: 'User-agent: *\nSitemap: /own.xml' },
      '/': page('Home'),
    });
    await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(paths(site).filter((path) => path !== '/' && path !== '/robots.txt')).toEqual([
      '/sitemap.xml',
      '/sitemap_index.xml',
      '/sitemap/sitemap.xml',
      '/own.xml',
      '/sitemap',
    ]);
    const kept = await start();
    const found = await serve({
      '/robots.txt': { body: 'User-agent: *\nSitemap: /own.xml' },
      '/': page('Home'),
      '/own.xml': map(['/', '2026-01-01']),
    });
    await crawl(kept.app, `${found.origin}/`, { sitemap: 'auto' });
    await setMode(kept.app, 'sitemap');
    await syncFor(kept, 1);
    const before = found.requests.length;
    await syncFor(kept, 1);
    expect(paths(found, before)).toEqual(['/robots.txt', '/own.xml']);
  },

  async 'sync-absent'() {
    const kept = await start();
    let named = true;
    const site = await serve({
      '/': page('Home', links('/a')),
      '/a': page('A'),
      '/sitemap.xml': () => map(['/', '2026-01-01'], ...(named ? [['/a', '2026-01-01'] as const] : [])),
    });
    await crawl(kept.app, `${site.origin}/`, { sitemap: 'auto' });
    await setMode(kept.app, 'sitemap');
    await syncFor(kept, 1);
    named = false;
    await syncFor(kept, 29);
    expect(await storedPaths(kept.app)).toEqual(['/', '/a']);
    await syncFor(kept, 2);
    expect(await storedPaths(kept.app)).toEqual(['/']);
  },

  async 'sync-fallback'() {
    const kept = await start();
    let more = false;
    const site = await serve({ '/': () => page('Home', more ? links('/new') : ''), '/new': page('New') });
    await crawl(kept.app, `${site.origin}/`, { sitemap: 'auto' });
    await setMode(kept.app, 'sitemap');
    more = true;
    await syncFor(kept, 4);
    await syncFor(kept, 84, 12);
    expect(site.pagePaths()).toEqual(['/']);
    await syncFor(kept, 3);
    expect(site.pagePaths()).toEqual(['/', '/', '/new']);
  },
};

async function nextWeekRequests({ app, clock }: Kept, site: TestSite): Promise<string[]> {
  const before = site.pagePaths().length;
  clock.advance(DAY_MS);
  const { checks } = app.upkeep;
  await (
    await checks()
  )?.ended;
  return site.pagePaths().slice(before);
}
