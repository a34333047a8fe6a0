import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { digestOf } from '../../src/jobs/digest.ts';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page } from '../support/site.ts';
import { DAY_MS, refreshSource, runDue, setMode, untold, WEEK_MS } from '../support/upkeep.ts';

/** What the digest would tell now, as `kind path`; null when it would be silent. */
async function toTell(app: App): Promise<readonly string[] | null> {
  const digest = digestOf(await (await guildOf(app)).freshness.untoldChanges(99));
  return digest?.changes.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`) ?? null;
}

/** One page, whose site can be made to answer otherwise for a day. */
async function onePage() {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  let status = 200;
  let robots = '';
  const site = await serve({
    '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: robots }),
    '/a': () => (status === 200 ? page('A') : { status }),
  });
  await importPages(app, [`${site.origin}/a`]);
  async function becomes(now: { readonly status?: number; readonly robots?: string }, afterMs = DAY_MS): Promise<void> {
    status = now.status ?? 200;
    robots = now.robots ?? '';
    clock.advance(afterMs);
    await refreshSource(app);
  }
  return { app, becomes };
}

describe('what the digest tells', () => {
  it.each([
    ['missing', { status: 404 }],
    ['failing', { status: 500 }],
    ['disallowed', { robots: 'User-agent: *\nDisallow: /' }],
  ] as const)('of a page that is %s is no more told once the page is as it was', async (kind, state) => {
    const { app, becomes } = await onePage();
    await becomes(state);
    expect(await toTell(app)).toEqual([`${kind} /a`]);
    await becomes({});
    expect(await untold(app)).toEqual([`${kind} /a`]);
    expect(await toTell(app)).toBeNull();
    // What comes again is told again.
    await becomes(state);
    expect(await toTell(app)).toEqual([`${kind} /a`]);
  });

  it('of a page that is gone is no more told once an admin put it back', async () => {
    const { app, becomes } = await onePage();
    await becomes({ status: 404 });
    await becomes({ status: 404 }, WEEK_MS);
    expect(await toTell(app)).toEqual(['gone /a']);
    const guild = await guildOf(app);
    const [removed] = await guild.removedPages({ limit: 1, offset: 0 });
    expect(await guild.restorePage(removed?.id ?? 0)).toBe('restored');
    await becomes({});
    expect(await toTell(app)).toBeNull();
  });

  it('of a new page is not told when an admin took it out meanwhile', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let extra: readonly string[] = [];
    const site = await serve((path) =>
      path === '/' ? page('Home', links(...extra)) : extra.includes(path) ? page(path) : undefined,
    );
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'weekly');
    extra = ['/b', '/c'];
    clock.advance(WEEK_MS);
    await runDue(app, 'watch');
    const guild = await guildOf(app);
    const out = await guild.pageAt(`${site.origin}/b`);
    await guild.removePage(out?.id ?? 0, 'admin', clock.now());
    expect(await toTell(app)).toEqual(['changed /', 'new /c']);
  });

  it('of a sitemap that could not be followed is no more told once it was, or once nobody wants it to be', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let broken = false;
    const site = await serve((path) => {
      if (path === '/') return page('Home');
      if (path !== '/sitemap.xml' || broken) return undefined;
      const body = `<urlset><url><loc>${site.origin}/</loc></url></urlset>`;
      return { headers: { 'content-type': 'application/xml' }, body };
    });
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'sitemap');
    async function nextDay(): Promise<void> {
      clock.advance(DAY_MS);
      await runDue(app, 'sync');
    }
    await runDue(app, 'sync');
    broken = true;
    await nextDay();
    expect(await toTell(app)).toEqual(['sitemap /sitemap.xml']);
    broken = false;
    await nextDay();
    expect(await toTell(app)).toBeNull();
    broken = true;
    await nextDay();
    expect(await toTell(app)).toEqual(['sitemap /sitemap.xml']);
    await setMode(app, 'off');
    expect(await toTell(app)).toBeNull();
  });

  it('of a page that moved is no more told when an admin took it out where it is now', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({
      '/a': () => (moved ? { status: 301, headers: { location: '/b' } } : page('A')),
      '/b': () => page('A'),
    });
    await importPages(app, [`${site.origin}/a`]);
    moved = true;
    clock.advance(DAY_MS);
    await refreshSource(app);
    expect(await toTell(app)).toEqual(['moved /a']);
    const guild = await guildOf(app);
    await guild.removePage((await guild.pageAt(`${site.origin}/b`))?.id ?? 0, 'admin', clock.now());
    expect(await toTell(app)).toBeNull();
  });

  it('of a sitemap that never was found is told of the start page, whatever becomes of other sites', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const without = await serve({ '/': page('Home') });
    const other = await serve({ '/': page('Other') });
    for (const { origin } of [without, other]) await crawl(app, `${origin}/`);
    for (const id of [1, 2]) await setMode(app, 'sitemap', id);
    await runDue(app, 'sync');
    expect(await toTell(app)).toEqual(['sitemap /', 'sitemap /']);
    await setMode(app, 'off', 2);
    expect(await toTell(app)).toEqual(['sitemap /']);
  });

  it('of pages that a removed source has left with is nothing', async () => {
    const { app, becomes } = await onePage();
    await becomes({ status: 404 });
    await (await guildOf(app)).removeSource(1, app.clock.now());
    expect(await toTell(app)).toBeNull();
  });
});
