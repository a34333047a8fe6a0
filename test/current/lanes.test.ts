import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { importPages, serve, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { page } from '../support/site.ts';
import { DAY_MS, until, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

describe('the weekly checks', () => {
  it("ask five hosts of a guild side by side, and another guild's beside them", async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let open = (): void => {};
    const held = new Promise<void>((resolve) => (open = resolve));
    let holding = false;
    let waiting = 0;
    let most = 0;
    const sites = await Promise.all(
      Array.from({ length: 8 }, () =>
        serve((path) => {
          if (path !== '/a') return undefined;
          if (!holding) return page('A');
          waiting += 1;
          most = Math.max(most, waiting);
          return held.then(() => {
            waiting -= 1;
            return page('A');
          });
        }),
      ),
    );
    const [last, ...own] = sites;
    await importPages(
      app,
      own.map(({ origin }) => `${origin}/a`),
    );
    await importPages(app, [`${last?.origin}/a`], 'other');
    clock.advance(2 * WEEK_MS);
    holding = true;
    const run = await app.upkeep.checks();
    await until(() => waiting === 6);
    expect(app.upkeep.checkLoad()).toEqual({ running: 6, waiting: 2 });
    open();
    await run?.ended;
    expect(most).toBe(6);
    expect(run?.tally().pages.unchanged).toBe(8);
  });

  it('leave a host alone for a day whose answers could not be kept, and then ask for what is still due', async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    const bugs: unknown[] = [];
    const app = await startApp({ clock, dataDir, reportBug: (error) => bugs.push(error) });
    const site = await serve({ '/a': page('A'), '/b': page('B') });
    const fine = await serve({ '/c': page('C') });
    await importPages(app, [`${site.origin}/a`, `${site.origin}/b`]);
    await importPages(app, [`${fine.origin}/c`], 'other');
    const file = new Database(join(dataDir, 'guilds/local.sqlite'));
    file.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON page_checks BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    clock.advance(2 * WEEK_MS);
    const { endings } = await weeklyCheck(app);
    expect(endings).toEqual({ [`${fine.origin}/c`]: 'unchanged' });
    expect(bugs).toHaveLength(1);
    file.exec('DROP TRIGGER refuse');
    file.close();
    const asked = site.pagePaths().length;
    clock.advance(DAY_MS / 2);
    expect((await weeklyCheck(app)).endings).toEqual({});
    expect(site.pagePaths()).toHaveLength(asked);
    clock.advance(DAY_MS / 2);
    expect((await weeklyCheck(app)).endings).toEqual({
      [`${site.origin}/a`]: 'unchanged',
      [`${site.origin}/b`]: 'unchanged',
    });
  });
});
