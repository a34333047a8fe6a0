import { describe, expect, it } from 'vitest';
import { startSynced } from '../support/synced-site.ts';
import { nextWeek } from '../support/upkeep.ts';

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

  it('is asked for at the next sync when it was left alone with its host, which refused the ones before it', async () => {
    const world = await startSynced(1);
    const fresh = Array.from({ length: 13 }, (_, n) => `/n${n}`);
    for (const path of fresh) {
      world.texts.set(path, `text of ${path}`);
      world.answers.set(path, { status: 403 });
    }
    expect((await world.nextDay()).endings[`${world.site.origin}/n12`]).toBe('host-refused');
    world.answers.clear();
    // Rule 2.5: the weekly check asks first whether the host lets us in again.
    await nextWeek(world.app, world.clock, world.site);
    expect((await world.nextDay()).asked.slice(2)).toEqual(['/n10', '/n11', '/n12']);
  });

  it('is asked for once when its stored page gives no readable answer; the weekly check brings it back', async () => {
    const world = await startSynced(2);
    world.edit('/p0', 'edited');
    world.answers.set('/p0', { status: 500 });
    expect((await world.nextDay()).endings).toEqual({ [`${world.site.origin}/p0`]: 'http-500' });
    expect((await world.nextDay()).asked).toHaveLength(2);
    world.answers.clear();
    const { endings } = await nextWeek(world.app, world.clock, world.site);
    expect(endings[`${world.site.origin}/p0`]).toBe('updated');
    world.edit('/p0', 'edited again');
    expect((await world.nextDay()).endings).toEqual({ [`${world.site.origin}/p0`]: 'updated' });
  });

  it('is asked for again when its date moves only as long as the dates of the sitemap are believed', async () => {
    const world = await startSynced(1);
    world.state.listed = ['/', '/p0', '/nowhere'];
    const asked: boolean[] = [];
    for (let day = 0; day < 5; day += 1) {
      for (const path of world.state.listed) world.dates.set(path, world.clock.now().toISOString());
      asked.push((await world.nextDay()).asked.includes('/nowhere'));
    }
    expect(asked).toEqual([true, true, false, false, false]);
  });
});
