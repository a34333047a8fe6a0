import { describe, expect, it } from 'vitest';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteRequest } from '../support/site.ts';
import { runDue, setMode, untold, WEEK_MS } from '../support/upkeep.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `/p${n}`);

describe('a watched site', () => {
  it('asks for what it knows conditionally, follows the links it kept, and adds what is new', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let extra: readonly string[] = [];
    const versioned =
      (title: string, content: () => string, tag: () => string) =>
      ({ headers }: SiteRequest) =>
        headers['if-none-match'] === tag()
          ? { status: 304, headers: { etag: tag() } }
          : { headers: { etag: tag() }, body: page(title, content()) };
    const site = await serve((path, request) => {
      if (path === '/')
        return versioned(
          'Home',
          () => links('/a'),
          () => '"1"',
        )(request);
      if (path === '/a')
        return versioned(
          'A',
          () => links('/b', ...extra),
          () => `"${extra.length}"`,
        )(request);
      return path === '/b' || extra.includes(path) ? page(path) : undefined;
    });
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'weekly');
    extra = ['/new'];
    clock.advance(WEEK_MS);
    const before = site.requests.length;
    const [ran] = await runDue(app, 'watch');
    // Home answers 304: only the links kept from last time lead on.
    expect(ran?.endings).toEqual({
      [`${site.origin}/`]: 'unchanged',
      [`${site.origin}/a`]: 'updated',
      [`${site.origin}/b`]: 'unchanged',
      [`${site.origin}/new`]: 'new',
    });
    expect(site.requests.slice(before).map(({ path, headers }) => [path, headers['if-none-match']])).toEqual([
      ['/robots.txt', undefined],
      ['/', '"1"'],
      ['/a', '"0"'],
      ['/b', undefined],
      ['/new', undefined],
    ]);
    expect(await untold(app)).toEqual(['changed /a', 'new /new']);
    expect(await runDue(app, 'watch')).toEqual([]);
  });

  it('adds 25 new pages a week, keeps the rest as backlog, and goes on from there', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let paths: readonly string[] = [];
    const site = await serve((path) =>
      path === '/' ? page('Home', links(...paths)) : paths.includes(path) ? page(path) : undefined,
    );
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'weekly');
    paths = numbered(60);
    const { freshness } = await guildOf(app);
    const came: number[] = [];
    const backlog: number[] = [];
    for (let week = 0; week < 3; week += 1) {
      clock.advance(WEEK_MS * 1.5);
      const [ran] = await runDue(app, 'watch');
      came.push(Object.values(ran?.endings ?? {}).filter((how) => how === 'new').length);
      backlog.push((await freshness.schedule(1)).backlog);
    }
    expect(came).toEqual([25, 25, 10]);
    expect(backlog).toEqual([35, 10, 0]);
    expect((await freshness.schedule(1)).outcome).toBe('done');
    expect(site.pagePaths().length).toBe(2 + 60);
  });

  it('finds new pages by its sitemap alike', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let named = ['/'];
    const site = await serve((path) => {
      if (path === '/') return page('Home');
      if (path === '/new') return page('New');
      if (path !== '/sitemap.xml') return undefined;
      const urls = named.map((loc) => `<url><loc>${site.origin}${loc}</loc></url>`);
      return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
    });
    await crawl(app, `${site.origin}/`, { sitemap: 'auto' });
    await setMode(app, 'weekly');
    named = ['/', '/new'];
    const [ran] = await runDue(app, 'watch');
    expect(ran?.endings).toEqual({ [`${site.origin}/`]: 'unchanged', [`${site.origin}/new`]: 'new' });
    expect(await untold(app)).toEqual(['new /new']);
  });

  it.each([
    ['answers 500', { status: 500 }, 'The site has a problem of its own (500)'],
    ['is missing', { status: 404 }, 'The page does not exist (404)'],
    ['turned into a login', page('Log in', '<form><input type="password"></form>'), 'shows only a login form'],
  ])('whose start page %s says that it could not be looked through', async (_what, answer, why) => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let broken = false;
    const site = await serve({ '/': () => (broken ? answer : page('Home', links('/a'))), '/a': page('A') });
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'weekly');
    broken = true;
    clock.advance(WEEK_MS);
    const [ran] = await runDue(app, 'watch');
    const detail = expect.stringMatching(/^The site could not be looked through\. .*/);
    expect(ran).toMatchObject({ end: 'failed', detail });
    const { outcome } = await (await guildOf(app)).freshness.schedule(1);
    expect(outcome).toBe(ran?.detail);
    expect(outcome).toContain(why);
    expect(await (await guildOf(app)).countPages()).toBe(2);
  });

  it('does not bring back what an admin took out, by a link, a redirect or as a start, which still leads on', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let extra: readonly string[] = [];
    const site = await serve((path) => {
      if (path === '/') return page('Home', links('/a', '/b', ...extra));
      if (path === '/to-b') return { status: 301, headers: { location: '/b' } };
      return ['/a', '/b', ...extra].includes(path) ? page(path) : undefined;
    });
    await crawl(app, `${site.origin}/`);
    const guild = await guildOf(app);
    for (const path of ['/', '/b']) {
      const stored = await guild.pageAt(`${site.origin}${path}`);
      await guild.removePage(stored?.id ?? 0, 'admin', clock.now());
    }
    await setMode(app, 'weekly');
    extra = ['/new', '/to-b'];
    clock.advance(WEEK_MS);
    const before = site.pagePaths().length;
    const [ran] = await runDue(app, 'watch');
    expect(ran?.endings).toEqual({
      [`${site.origin}/`]: 'removed-by-admin',
      [`${site.origin}/a`]: 'unchanged',
      [`${site.origin}/b`]: 'removed-by-admin',
      [`${site.origin}/new`]: 'new',
      [`${site.origin}/to-b`]: 'removed-by-admin',
    });
    expect(site.pagePaths().slice(before)).not.toContain('/b');
    expect((await guild.pages({ limit: 9, offset: 0 })).map(({ url }) => new URL(url).pathname)).toEqual([
      '/a',
      '/new',
    ]);
    // An admin's own crawl brings all of it back.
    expect((await crawl(app, `${site.origin}/`)).endings[`${site.origin}/b`]).toBe('new');
  });
});
