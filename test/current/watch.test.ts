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
