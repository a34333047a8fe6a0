import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp, tempDir, watch } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { DAY_MS, nextWeek, runDue, setMode, untold, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

const paths = Array.from({ length: 6 }, (_, n) => `/p${n}`);

/** A site of a home page and six more, with a sitemap; a moment can be chosen in which the process is killed. */
async function startSite() {
  const clock = createFakeClock();
  const dataDir = tempDir();
  const app = await startApp({ clock, dataDir });
  let killAt = Infinity;
  let asked = 0;
  let copy: string | null = null;
  let date = '2026-03-01T00:00:00Z';
  let text = 'first';
  const site = await serve((path) => {
    if (path === '/sitemap.xml') {
      const urls = ['/', ...paths].map((loc) => `<url><loc>${site.origin}${loc}</loc><lastmod>${date}</lastmod></url>`);
      return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
    }
    if (path !== '/' && !paths.includes(path)) return undefined;
    asked += 1;
    if (asked === killAt) copy = filesAfterKill(dataDir);
    return page(path, `<p>${text} ${path}</p>${path === '/' ? links(...paths) : ''}`);
  });
  await crawl(app, `${site.origin}/`);
  return {
    app,
    clock,
    site,
    dataDir,
    edit() {
      text = 'second';
      date = clock.now().toISOString();
    },
    killAfter: (requests: number) => void (killAt = asked + requests),
    async restart() {
      if (copy === null) throw new Error('there was no moment to be killed in');
      return startApp({ clock, dataDir: copy });
    },
  };
}

describe('a kill in the middle', () => {
  it.each(['watch', 'sync'] as const)(
    'of a %s is gone on with: each page is had, none asked for twice but the one in flight',
    async (kind) => {
      const { app, clock, site, edit, killAfter, restart } = await startSite();
      await setMode(app, kind === 'watch' ? 'weekly' : 'sitemap');
      if (kind === 'sync') await runDue(app, 'sync');
      clock.advance(WEEK_MS);
      edit();
      killAfter(4);
      await runDue(app, kind);
      const before = site.pagePaths().length;
      const later = await restart();
      const [handle, ...none] = await later.crawling.resume(await guildOf(later));
      expect(none).toEqual([]);
      if (handle === undefined) throw new Error('nothing is gone on with');
      expect(Object.values((await watch(handle)).endings).filter((how) => how === 'updated')).toHaveLength(7);
      const again = site.pagePaths().slice(before);
      expect(again).toHaveLength(4);
      expect(new Set(again).size).toBe(4);
      expect(await untold(later)).toEqual(['/', ...paths].map((path) => `changed ${path}`));
      expect(await runDue(later, kind)).toEqual([]);
    },
  );

  it('of a check that an admin asked for is gone on with in the same way', async () => {
    const { app, site, edit, killAfter, restart } = await startSite();
    edit();
    killAfter(4);
    const source = await (await guildOf(app)).source(1);
    if (source === null) throw new Error('no source');
    await (
      await app.crawling.refresh(await guildOf(app), source)
    ).ended;
    const before = site.pagePaths().length;
    const later = await restart();
    for (const handle of await later.crawling.resume(await guildOf(later))) await handle.ended;
    expect(site.pagePaths().slice(before)).toHaveLength(4);
    expect(await (await guildOf(later)).search('second', 20)).toHaveLength(7);
  });
});

describe('two processes on one data directory', () => {
  it('start what is due once, and check a host once', async () => {
    const { app, clock, site, dataDir } = await startSite();
    const other = await startApp({ clock, dataDir });
    await setMode(app, 'weekly');
    clock.advance(5 * WEEK_MS);
    const begun = await Promise.all([app.upkeep.jobs('watch'), other.upkeep.jobs('watch')]);
    expect(begun.flat()).toHaveLength(1);
    await Promise.all(begun.flat().map(({ ended }) => ended));
    clock.advance(2 * WEEK_MS);
    const before = site.pagePaths().length;
    const checks = await Promise.all([app.upkeep.checks(), other.upkeep.checks()]);
    expect(checks.filter((run) => run !== null)).toHaveLength(1);
    for (const run of checks) await run?.ended;
    await (
      await other.upkeep.checks()
    )?.ended;
    expect(site.pagePaths().length - before).toBe(7);
  });
});

describe('a clock that jumps', () => {
  it('back or far ahead and home again asks for nothing twice in a week, and stops nothing for good', async () => {
    const { app, clock, site } = await startSite();
    await nextWeek(app, clock, site);
    const before = site.pagePaths().length;
    for (const jump of [-3 * DAY_MS, 2 * DAY_MS]) {
      clock.advance(jump);
      await weeklyCheck(app);
    }
    expect(site.pagePaths().length - before).toBeLessThanOrEqual(7);
    // A year ahead for an hour: checked then, and again as usual once the clock is right.
    clock.advance(52 * WEEK_MS);
    await weeklyCheck(app);
    clock.advance(-52 * WEEK_MS);
    const wrong = site.pagePaths().length;
    await nextWeek(app, clock, site);
    expect(site.pagePaths().length - wrong).toBe(7);
  });

  it.each(['refresh', 'watch'] as const)('home again hides no change from a %s', async (kind) => {
    const { app, clock, edit } = await startSite();
    clock.advance(52 * WEEK_MS);
    await weeklyCheck(app);
    clock.advance(-52 * WEEK_MS);
    edit();
    const guild = await guildOf(app);
    const source = await guild.source(1);
    await setMode(app, 'weekly');
    if (kind === 'watch' || source === null) await runDue(app, 'watch');
    else await (await app.crawling.refresh(guild, source)).ended;
    expect(await guild.search('second', 20)).toHaveLength(7);
  });
});

describe('answers that are hard to judge', () => {
  it('a move, and a move again, take the page along; back where it was, it is one page still', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let home = '/a';
    const site = await serve((path): SiteAnswer | undefined => {
      if (path === home) return page('Guide', '<p>The guide.</p>');
      return ['/a', '/b', '/c'].includes(path) ? { status: 301, headers: { location: home } } : undefined;
    });
    await importPages(app, [`${site.origin}/a`]);
    const guild = await guildOf(app);
    for (const next of ['/b', '/c', '/a']) {
      home = next;
      await nextWeek(app, clock, site);
      expect((await guild.pages({ limit: 9, offset: 0 })).map(({ url }) => new URL(url).pathname)).toEqual([next]);
    }
    expect(await untold(app)).toEqual(['moved /a', 'moved /b', 'moved /c']);
    expect(await guild.search('guide', 9)).toHaveLength(1);
  });

  it('one move serves two guilds, each by its own scope', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const site = await serve({
      '/docs/': page('Docs', links('/docs/a')),
      '/docs/a': () => (moved ? { status: 301, headers: { location: '/new/a' } } : page('A')),
      '/new/a': page('A'),
    });
    await crawl(app, `${site.origin}/docs/`, { guild: 'crawled' });
    await importPages(app, [`${site.origin}/docs/a`], 'imported');
    moved = true;
    const before = site.pagePaths().length;
    await nextWeek(app, clock, site);
    expect(site.pagePaths().slice(before).toSorted()).toEqual(['/docs/', '/docs/a', '/new/a']);
    expect(await (await guildOf(app, 'imported')).pageAt(`${site.origin}/new/a`)).not.toBeNull();
    expect(await (await guildOf(app, 'crawled')).pageAt(`${site.origin}/docs/a`)).not.toBeNull();
    expect(await untold(app, 'imported')).toEqual(['moved /docs/a']);
    expect(await untold(app, 'crawled')).toEqual(['failing /docs/a']);
  });

  it('a 304 that nobody asked for deletes nothing, and an answer without validators drops none that would help', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let steady = false;
    const site = await serve({ '/a': () => (steady ? { status: 304 } : page('A')) });
    await importPages(app, [`${site.origin}/a`]);
    steady = true;
    for (let week = 0; week < 3; week += 1)
      expect(Object.values((await nextWeek(app, clock, site)).endings)).toEqual(['unchanged']);
    expect(await (await guildOf(app)).countPages()).toBe(1);
  });

  it('a page is in one state at a time, and a second closing is told like the first', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let [robots, status] = ['', 200];
    const site = await serve({
      '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: robots }),
      '/a': () => (status === 200 ? page('A') : { status }),
    });
    await importPages(app, [`${site.origin}/a`]);
    const { freshness } = await guildOf(app);
    const closed = 'User-agent: *\nDisallow: /';
    const states = [
      [closed, 200, { frozen: 1, failing: 0, missing: 0 }],
      ['', 500, { frozen: 0, failing: 1, missing: 0 }],
      ['', 404, { frozen: 0, failing: 0, missing: 1 }],
      [closed, 200, { frozen: 1, failing: 0, missing: 0 }],
    ] as const;
    for (const [rules, answer, state] of states) {
      [robots, status] = [rules, answer];
      await nextWeek(app, clock, site);
      expect((await freshness.sourceStates()).get(1)).toMatchObject(state);
    }
    expect(await untold(app)).toEqual(['disallowed /a', 'failing /a', 'missing /a', 'disallowed /a']);
  });
});
