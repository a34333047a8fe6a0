import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { links, page } from '../support/site.ts';
import { DAY_MS, nextWeek, runDue, setMode, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

/** A page that an admin imported, and that answers 404 from then on, for so many weeks. */
async function missingFor(weeks: number) {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const state = { gone: false };
  const site = await serve({ '/a': () => (state.gone ? { status: 404 } : page('A')) });
  await importPages(app, [`${site.origin}/a`]);
  state.gone = true;
  for (let week = 0; week < weeks; week += 1) await nextWeek(app, clock, site);
  return { app, clock, site, state };
}

describe('what is put back', () => {
  it('as a page is checked again, though its host was left meanwhile', async () => {
    const { app, clock, site, state } = await missingFor(3);
    state.gone = false;
    const guild = await guildOf(app);
    const [removed] = await guild.removedPages({ limit: 1, offset: 0 });
    expect(await guild.restorePage(removed?.id ?? 0)).toBe('restored');
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
  });

  it('as a source is checked and watched again, though its hour passed meanwhile', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const site = await serve({ '/': page('One') });
    const other = await serve({ '/': page('Two') });
    await crawl(app, `${site.origin}/`);
    await crawl(app, `${other.origin}/`);
    for (const source of [1, 2]) await setMode(app, 'weekly', source);
    await runDue(app, 'watch');
    const guild = await guildOf(app);
    await guild.removeSource(1, clock.now());
    await runLine(app, 'knowledge', 'watch', '--source', '2', '--mode', 'off');
    clock.advance(WEEK_MS);
    await weeklyCheck(app);
    await guild.restoreSource(1);
    clock.advance(WEEK_MS);
    expect(await runDue(app, 'watch')).toHaveLength(1);
    // The watch counts as a check where it came less than half a week before the hour of its host.
    clock.advance(1.5 * WEEK_MS);
    expect((await weeklyCheck(app)).endings).toMatchObject({ [`${site.origin}/`]: 'unchanged' });
  });

  it('after it was gone is given the same time as any page before it goes again', async () => {
    const { app, clock, site } = await missingFor(2);
    const guild = await guildOf(app);
    const [removed] = await guild.removedPages({ limit: 1, offset: 0 });
    await guild.restorePage(removed?.id ?? 0);
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'http-404' });
    expect(await guild.countPages()).toBe(1);
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'removed' });
  });

  it('after its sitemap had dropped it stays, though the sitemap does not name it', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let listed = ['/', '/a', '/b', '/c'];
    const site = await serve((path) => {
      if (path === '/') return page('Home', links('/a', '/b', '/c'));
      if (path !== '/sitemap.xml') return /^\/[abc]$/.test(path) ? page(path) : undefined;
      const urls = listed.map((loc) => `<url><loc>${site.origin}${loc}</loc></url>`);
      return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
    });
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'sitemap');
    await runDue(app, 'sync');
    listed = ['/', '/a', '/b'];
    for (const days of [1, 31, 1]) {
      clock.advance(days * DAY_MS);
      await runDue(app, 'sync');
    }
    const guild = await guildOf(app);
    const [removed] = await guild.removedPages({ limit: 1, offset: 0 });
    expect(removed).toMatchObject({ url: `${site.origin}/c`, why: 'absent' });
    await guild.restorePage(removed?.id ?? 0);
    clock.advance(DAY_MS);
    await runDue(app, 'sync');
    expect(await guild.pageAt(`${site.origin}/c`)).not.toBeNull();
  });
});
