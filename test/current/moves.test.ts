import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { DAY_MS, nextWeek, untold } from '../support/upkeep.ts';

const to = (location: string, status = 301): SiteAnswer => ({ status, headers: { location } });
const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname;
const part = { limit: 20, offset: 0 };

async function pathsOf(app: App): Promise<readonly string[]> {
  return (await (await guildOf(app)).pages(part)).map(pathOf);
}

/** A site of documentation that, while it is down, sends every address of its own somewhere for good. */
async function startDocs(elsewhere: (path: string) => string) {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const names = ['/docs/a', '/docs/b', '/docs/c'];
  const paths = ['/docs/', ...names];
  const site = { down: false };
  const served = await serve((path) => {
    if (site.down && paths.includes(path)) return to(elsewhere(path));
    if (path === '/docs/') return page('Docs', links(...names));
    if (path === '/docs/maintenance' || path.startsWith('/login')) return page('Not now');
    return names.includes(path) ? page(path) : undefined;
  });
  return { app, clock, site, served, paths };
}

describe('a site that sends all its addresses to one page for good', () => {
  it('of its own, a parked domain or a login for each, loses none of them when it is back a week later', async () => {
    const parking = await serve({ '/lander': page('This domain may be for sale') });
    const elsewhere = [
      () => '/docs/maintenance',
      () => `${parking.origin}/lander`,
      (path: string) => `/login?next=${encodeURIComponent(path)}`,
    ];
    for (const where of elsewhere) {
      const { app, clock, site, served, paths } = await startDocs(where);
      if (where === elsewhere[0]) await crawl(app, `${served.origin}/docs/`);
      else
        await importPages(
          app,
          paths.map((path) => served.origin + path),
        );
      site.down = true;
      await nextWeek(app, clock, served);
      expect(await pathsOf(app)).toEqual(paths);
      expect(await untold(app)).toEqual(paths.map((path) => `missing ${path}`));
      site.down = false;
      const { endings } = await nextWeek(app, clock, served);
      expect(Object.values(endings)).toEqual(paths.map(() => 'unchanged'));
      expect(await (await guildOf(app)).countRemovedPages()).toBe(0);
    }
  });

  it('for weeks leaves a copy of each that can be put back', async () => {
    const { app, clock, site, served, paths } = await startDocs(() => '/login');
    await importPages(
      app,
      paths.map((path) => served.origin + path),
    );
    site.down = true;
    for (let week = 0; week < 3; week += 1) await nextWeek(app, clock, served);
    expect(await pathsOf(app)).toEqual(['/login']);
    const guild = await guildOf(app);
    const removed = await guild.removedPages(part);
    expect(removed.map(pathOf).toSorted()).toEqual(paths);
    site.down = false;
    for (const { id } of removed) expect(await guild.restorePage(id)).toBe('restored');
    expect(Object.values((await nextWeek(app, clock, served)).endings)).toEqual(Array(5).fill('unchanged'));
    for (const path of paths) expect(await guild.pageAt(served.origin + path)).not.toBeNull();
  });
});

