import { describe, expect, it } from 'vitest';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { page, type SiteAnswer } from '../support/site.ts';
import { nextWeek, untold } from '../support/upkeep.ts';

describe('the answer to a weekly check', () => {
  it('that says "not found" with status 200 counts as 404: missing, and gone a week later', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let gone = false;
    const notFound = '<title>Page not found</title><main><h1>404</h1><p>Page not found.</p></main>';
    const site = await serve({ '/a': () => (gone ? notFound : page('A')) });
    await importPages(app, [`${site.origin}/a`]);
    gone = true;
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'http-404' });
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'removed' });
    expect(await untold(app)).toEqual(['missing /a', 'gone /a']);
  });

  it('304 with other validators has them sent next time, and keeps the one that did not come again', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const date = 'Mon, 05 Jan 2026 10:00:00 GMT';
    const site = await serve({
      '/a': (_, nth): SiteAnswer =>
        nth === 0
          ? { headers: { etag: '"1"', 'last-modified': date }, body: page('A') }
          : { status: 304, headers: { etag: '"2"' } },
    });
    await importPages(app, [`${site.origin}/a`]);
    for (let week = 0; week < 2; week += 1) await nextWeek(app, clock, site);
    const asked = site.requests.filter(({ path }) => path === '/a').map(({ headers }) => headers);
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"', '"2"']);
    expect(asked.map((headers) => headers['if-modified-since'])).toEqual([undefined, date, date]);
  });

  it('behind a redirect that is only for now leaves no validators: they belong to another address', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let away = false;
    const site = await serve({
      '/a': () => (away ? { status: 302, headers: { location: '/there' } } : page('A')),
      '/there': { headers: { etag: '"there"' }, body: page('There') },
    });
    await importPages(app, [`${site.origin}/a`]);
    away = true;
    for (let week = 0; week < 2; week += 1) await nextWeek(app, clock, site);
    expect((await (await guildOf(app)).pageAt(`${site.origin}/a`))?.validators).toEqual({});
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual(site.requests.map(() => undefined));
  });
});
