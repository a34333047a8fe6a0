import { describe, expect, it } from 'vitest';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { page } from '../support/site.ts';
import { DAY_MS, nextWeek, untold, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

describe('a host that is down as a whole', () => {
  it('is tried again a day later, shown in the list, told once a page, and fine again once it answers', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let down = false;
    const site = await serve((path) => {
      if (down) return { status: 503 };
      return path === '/a' ? page('A') : undefined;
    });
    await importPages(app, [`${site.origin}/a`]);
    const { freshness } = await guildOf(app);
    const failing = async () => (await freshness.sourceStates()).get(1)?.failing;
    const asked = async (check: () => Promise<unknown>) => {
      const before = site.requests.length;
      await check();
      return site.requests.slice(before).map(({ path }) => path);
    };
    down = true;
    // Asked once more at once (rule 3.3), and then not before the next day.
    expect(await asked(() => nextWeek(app, clock, site))).toEqual(['/robots.txt', '/robots.txt']);
    expect(await failing()).toBe(1);
    clock.advance(DAY_MS / 2);
    expect(await asked(() => weeklyCheck(app))).toEqual([]);
    const { out } = await runLine(app, 'knowledge', 'list');
    expect(out).toContain('1 page without a readable answer');
    expect(out).toContain(`${new URL(site.origin).host} could not be checked, and is tried again after `);
    for (let day = 0; day < 10; day += 1) {
      clock.advance(DAY_MS);
      expect(await asked(() => weeklyCheck(app))).toEqual(['/robots.txt', '/robots.txt']);
    }
    expect(await untold(app)).toEqual(['failing /a']);
    expect(await freshness.untoldChanges(1)).toMatchObject([{ note: 'robots-unavailable' }]);
    down = false;
    clock.advance(DAY_MS);
    expect(await asked(() => weeklyCheck(app))).toEqual(['/robots.txt', '/a']);
    expect(await failing()).toBe(0);
    expect((await runLine(app, 'knowledge', 'list')).out).not.toContain('could not be checked');
  });

  it('and that one page leads to keeps no other page of its own host from being checked', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let leads = false;
    const down = await serve(() => ({ status: 503 }));
    const site = await serve({
      '/a': () => (leads ? { status: 302, headers: { location: `${down.origin}/a` } } : page('A')),
      '/b': page('B'),
    });
    await importPages(app, [`${site.origin}/a`, `${site.origin}/b`]);
    leads = true;
    expect((await nextWeek(app, clock, site)).endings).toEqual({
      [`${site.origin}/a`]: 'robots-unavailable',
      [`${site.origin}/b`]: 'unchanged',
    });
    clock.advance(WEEK_MS / 2);
    expect((await weeklyCheck(app)).endings).toEqual({});
  });
});
