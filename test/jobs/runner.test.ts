import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import {
  crawl,
  guildOf,
  serve,
  startApp,
  startCrawl,
  startImport,
  tempDir,
  watch,
  type UnderWay,
} from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';
import { links, page } from '../support/site.ts';

describe('the queue', () => {
  it('runs one crawl and one import of a guild at a time, and tells each its place', async () => {
    const { origin, begun, until } = await holdingSite();
    const app = await startApp();
    const jobs = [
      await startCrawl(app, `${origin}/hold-1`),
      await startCrawl(app, `${origin}/hold-2`),
      await startCrawl(app, `${origin}/hold-3`),
      await startImport(app, [`${origin}/hold-4`]),
      await startImport(app, [`${origin}/hold-5`]),
    ];
    await until('/hold-1');
    await until('/hold-4');
    expect(jobs.map(({ handle }) => handle.place())).toEqual([0, 1, 2, 0, 1]);
    expect(app.runner.active('local')).toHaveLength(5);
    jobs[0]?.handle.cancel();
    await until('/hold-2');
    expect(jobs.map(({ handle }) => handle.place())).toEqual([0, 0, 1, 0, 1]);
    expect(begun).toEqual(['/hold-1', '/hold-4', '/hold-2'].toSorted((a, b) => begun.indexOf(a) - begun.indexOf(b)));
    for (const { handle } of jobs) handle.cancel();
    for (const { ran } of jobs) expect((await ran).end).toBe('cancelled');
    expect(app.runner.active('local')).toEqual([]);
  });

  it('ends a job that is cancelled while it waits at once, in the ledger too', async () => {
    const { origin, begun, until } = await holdingSite();
    const app = await startApp();
    const first = await startCrawl(app, `${origin}/hold`);
    const second = await startCrawl(app, `${origin}/next`);
    await until('/hold');
    second.handle.cancel();
    expect((await second.ran).end).toBe('cancelled');
    expect(await (await guildOf(app)).job(second.handle.jobId)).toMatchObject({ state: 'finished', end: 'cancelled' });
    expect(begun).not.toContain('/next');
    first.handle.cancel();
    await first.ran;
  });

  it('accounts for what a cancelled continuation would have gone on with', async () => {
    const site = await serve({ '/': page('Home', links('/a', '/b')), '/a': page('A'), '/b': page('B') });
    const app = await startApp();
    await crawl(app, `${site.origin}/`, { pages: 1 });
    const { handle, ran } = await startCrawl(app, `${site.origin}/`);
    handle.cancel();
    await expectAccounted(app, await ran);
    expect((await ran).endings).toEqual({ [`${site.origin}/a`]: 'cancelled', [`${site.origin}/b`]: 'cancelled' });
  });

  it('gives each guild its turn: one with many jobs does not keep the others waiting', async () => {
    const { origin, until } = await holdingSite();
    const app = await startApp({}, { maxJobs: 2 });
    const busy: UnderWay[] = [];
    for (const n of [1, 2, 3, 4]) busy.push(await startCrawl(app, `${origin}/hold-${n}`, { guild: 'busy' }));
    const calm = await startCrawl(app, `${origin}/calm`, { guild: 'calm' });
    const late = await startCrawl(app, `${origin}/late`, { guild: 'late' });
    await until('/hold-1');
    expect((await calm.ran).end).toBe('done');
    expect((await late.ran).end).toBe('done');
    for (const { handle } of busy.toReversed()) handle.cancel();
    await Promise.all(busy.map(({ ran }) => ran));
  });

  it('goes round the guilds when there is one place for all: many jobs of one wait for one of another', async () => {
    const order: string[] = [];
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      order.push(path);
      return page(`Page ${path}`);
    });
    const app = await startApp({}, { maxJobs: 1 });
    const jobs: UnderWay[] = [];
    for (const n of [1, 2, 3]) jobs.push(await startCrawl(app, `${site.origin}/busy-${n}`, { guild: 'busy' }));
    for (const guild of ['calm', 'late']) jobs.push(await startCrawl(app, `${site.origin}/${guild}`, { guild }));
    await Promise.all(jobs.map(({ ran }) => ran));
    expect(order.indexOf('/late')).toBeLessThan(order.indexOf('/busy-3'));
  });

  it('runs no more jobs at once than it may, and says of none that it runs while it waits', async () => {
    const { origin, begun, until } = await holdingSite();
    const app = await startApp({}, { maxJobs: 1 });
    const first = await startCrawl(app, `${origin}/hold-1`, { guild: 'one' });
    const second = await startCrawl(app, `${origin}/two`, { guild: 'two' });
    await until('/hold-1');
    expect([first.handle.place(), second.handle.place()]).toEqual([0, 1]);
    expect(begun).toEqual(['/hold-1']);
    first.handle.cancel();
    expect((await second.ran).end).toBe('done');
  });

  it('takes the same crawl asked for twice for one', async () => {
    const { origin, until } = await holdingSite();
    const app = await startApp();
    const [one, two] = [await startCrawl(app, `${origin}/hold`), await startCrawl(app, `${origin}/hold`)];
    await until('/hold');
    expect(two.handle).toBe(one.handle);
    const other = await startCrawl(app, `${origin}/hold`, { exclude: ['/x'] });
    expect(other.handle.jobId).not.toBe(one.handle.jobId);
    for (const { handle } of [other, one]) handle.cancel();
    await Promise.all([one.ran, other.ran]);
  });
});

