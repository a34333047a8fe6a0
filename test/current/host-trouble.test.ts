import { describe, expect, it } from 'vitest';
import { digestView } from '../../src/app/digest-view.ts';
import { digestOf } from '../../src/jobs/digest.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { page, type SiteAnswer } from '../support/site.ts';
import { DAY_MS, nextWeek, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

describe('a host that is down as a whole', () => {
  it('is tried again a day later, shown in the list, told once, and fine again once it answers', async () => {
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
    const listed = (await runLine(app, 'knowledge', 'list', '--json')).result()['sources'];
    const { notBefore } = await app.store.hostChecks.host(new URL(site.origin).host);
    expect(listed).toMatchObject([
      {
        failing: 1,
        refusedUntil: null,
        leftAlone: [{ host: new URL(site.origin).host, until: notBefore?.toISOString(), why: 'unavailable' }],
      },
    ]);
    for (let day = 0; day < 10; day += 1) {
      clock.advance(DAY_MS);
      expect(await asked(() => weeklyCheck(app))).toEqual(['/robots.txt', '/robots.txt']);
    }
    const { host } = new URL(site.origin);
    expect(await freshness.untoldChanges(9)).toMatchObject([
      { kind: 'down', url: host, pages: 1, note: 'robots-unavailable' },
    ]);
    down = false;
    clock.advance(DAY_MS);
    expect(await asked(() => weeklyCheck(app))).toEqual(['/robots.txt', '/a']);
    expect(await failing()).toBe(0);
    expect((await runLine(app, 'knowledge', 'list')).out).not.toContain('could not be checked');
  });

  it('is told in one line of the digest, with its pages and since when, as long as it is so', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let robots = 200;
    const answers = new Map<string, number>();
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: robots };
      const status = answers.get(path);
      return status === undefined ? page(path) : { status };
    });
    const { host } = new URL(site.origin);
    const paths = Array.from({ length: 30 }, (_, n) => `/p${n}`);
    await importPages(
      app,
      paths.map((path) => `${site.origin}${path}`),
    );
    const { freshness } = await guildOf(app);
    async function told(): Promise<readonly string[]> {
      const changes = await freshness.untoldChanges(99);
      await freshness.markTold(changes.at(-1)?.id ?? 0, clock.now());
      const digest = digestOf(changes);
      return digest === null ? [] : (digestView(digest).items ?? []).flatMap(({ lines = [] }) => lines);
    }
    // What failed by its own answer has been told, and is not told again.
    answers.set('/p0', 500);
    await nextWeek(app, clock, site);
    expect(await told()).toEqual([`/p0: ${site.origin}/p0 (answered 500)`]);
    robots = 503;
    await nextWeek(app, clock, site);
    const since = clock.now().toISOString().slice(0, 16).replace('T', ' ');
    // Back for a moment, and down for the page that came meanwhile too: it is one line still.
    robots = 200;
    await importPages(app, [`${site.origin}/late`]);
    robots = 503;
    await nextWeek(app, clock, site);
    expect(await freshness.untoldChanges(99)).toHaveLength(1);
    expect(await told()).toEqual([
      `${host}: 30 pages, since ${since} UTC (was left alone because robots.txt could not be read)`,
    ]);
    await nextWeek(app, clock, site);
    expect(await told()).toEqual([]);
    robots = 200;
    answers.clear();
    answers.set('/p1', 500);
    clock.advance(DAY_MS);
    await weeklyCheck(app);
    expect(await told()).toEqual([`/p1: ${site.origin}/p1 (answered 500)`]);
    robots = 503;
    await nextWeek(app, clock, site);
    robots = 200;
    answers.clear();
    clock.advance(DAY_MS);
    await weeklyCheck(app);
    expect(await freshness.untoldChanges(99)).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  it('says nothing of pages that were asked for lately, are missing or forbidden, or that an admin took out', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const text = { 'content-type': 'text/plain' };
    let robots: SiteAnswer = { headers: text, body: 'User-agent: *\nDisallow: /closed' };
    let isClosed = false;
    let isGone = false;
    const site = await serve((path) => {
      if (path === '/robots.txt') return isClosed ? robots : undefined;
      return path === '/gone' && isGone ? { status: 404 } : page(path);
    });
    await importPages(
      app,
      ['/closed', '/gone', '/out', '/a'].map((path) => `${site.origin}${path}`),
    );
    const guild = await guildOf(app);
    isClosed = true;
    isGone = true;
    await nextWeek(app, clock, site);
    clock.advance(WEEK_MS - DAY_MS);
    await importPages(app, [`${site.origin}/late`]);
    robots = { status: 503 };
    clock.advance(DAY_MS);
    await weeklyCheck(app);
    const pagesDown = async () =>
      (await guild.freshness.untoldChanges(99)).filter(({ kind }) => kind === 'down').map(({ pages }) => pages);
    expect(await pagesDown()).toEqual([2]);
    const states = [...(await guild.freshness.sourceStates()).values()];
    expect(states.map(({ failing, missing, frozen }) => [failing, missing, frozen])).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    await guild.removePage((await guild.pageAt(`${site.origin}/out`))?.id ?? 0, 'admin', clock.now());
    expect(await pagesDown()).toEqual([1]);
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
