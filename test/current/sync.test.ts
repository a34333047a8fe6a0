import { describe, expect, it } from 'vitest';
import { crawl, guildOf } from '../support/app.ts';
import { page } from '../support/site.ts';
import { startDatedSite, startSynced } from '../support/synced-site.ts';
import { DAY_MS, setMode, untold } from '../support/upkeep.ts';

describe('the daily sitemap sync', () => {
  it('asks for robots.txt and one sitemap on a typical day, and for what is new or changed on others', async () => {
    const world = await startSynced(5);
    expect((await world.nextDay()).asked).toEqual(['/robots.txt', '/sitemap.xml']);
    world.edit('/p1', 'edited');
    world.edit('/fresh', 'new');
    const { asked, endings } = await world.nextDay();
    expect(asked).toEqual(['/robots.txt', '/sitemap.xml', '/p1', '/fresh']);
    expect(endings).toEqual({ [`${world.site.origin}/p1`]: 'updated', [`${world.site.origin}/fresh`]: 'new' });
    expect(await untold(world.app)).toEqual(['changed /p1', 'new /fresh']);
    expect((await world.nextDay()).asked).toHaveLength(2);
  });

  it('visits 100 pages a day, shows the rest as backlog, and comes to the end', { timeout: 60_000 }, async () => {
    const world = await startSynced(1);
    for (let n = 0; n < 110; n += 1) world.edit(`/n${n}`, `new text ${n}`);
    const { freshness } = await guildOf(world.app);
    expect((await world.nextDay()).asked).toHaveLength(2 + 100);
    expect((await freshness.schedule(1)).backlog).toBe(10);
    expect((await world.nextDay()).asked).toHaveLength(2 + 10);
    expect((await freshness.schedule(1)).backlog).toBe(0);
  });

  it('does not ask every day for what came to nothing', async () => {
    const world = await startSynced(2);
    world.state.listed = ['/', '/p0', '/p1', '/nowhere'];
    expect((await world.nextDay()).asked).toContain('/nowhere');
    expect((await world.nextDay()).asked).not.toContain('/nowhere');
    expect((await world.nextDay(31)).asked).toContain('/nowhere');
  });

  it.each([
    [
      'loses most of its pages',
      (world: Awaited<ReturnType<typeof startSynced>>) => void (world.state.listed = ['/p0']),
    ],
    ['turns into a page', (world) => void (world.state.sitemap = page('Welcome'))],
    ['fails', (world) => void (world.state.sitemap = { status: 500 })],
  ])('changes nothing when the sitemap %s, and says so', async (_, breakIt) => {
    const world = await startSynced(9);
    breakIt(world);
    const guild = await guildOf(world.app);
    for (let day = 0; day < 4; day += 1) {
      const { asked, ran } = await world.nextDay();
      expect(asked.filter((path) => path.startsWith('/p'))).toEqual([]);
      expect(ran?.detail).toMatch(/Nothing was changed|No working sitemap/);
    }
    expect(await guild.countPages()).toBe(10);
    expect((await guild.freshness.schedule(1)).outcome).toMatch(/Nothing was changed|No working sitemap/);
    // Told once in the digest, and once more only after it had been well.
    expect(await untold(world.app)).toEqual(['sitemap /sitemap.xml']);
    Object.assign(world.state, { sitemap: null, listed: null });
    expect((await world.nextDay()).ran?.end).toBe('done');
    breakIt(world);
    await world.nextDay();
    expect(await untold(world.app)).toHaveLength(2);
  });

  it('asks for nothing, and says why, while robots.txt closes the site, and goes on when it opens', async () => {
    const world = await startSynced(2);
    world.state.robots = 'User-agent: *\nDisallow: /';
    const { asked, ran } = await world.nextDay();
    expect(asked).toEqual(['/robots.txt']);
    expect(ran).toMatchObject({ end: 'robots', detail: expect.stringContaining('robots.txt disallows') });
    expect(await untold(world.app)).toEqual([]);
    world.state.robots = '';
    world.edit('/p0', 'edited meanwhile');
    expect((await world.nextDay()).endings).toEqual({ [`${world.site.origin}/p0`]: 'updated' });
  });

  it('passes over what robots.txt forbids, without a word, and asks for it once that is lifted', async () => {
    const world = await startSynced(2);
    world.state.robots = 'User-agent: *\nDisallow: /p';
    world.edit('/p0', 'edited');
    world.edit('/private', 'new');
    const { asked, endings } = await world.nextDay();
    expect({ asked, endings }).toEqual({ asked: ['/robots.txt', '/sitemap.xml'], endings: {} });
    expect((await (await guildOf(world.app)).freshness.sitemapTries(1)).size).toBe(0);
    world.state.robots = '';
    expect((await world.nextDay()).asked.slice(2)).toEqual(['/p0', '/private']);
  });

  it('takes a page out after 30 days of absence, and not because of one reading after a long stop', async () => {
    const world = await startSynced(9);
    const guild = await guildOf(world.app);
    world.state.listed = ['/', '/p0', '/p1', '/p2', '/p3', '/p4', '/p5', '/p6', '/p7'];
    await world.nextDay(40);
    expect(await guild.countPages()).toBe(10);
    await world.nextDay();
    expect(await guild.countPages()).toBe(9);
    expect(await guild.removedPages({ limit: 9, offset: 0 })).toMatchObject([
      { url: `${world.site.origin}/p8`, why: 'absent' },
    ]);
    expect(await untold(world.app)).toEqual(['gone /p8']);
  });

  it('stops believing dates that are always now after three pages, and goes on believing honest ones', async () => {
    const world = await startSynced(20);
    for (const path of world.texts.keys())
      world.dates.set(path, new Date(world.clock.now().getTime() + DAY_MS).toISOString());
    const { asked, endings } = await world.nextDay();
    expect(asked.length).toBeLessThanOrEqual(2 + 4);
    expect(Object.values(endings).filter((how) => how === 'date-doubted').length).toBeGreaterThan(10);
    for (const path of world.texts.keys())
      world.dates.set(path, new Date(world.clock.now().getTime() + DAY_MS).toISOString());
    expect((await world.nextDay()).asked).toHaveLength(2);
  });

  it('crawls a site without a working sitemap every 90 days instead', async () => {
    const world = await startDatedSite();
    world.state.sitemap = { status: 404 };
    world.texts.set('/a', 'a');
    await crawl(world.app, `${world.site.origin}/`);
    await setMode(world.app, 'sitemap');
    world.texts.set('/late', 'late');
    const crawled: boolean[] = [];
    for (const days of [1, 50, 38, 2, 88, 3]) crawled.push((await world.nextDay(days)).asked.includes('/'));
    expect(crawled).toEqual([false, false, false, true, false, true]);
    expect(await untold(world.app)).toEqual(['sitemap /', 'changed /', 'new /late']);
  });

  it('counts those days from when a sitemap last worked, so that a failing one sets off no crawl', async () => {
    const world = await startSynced(2);
    await world.nextDay(100);
    world.state.sitemap = { status: 503 };
    expect((await world.nextDay()).asked).not.toContain('/');
    expect((await world.nextDay(90)).asked).toContain('/');
  });
});
