import { describe, expect, it } from 'vitest';
import { startSynced } from '../support/synced-site.ts';

describe('an address of the sitemap that gives no page of its own', () => {
  it('is asked for once when it redirects to one, and again when its date moves', async () => {
    const world = await startSynced(1);
    world.texts.set('/a/', 'text of a');
    world.answers.set('/a', { status: 301, headers: { location: '/a/' } });
    world.dates.set('/a', '2026-01-02');
    world.state.listed = ['/', '/p0', '/a'];
    const { asked, endings } = await world.nextDay();
    expect(asked).toEqual(['/robots.txt', '/sitemap.xml', '/a', '/a/']);
    expect(endings[`${world.site.origin}/a/`]).toBe('new');
    for (let day = 0; day < 3; day += 1) expect((await world.nextDay()).asked).toHaveLength(2);
    world.texts.set('/a/', 'edited');
    world.dates.set('/a', world.clock.now().toISOString());
    expect((await world.nextDay()).endings[`${world.site.origin}/a/`]).toBe('updated');
    expect((await world.nextDay()).asked).toHaveLength(2);
  });
});