describe('a page that moves for good', () => {
  it('is followed at once where its text came along, whatever its links lead to', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({
      '/v1/guide': () => (moved ? to('/v2/guide') : page('Guide', links('/v1/a').replace('>/v1/a<', '>next<'))),
      '/v2/guide': page('Guide', links('/v2/a').replace('>/v2/a<', '>next<')),
    });
    await importPages(app, [`${site.origin}/v1/guide`]);
    const guild = await guildOf(app);
    const before = await guild.pageAt(`${site.origin}/v1/guide`);
    moved = true;
    await nextWeek(app, clock, site);
    expect(await guild.pageAt(`${site.origin}/v2/guide`)).toMatchObject({ id: before?.id });
    expect(await untold(app)).toEqual(['moved /v1/guide']);
    expect(await guild.countRemovedPages()).toBe(0);
  });

  it.each([
    ['written anew is followed a week later', ['/old'], ['/new']],
    ['to a page that is stored is merged with it a week later', ['/old', '/new'], ['/new']],
  ])('%s, and its old copy can be put back', async (_, imported, left) => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({ '/old': () => (moved ? to('/new') : page('Old')), '/new': page('New') });
    await importPages(
      app,
      imported.map((path) => site.origin + path),
    );
    const guild = await guildOf(app);
    moved = true;
    await nextWeek(app, clock, site);
    expect(await pathsOf(app)).toEqual(imported);
    expect(await guild.pageAt(`${site.origin}/old`)).toMatchObject({ title: 'Old' });
    expect((await guild.freshness.untoldChanges(9)).map(({ kind, note }) => [kind, note])).toEqual([
      ['missing', `redirects to ${site.origin}/new, which says something else`],
    ]);
    await nextWeek(app, clock, site);
    expect(await pathsOf(app)).toEqual(left);
    // Both addresses that the admin named stand for it now.
    expect((await guild.pageAt(`${site.origin}/new`))?.sourceIds).toEqual(imported.map((_path, n) => n + 1));
    expect(await untold(app)).toEqual(['missing /old', 'moved /old']);
    const [removed] = await guild.removedPages(part);
    expect(removed).toMatchObject({ url: `${site.origin}/old`, why: 'moved' });
    moved = false;
    expect(await guild.restorePage(removed?.id ?? 0)).toBe('restored');
    await nextWeek(app, clock, site);
    expect(await guild.pageAt(`${site.origin}/old`)).toMatchObject({ title: 'Old' });
  });

  it('to what a third page says already is gone a week later, and can be put back', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({
      '/': page('Home', links('/old', '/new')),
      '/old': () => (moved ? to('/third') : page('Old')),
      '/new': page('New'),
      '/third': page('New'),
    });
    await crawl(app, `${site.origin}/`);
    const guild = await guildOf(app);
    moved = true;
    for (const left of [
      ['/', '/old', '/new'],
      ['/', '/new'],
    ]) {
      await nextWeek(app, clock, site);
      expect(await pathsOf(app)).toEqual(left);
    }
    expect((await guild.freshness.untoldChanges(9)).at(-1)).toMatchObject({
      kind: 'gone',
      note: `It redirects to ${site.origin}/third now, which says the same as ${site.origin}/new.`,
    });
    const [removed] = await guild.removedPages(part);
    expect(removed).toMatchObject({ url: `${site.origin}/old`, why: 'gone' });
    expect(await guild.restorePage(removed?.id ?? 0)).toBe('restored');
  });

  it('to a page that says the very same is merged with it at once, and can be put back', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({ '/old': () => (moved ? to('/new') : page('Same')), '/new': page('Same') });
    await importPages(app, [`${site.origin}/old`, `${site.origin}/new`]);
    moved = true;
    await nextWeek(app, clock, site);
    expect(await pathsOf(app)).toEqual(['/new']);
    expect(await (await guildOf(app)).removedPages(part)).toMatchObject([{ why: 'duplicate' }]);
  });

  it('onto a stored page with another text takes all its sources along', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({
      '/': page('Home', links('/old')),
      '/old': () => (moved ? to('/new') : page('Old')),
      '/new': page('New'),
    });
    await importPages(app, [`${site.origin}/old`, `${site.origin}/new`]);
    await crawl(app, `${site.origin}/`);
    const guild = await guildOf(app);
    expect((await guild.pageAt(`${site.origin}/old`))?.sourceIds).toEqual([1, 3]);
    moved = true;
    for (let week = 0; week < 2; week += 1) await nextWeek(app, clock, site);
    expect((await guild.pageAt(`${site.origin}/new`))?.sourceIds).toEqual([1, 2, 3]);
  });

  it('to an imported page that an admin took out does not bring it back when that is erased', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({ '/a': () => (moved ? to('/b') : page('Same')), '/b': page('Same') });
    await importPages(app, [`${site.origin}/a`, `${site.origin}/b`]);
    const guild = await guildOf(app);
    await guild.removePage((await guild.pageAt(`${site.origin}/b`))?.id ?? 0, 'admin', clock.now());
    clock.advance(2 * DAY_MS);
    await guild.expireRemoved(clock.now());
    expect(await guild.removedPage(`${site.origin}/b`)).toBeNull();
    moved = true;
    clock.advance(4 * DAY_MS);
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'removed-by-admin' });
    expect(await pathsOf(app)).toEqual(['/a']);
    await importPages(app, [`${site.origin}/b`]);
    expect(await pathsOf(app)).toEqual(['/a', '/b']);
  });

  it('to what an admin took out does not bring it back, and leaves the removed copy alone', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let status: number | null = null;
    const site = await serve({
      '/': page('Home', links('/a', '/b')),
      '/a': () => (status === null ? page('A') : to('/b', status)),
      '/b': page('B'),
    });
    await crawl(app, `${site.origin}/`);
    const guild = await guildOf(app);
    await guild.removePage((await guild.pageAt(`${site.origin}/b`))?.id ?? 0, 'admin', clock.now());
    for (status of [301, 302]) {
      expect((await nextWeek(app, clock, site)).endings[`${site.origin}/a`]).toBe('removed-by-admin');
      expect(await guild.pageAt(`${site.origin}/a`)).toMatchObject({ title: 'A' });
      expect(await guild.pageAt(`${site.origin}/b`)).toBeNull();
    }
    expect(await guild.removedPage(`${site.origin}/b`)).toMatchObject({ title: 'B' });
  });
});

describe('a page that redirects for now to another one of its site', () => {
  it('is asked for with that page, which costs it no second request in the same check, and takes no text from it', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let leads = false;
    let text = 'as it was';
    let answers: SiteAnswer | null = null;
    const site = await serve({
      '/': () => (leads ? to('/en', 302) : page('Start', links('/en'))),
      '/en': () => answers ?? page('English', `<p>${text}</p>`),
    });
    await crawl(app, `${site.origin}/`);
    leads = true;
    for (text of ['as it is now', 'as it is later']) {
      const before = site.pagePaths().length;
      const { endings } = await nextWeek(app, clock, site);
      expect(site.pagePaths().slice(before)).toEqual(['/', '/en']);
      expect(Object.values(endings)).toEqual(['duplicate-content', 'updated']);
      expect(await (await guildOf(app)).search(text, 1)).toMatchObject([{ url: `${site.origin}/en` }]);
    }
    expect(await pathsOf(app)).toEqual(['/', '/en']);
    expect(await untold(app)).toEqual(['failing /', 'changed /en', 'changed /en']);
    answers = { status: 404 };
    const before = site.pagePaths().length;
    expect(Object.values((await nextWeek(app, clock, site)).endings)).toEqual(['http-404', 'http-404']);
    expect(site.pagePaths().slice(before)).toEqual(['/', '/en']);
  });

  it('is no word on that page where the way to it was one redirect too long', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let leads = false;
    const names = Array.from({ length: 8 }, (_, n) => `/p${n}`);
    const site = await serve((path) => {
      const n = names.indexOf(path);
      return n < 0 ? undefined : leads && n < 7 ? to(`/p${n + 1}`, 302) : page(path);
    });
    await importPages(app, [`${site.origin}/p0`, `${site.origin}/p5`]);
    leads = true;
    const { endings } = await nextWeek(app, clock, site);
    expect(Object.values(endings)).toEqual(['too-many-redirects', 'updated']);
  });
});
