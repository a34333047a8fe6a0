import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { View } from '../../src/app/view.ts';
import { startSchedule } from '../../src/jobs/schedule.ts';
import type { JobHandle } from '../../src/jobs/runner.ts';
import { crawl, guildOf, serve, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page } from '../support/site.ts';
import { DAY_MS, setMode, WEEK_MS } from '../support/upkeep.ts';

describe('the schedule', () => {
  const clock = { monotonic: () => Date.now() };
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-29T00:59:30Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ticks at once and every minute, through a change of the clocks, and after an exception', async () => {
    const bugs: unknown[] = [];
    let ticks = 0;
    const schedule = startSchedule({
      async tick() {
        ticks += 1;
        if (ticks === 2) throw new Error('a mistake');
      },
      reportBug: (error) => bugs.push(error),
      clock,
    });
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ticks).toBe(6);
    expect(bugs).toHaveLength(1);
    schedule.stop();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ticks).toBe(6);
  });

  it('says what is wrong with it: a look that failed, until the next; one that does not end; and its own end', async () => {
    let tick = (): Promise<void> => Promise.reject(new Error('a mistake'));
    const schedule = startSchedule({ tick: () => tick(), reportBug: () => {}, clock });
    await vi.advanceTimersByTimeAsync(1);
    expect(schedule.trouble()).toBe('the last look at what is due failed; the log says why');
    tick = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(schedule.trouble()).toBeNull();
    tick = () => new Promise(() => {});
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(schedule.trouble()).toBeNull();
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    expect(schedule.trouble()).toMatch(/^nothing that is due was begun for 1[0-2] minutes$/);
    schedule.stop();
    expect(schedule.trouble()).toBe('has stopped');
  });

  it('is never overtaken by itself', async () => {
    let ticks = 0;
    const schedule = startSchedule({
      tick() {
        ticks += 1;
        return new Promise(() => {});
      },
      reportBug: () => {},
      clock,
    });
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ticks).toBe(1);
    schedule.stop();
  });
});

describe('what is due', () => {
  const site = async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    const app = await startApp({ clock, dataDir });
    let text = 'one';
    const server = await serve({
      '/': page('Home', links('/a')),
      '/a': () => page('A', `<p>${text}</p>`),
    });
    await crawl(app, `${server.origin}/`);
    const digests: View[] = [];
    const tick = async (which = app): Promise<readonly JobHandle[]> => {
      const handles: JobHandle[] = [];
      await which.upkeep.tick({
        digest: async (_guild, view) => void digests.push(view),
        job: (handle) => handles.push(handle),
      });
      await Promise.all(handles.map(({ ended }) => ended));
      await (
        await which.upkeep.checks()
      )?.ended;
      return handles;
    };
    return { app, clock, dataDir, server, digests, tick, edit: (to: string) => (text = to) };
  };

  it('is made up once after a month asleep, and not run twice at once', async () => {
    const { app, clock, server, tick } = await site();
    await setMode(app, 'weekly');
    await tick();
    clock.advance(5 * WEEK_MS);
    const before = server.pagePaths().length;
    expect(await tick()).toHaveLength(1);
    expect(await tick()).toHaveLength(0);
    // One look at the site, which is its pages' weekly check as well.
    expect(server.pagePaths().length - before).toBe(2);
  });

  it('is told in a digest once a week, and nothing is when nothing changed', async () => {
    const { clock, digests, tick, edit } = await site();
    await tick();
    for (let week = 0; week < 3; week += 1) {
      clock.advance(WEEK_MS);
      await tick();
    }
    expect(digests).toEqual([]);
    edit('another text altogether');
    for (let day = 0; day < 15; day += 1) {
      clock.advance(DAY_MS);
      await tick();
    }
    expect(digests).toHaveLength(1);
    expect(digests[0]?.items?.[0]?.title).toBe('1 page changed');
  });

  it('survives a restart: a run that was claimed is gone on with, and not claimed again', async () => {
    const { app, clock, dataDir, server, tick } = await site();
    await setMode(app, 'weekly');
    clock.advance(WEEK_MS);
    const guild = await guildOf(app);
    const [schedule] = await guild.freshness.schedules();
    const source = await guild.source(1);
    if (schedule === undefined || source?.spec.kind !== 'site') throw new Error('the site is not watched');
    const { startUrls, options } = source.spec;
    const job = {
      spec: { kind: 'watch', startUrls, options },
      sourceId: 1,
      createdAt: clock.now(),
      continues: null,
    } as const;
    const next = new Date(clock.now().getTime() + WEEK_MS);
    expect(await guild.freshness.claimRun(schedule, next, job)).toMatchObject({ state: 'queued' });
    expect(await guild.freshness.claimRun(schedule, next, job)).toBe('taken');
    await app.close();
    const later = await startApp({ clock, dataDir });
    const before = server.pagePaths().length;
    const [handle] = await later.crawling.resume(await guildOf(later));
    await handle?.ended;
    expect(server.pagePaths().length - before).toBe(2);
    expect(await tick(later)).toHaveLength(0);
  });

  it.each(['2026-03-27T12:00:00Z', '2026-10-23T12:00:00Z'])(
    'is a sitemap once a day, at 06:00 UTC, also when clocks change: the days after %s',
    async (start) => {
      const clock = createFakeClock(new Date(start));
      const app = await startApp({ clock });
      const server = await serve({
        '/': page('Home'),
        '/sitemap.xml': () => ({
          headers: { 'content-type': 'application/xml' },
          body: `<urlset><url><loc>${server.origin}/</loc></url></urlset>`,
        }),
      });
      await crawl(app, `${server.origin}/`);
      await setMode(app, 'sitemap');
      await Promise.all((await app.upkeep.jobs('sync')).map(({ ended }) => ended));
      const runs: string[] = [];
      // Every half hour, a minute late, as a busy machine may be.
      clock.advance(60_000);
      for (let look = 0; look < 3 * 48; look += 1) {
        clock.advance(DAY_MS / 48);
        const handles = await app.upkeep.jobs('sync');
        if (handles.length > 0) runs.push(clock.now().toISOString().slice(8, 15));
        await Promise.all(handles.map(({ ended }) => ended));
      }
      const day = Number(start.slice(8, 10));
      expect(runs).toEqual([1, 2, 3].map((more) => `${day + more}T06:0`));
    },
  );
});
