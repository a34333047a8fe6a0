import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve } from '../support/app.ts';
import { startSynced } from '../support/synced-site.ts';
import { DAY_MS, setMode, untold } from '../support/upkeep.ts';

describe('a sitemap that names a page which another source has', () => {
  it('brings it into its own source with one request, and leaves it alone from then on', async () => {
    const world = await startSynced(1);
    world.texts.set('/x', 'text of x');
    world.state.listed = ['/', '/p0'];
    await importPages(world.app, [`${world.site.origin}/x`]);
    world.state.listed = null;
    expect((await world.nextDay()).asked).toEqual(['/robots.txt', '/sitemap.xml', '/x']);
    expect((await (await guildOf(world.app)).pageAt(`${world.site.origin}/x`))?.sourceIds).toEqual([1, 2]);
    expect((await world.nextDay()).asked).toHaveLength(2);
    expect(await untold(world.app)).toEqual([]);
  });

  it('takes nothing away that an admin imported by its address, however long it does not name it', async () => {
    const world = await startSynced(9);
    const url = `${world.site.origin}/p8`;
    await importPages(world.app, [url]);
    world.state.listed = ['/', '/p0', '/p1', '/p2', '/p3', '/p4', '/p5', '/p6', '/p7'];
    await world.nextDay(40);
    await world.nextDay();
    expect((await (await guildOf(world.app)).pageAt(url))?.sourceIds).toEqual([1, 2]);
    expect(await untold(world.app)).toEqual([]);
  });
});

describe('a site whose start URL leads to another origin', () => {
  it.each([
    ['for good', 301],
    ['for now', 302],
  ])(
    '%s is followed by the sitemap that it has there, and left alone while that host refuses us',
    async (_, status) => {
      const world = await startSynced(1);
      const old = await serve((path) => ({ status, headers: { location: world.site.origin + path } }));
      await crawl(world.app, `${old.origin}/`);
      await setMode(world.app, 'off');
      await setMode(world.app, 'sitemap', 2);
      world.edit('/fresh', 'new');
      const { asked, endings } = await world.nextDay();
      expect(asked).toEqual(['/robots.txt', '/sitemap.xml', '/fresh']);
      expect(endings).toEqual({ [`${world.site.origin}/fresh`]: 'new' });
      expect(await (await guildOf(world.app)).freshness.schedule(2)).toMatchObject({ outcome: 'done', sitemapSize: 3 });
      const { hostChecks } = world.app.store;
      const refusing = await hostChecks.host(new URL(world.site.origin).host);
      const notBefore = new Date(world.clock.now().getTime() + 7 * DAY_MS);
      await hostChecks.record({ ...refusing, refusals: 1, notBefore }, null);
      expect((await world.nextDay()).asked).toEqual([]);
    },
  );
});

describe('a feed that stands in for a sitemap', () => {
  const feed = (world: Awaited<ReturnType<typeof startSynced>>, ...paths: string[]) => {
    const items = paths.map((path) => `<item><link>${world.site.origin}${path}</link></item>`);
    const body = `<rss version="2.0"><channel>${items.join('')}</channel></rss>`;
    world.state.sitemap = { headers: { 'content-type': 'application/rss+xml' }, body };
  };

  it('takes no page away because newer ones took its place, and is no trouble', async () => {
    const world = await startSynced(3);
    feed(world, '/p0', '/p1');
    await world.nextDay();
    world.texts.set('/p3', 'the newest');
    feed(world, '/p3', '/p2');
    await world.nextDay(40);
    expect((await world.nextDay()).asked).toHaveLength(2);
    const guild = await guildOf(world.app);
    expect(await guild.countPages()).toBe(5);
    expect((await guild.freshness.schedule(1)).outcome).toBe('done');
    expect(await untold(world.app)).toEqual(['new /p3']);
  });

  it('sets off a crawl only when it has not worked for 90 days', async () => {
    const world = await startSynced(1);
    feed(world, '/p0');
    await world.nextDay(95);
    world.state.sitemap = { status: 503 };
    expect((await world.nextDay()).asked).not.toContain('/');
    expect((await world.nextDay(90)).asked).toContain('/');
  });
});
