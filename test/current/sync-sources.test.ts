import { describe, expect, it } from 'vitest';
import { guildOf, importPages } from '../support/app.ts';
import { startSynced } from '../support/synced-site.ts';
import { untold } from '../support/upkeep.ts';

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
});
