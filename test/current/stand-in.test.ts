import { describe, expect, it } from 'vitest';
import { crawl, guildOf, serve, startApp, tempDir, watch } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page } from '../support/site.ts';
import { startSynced } from '../support/synced-site.ts';
import { DAY_MS, runDue, setMode } from '../support/upkeep.ts';

describe('the crawl that stands in for a sitemap', () => {
  it('is gone on with on the days after, also where a sitemap worked once, and is not begun anew', async () => {
    const world = await startSynced(1);
    const { freshness } = await guildOf(world.app);
    world.state.sitemap = { status: 404 };
    for (let n = 0; n < 110; n += 1) world.texts.set(`/n${n}`, `new text ${n}`);
    const first = await world.nextDay(91);
    expect(first.ran).toMatchObject({ end: 'page-limit', detail: expect.stringMatching(/next run goes on from here/) });
    expect((await freshness.schedule(1)).backlog).toBe(12);
    const second = await world.nextDay();
    expect(second.ran?.end).toBe('done');
    const pages = [...first.asked, ...second.asked].filter((path) => /^\/(?:n\d+)?$/.test(path));
    expect(new Set(pages).size).toBe(111);
    expect(pages).toHaveLength(111);
    expect((await freshness.schedule(1)).backlog).toBe(0);
    expect((await world.nextDay()).asked).not.toContain('/');
  });

  it('is made up the next day when the site could not be looked through', async () => {
    const world = await startSynced(1);
    world.state.sitemap = { status: 404 };
    world.answers.set('/', { status: 500 });
    const failed = await world.nextDay(91);
    expect(failed.ran).toMatchObject({ end: 'failed', detail: expect.stringContaining('(500)') });
    // It was just looked for, and is not looked for again by the crawl.
    expect(failed.asked.filter((path) => path === '/sitemap.xml')).toHaveLength(1);
    world.answers.clear();
    expect((await world.nextDay()).asked).toContain('/p0');
    expect((await world.nextDay()).asked).not.toContain('/');
  });

  it('goes on as a crawl after a kill, and is over with it', async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    let files = '';
    const site = await serve((path) => {
      const n = path === '/' ? 0 : Number(/^\/p([1-6])$/.exec(path)?.[1]);
      if (Number.isNaN(n)) return undefined;
      if (path === '/p2') files = filesAfterKill(dataDir);
      return page(path, n < 6 ? links(`/p${n + 1}`) : '');
    });
    const app = await startApp({ clock, dataDir });
    await crawl(app, `${site.origin}/`, { pages: 1 });
    await setMode(app, 'sitemap');
    clock.advance(91 * DAY_MS);
    await runDue(app, 'sync');
    const later = await startApp({ clock, dataDir: files });
    const before = site.requests.length;
    const [resumed] = await later.crawling.resume(await guildOf(later));
    if (resumed === undefined) throw new Error('nothing was left to go on with');
    expect(await watch(resumed)).toMatchObject({ end: 'done' });
    expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/p2', '/p3', '/p4', '/p5', '/p6']);
    clock.advance(DAY_MS);
    await runDue(later, 'sync');
    expect(site.requests.slice(before).filter(({ path }) => path === '/')).toEqual([]);
  });
});
