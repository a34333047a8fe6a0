import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { findSource } from '../../src/app/guild.ts';
import type { WatchMode } from '../../src/knowledge/freshness.ts';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { DAY_MS, nextWeek, refreshSource, runDue, setMode, untold, weeklyCheck } from '../support/upkeep.ts';

const part = { limit: 20, offset: 0 };
const paths = ['/', '/a', '/b', '/c'];

async function urlsOf(app: App): Promise<readonly string[]> {
  return (await (await guildOf(app)).pages(part)).map(({ url }) => url);
}

async function startsOf(app: App): Promise<readonly string[]> {
  const spec = (await (await guildOf(app)).source(1))?.spec;
  return spec?.kind === 'site' ? spec.startUrls : [];
}

/** A site that was crawled, and that sends each of its addresses elsewhere by now. */
async function startMoved(
  elsewhere: (path: string) => string,
  { mode = 'off', status = 301, apex = false }: Moved = {},
) {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const more: string[] = [];
  const site = { moved: false };
  const content = (path: string): SiteAnswer | undefined =>
    path === '/'
      ? page('Home', links(...paths.slice(1), ...more))
      : more.concat(paths).includes(path)
        ? page(path)
        : undefined;
  const fresh = await serve((path) => {
    if (path !== '/sitemap.xml') return content(path);
    const locs = [...paths, ...more].map((one) => `<url><loc>${fresh.origin}${one}</loc></url>`);
    return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${locs.join('')}</urlset>` };
  });
  const old = await serve((path) =>
    site.moved ? { status, headers: { location: elsewhere(path) || fresh.origin + path } } : content(path),
  );
  const first = await serve((path) => ({ status: 301, headers: { location: old.origin + path } }));
  await crawl(app, `${(apex ? first : old).origin}/`);
  await setMode(app, mode);
  site.moved = true;
  return { app, clock, old, fresh, more, moved: paths.map((path) => fresh.origin + path) };
}

interface Moved {
  readonly mode?: WatchMode;
  readonly status?: number;
  /** Its crawl came to it by a redirect already. */
  readonly apex?: boolean;
}

/** Day by day, as the schedule has it. */
async function live(app: App, clock: { advance(ms: number): void }, days: number): Promise<Record<string, string>> {
  const endings: Record<string, string> = {};
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS);
    for (const kind of ['watch', 'sync'] as const)
      for (const ran of await runDue(app, kind)) Object.assign(endings, ran.endings);
    await weeklyCheck(app);
  }
  return endings;
}

describe('a site that moves to another origin as a whole', () => {
  it('is followed by the weekly check page by page, and its old address is left in peace', async () => {
    const { app, clock, old, fresh, moved } = await startMoved(() => '');
    await nextWeek(app, clock, old);
    expect((await urlsOf(app)).toSorted()).toEqual(moved.toSorted());
    expect(await untold(app)).toEqual(paths.map((path) => `moved ${path}`));
    expect(await startsOf(app)).toEqual([`${fresh.origin}/`]);
    const before = old.requests.length;
    clock.advance(4 * DAY_MS);
    expect(Object.values((await nextWeek(app, clock, fresh)).endings)).toEqual(paths.map(() => 'unchanged'));
    expect(old.requests).toHaveLength(before);
    // By whichever address it is called, it is the one source.
    for (const { origin } of [old, fresh])
      expect(await findSource(await guildOf(app), `${origin}/`)).toMatchObject({ ok: true, value: { id: 1 } });
    await crawl(app, `${fresh.origin}/`);
    expect(await (await guildOf(app)).sources()).toHaveLength(1);
  });

  it('is followed by a check that an admin asks for', async () => {
    const { app, moved } = await startMoved(() => '', { status: 308 });
    await refreshSource(app);
    expect((await urlsOf(app)).toSorted()).toEqual(moved.toSorted());
  });

  it('is watched at its new place from then on', async () => {
    const { app, clock, old, fresh, more, moved } = await startMoved(() => '', { mode: 'weekly' });
    await live(app, clock, 11);
    expect((await urlsOf(app)).toSorted()).toEqual(moved.toSorted());
    more.push('/new');
    const before = old.requests.length;
    const endings = await live(app, clock, 11);
    expect(await urlsOf(app)).toContain(`${fresh.origin}/new`);
    expect(Object.values(endings)).not.toContain('duplicate-content');
    expect(old.requests).toHaveLength(before);
  });

  it.each([
    ['once', false],
    ['a second time', true],
  ])('%s is kept up to date by the sitemap of its new place', async (_, apex) => {
    const { app, clock, fresh, more, moved } = await startMoved(() => '', { mode: 'sitemap', apex });
    await live(app, clock, 11);
    expect((await urlsOf(app)).toSorted()).toEqual(moved.toSorted());
    more.push('/new');
    expect(await live(app, clock, 1)).toEqual({ [`${fresh.origin}/new`]: 'new' });
  });

  it.each(['off', 'weekly'] as const)('is not followed to a parked domain or a login (watch: %s)', async (mode) => {
    const elsewhere = await serve((path) =>
      path === '/more' ? page('More offers') : page('This may be yours', links('/more')),
    );
    for (const path of ['/lander', '/login']) {
      const { app, clock, old } = await startMoved(() => elsewhere.origin + path, { mode });
      await live(app, clock, 22);
      expect(await urlsOf(app)).toEqual(paths.map((one) => old.origin + one));
      expect(await startsOf(app)).toEqual([`${old.origin}/`]);
      expect(await untold(app)).toContain('failing /');
      expect(elsewhere.pagePaths()).not.toContain('/more');
    }
  });

  it('for now only is crawled there, and not taken for moved', async () => {
    const { app, clock, old } = await startMoved(() => '', { mode: 'weekly', status: 302 });
    await live(app, clock, 11);
    expect(await startsOf(app)).toEqual([`${old.origin}/`]);
  });
});

describe('a site whose start URL always led elsewhere for good', () => {
  it('is remembered where it is, so that its sitemap counts, also when its crawl is gone on with', async () => {
    const app = await startApp({ clock: createFakeClock() });
    const www = await serve((path) => {
      if (path !== '/sitemap.xml') return path === '/' ? page('Home', links('/a', '/b')) : page(path);
      return { headers: { 'content-type': 'text/plain' }, body: `${www.origin}/\n${www.origin}/a\n${www.origin}/new` };
    });
    const apex = await serve((path) => ({ status: 301, headers: { location: www.origin + path } }));
    const options = { pages: 2, sitemap: 'off' } as const;
    await crawl(app, `${apex.origin}/`, options);
    expect(await startsOf(app)).toEqual([`${www.origin}/`]);
    await crawl(app, `${apex.origin}/`, options);
    expect(await startsOf(app)).toEqual([`${www.origin}/`]);
    expect(await (await guildOf(app)).sources()).toHaveLength(1);
    await setMode(app, 'sitemap');
    const [ran] = await runDue(app, 'sync');
    expect(ran?.endings).toEqual({ [`${www.origin}/new`]: 'new' });
  });
});