describe('stopping', () => {
  it('lets the page in flight finish, leaves the rest to the next start, and takes nothing more', async () => {
    const dataDir = tempDir();
    const { origin, begun, until, letGo } = await holdingSite();
    const app = await startApp({ dataDir });
    const running = await startImport(app, [`${origin}/hold`, `${origin}/a`]);
    const waiting = await startImport(app, [`${origin}/b`]);
    await until('/hold');
    const stopped = app.runner.stop();
    const late = await startImport(app, [`${origin}/late`]);
    expect((await waiting.ran).end).toBe('interrupted');
    expect((await late.ran).end).toBe('interrupted');
    letGo();
    await stopped;
    expect((await running.ran).endings).toEqual({ [`${origin}/hold`]: 'new' });
    expect(begun).toEqual(['/hold']);
    expect((await (await guildOf(app)).unfinishedJobs()).map(({ state }) => state)).toEqual([
      'running',
      'queued',
      'queued',
    ]);
    await app.close();
    const next = await startApp({ dataDir });
    const jobs = await next.crawling.resume(await guildOf(next));
    const rans = await Promise.all(jobs.map((job) => watch(job)));
    expect(begun).toEqual(['/hold', '/a', '/b', '/late']);
    for (const ran of rans) await expectAccounted(next, ran);
  });
});

describe('watchers', () => {
  it('who throw, leave or never read change nothing for the job', async () => {
    const site = await serve({ '/': page('Home', links('/a', '/b')), '/a': page('A'), '/b': page('B') });
    const app = await startApp();
    const { handle, ran } = await startCrawl(app, `${site.origin}/`);
    handle.watch();
    const leaver = handle.watch();
    void leaver.next().then(() => leaver.return());
    const thrower = (async () => {
      for await (const event of handle.watch()) if (event.kind === 'page') throw new Error('the card is gone');
    })();
    await expect(thrower).rejects.toThrow('the card is gone');
    expect((await ran).end).toBe('done');
    expect(handle.tally()).toMatchObject({ met: 3, end: 'done' });
  });

  it('who come late read what is left, and those who come after the end read nothing', async () => {
    const site = await serve({ '/': page('Home') });
    const app = await startApp();
    const { handle, ran } = await startCrawl(app, `${site.origin}/`);
    await ran;
    expect((await watch(handle)).events).toEqual([]);
  });
});
