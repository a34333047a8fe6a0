import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/app/metrics.ts';
import { hasPlace } from '../../src/jobs/job-places.ts';
import { crawl, guildOf, importPages, serve, startApp, startImport, tempDir, watch } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, type SiteAnswer, type SiteRequest } from '../support/site.ts';
import { nextWeek, setMode, until, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

/** Pages that answer 304 to who holds their one version. */
const steady = (path: string, { headers }: SiteRequest) =>
  headers['if-none-match'] === '"1"'
    ? { status: 304, headers: { etag: '"1"' } }
    : { headers: { etag: '"1"' }, body: page(path) };

const paths = Array.from({ length: 8 }, (_, n) => `/p${n}`);

/** A site on which one path is held back until it is let go. */
async function siteHolding(held: string, answerTo: (path: string, request: SiteRequest) => SiteAnswer | undefined) {
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let holds = false;
  const site = await serve((path, request) => {
    if (path === '/robots.txt') return undefined;
    const answer = answerTo(path, request);
    return holds && path === held && answer !== undefined ? gate.then(() => answer) : answer;
  });
  return { site, letGo, hold: () => (holds = true) };
}

describe('a weekly check', () => {
  it('writes unchanged pages together; those that a kill takes are asked for once more, and nothing else is lost', async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    const app = await startApp({ clock, dataDir });
    let copy: string | null = null;
    let asked = 0;
    const site = await serve((path, request) => {
      if (!paths.includes(path)) return undefined;
      asked += 1;
      if (asked === paths.length + 5) copy = filesAfterKill(dataDir);
      return steady(path, request);
    });
    await importPages(
      app,
      paths.map((path) => site.origin + path),
    );
    const { endings } = await nextWeek(app, clock, site);
    expect(Object.values(endings)).toEqual(paths.map(() => 'unchanged'));
    if (copy === null) throw new Error('there was no moment to be killed in');
    const before = site.requests.length;
    const later = await startApp({ clock, dataDir: copy });
    expect(Object.values((await weeklyCheck(later)).endings)).toEqual(paths.map(() => 'unchanged'));
    expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', ...paths]);
    expect((await weeklyCheck(later)).events).toEqual([]);
  });

  it('lets a job on the same host go first, and goes on after it', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const { site, letGo, hold } = await siteHolding('/p2', (path, request) =>
      paths.includes(path) ? steady(path, request) : page(path),
    );
    await importPages(
      app,
      paths.map((path) => site.origin + path),
    );
    clock.advance(2 * WEEK_MS);
    hold();
    const run = await app.upkeep.checks();
    await until(() => site.pagePaths().filter((path) => path === '/p2').length === 2);
    const job = await startImport(app, [`${site.origin}/now`]);
    letGo();
    await Promise.all([run?.ended, job.ran]);
    // What was in flight came to its end; nothing of the check went out beside the job.
    expect(site.pagePaths().slice(paths.length)).toEqual(['/p0', '/p1', '/p2', '/now']);
    const rest = await app.upkeep.checks();
    await rest?.ended;
    expect(site.pagePaths().slice(paths.length + 4)).toEqual(['/p3', '/p4', '/p5', '/p6', '/p7']);
  });

  it('is counted among the jobs under way', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const metrics = createMetrics(app);
    const { site, letGo, hold } = await siteHolding('/p0', (path, request) => steady(path, request));
    await importPages(app, [`${site.origin}/p0`]);
    clock.advance(2 * WEEK_MS);
    hold();
    const run = await app.upkeep.checks();
    await until(() => site.pagePaths().length === 2);
    const during = (await metrics.read()).text;
    letGo();
    await run?.ended;
    expect(during).toContain('heimdall_jobs{state="running"} 1');
    expect(during).toContain('heimdall_check_hosts{state="running"} 1');
    expect((await metrics.read()).text).toContain('heimdall_jobs{state="running"} 0');
  });
});

describe('jobs of one site', () => {
  it('run one after the other, whatever their kind, and beside those of other sites', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const { site, letGo, hold } = await siteHolding('/a', (path) =>
      path === '/' ? page('Home', links('/a')) : path === '/a' ? page('A') : undefined,
    );
    const other = await serve({ '/': page('Other') });
    await crawl(app, `${site.origin}/`);
    await setMode(app, 'weekly');
    hold();
    const [looking] = await app.upkeep.jobs('watch');
    await until(() => site.pagePaths().length === 4);
    const source = await (await guildOf(app)).source(1);
    if (source === null) throw new Error('no source');
    const check = await app.crawling.refresh(await guildOf(app), source);
    expect((await crawl(app, `${other.origin}/`)).end).toBe('done');
    expect(site.pagePaths()).toHaveLength(4);
    expect(check.place()).toBe(1);
    letGo();
    await looking?.ended;
    expect((await watch(check)).end).toBe('done');
    expect(site.pagePaths().slice(4)).toEqual(['/', '/a']);
  });
});

describe('places for jobs', () => {
  const imported = { kind: 'import', urls: [] } as const;
  const synced = {
    kind: 'sync',
    startUrls: [],
    options: { pages: 1, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'auto' },
  } as const;

  it('are left to what people ask for, and one to scheduled work that waits', () => {
    const free = { most: 4, running: 0, scheduled: 0, scheduledWaits: true };
    expect(hasPlace(synced, { ...free, running: 2, scheduled: 2 })).toBe(false);
    expect(hasPlace(imported, { ...free, running: 2, scheduled: 2 })).toBe(true);
    expect(hasPlace(imported, { ...free, running: 3 })).toBe(false);
    expect(hasPlace(synced, { ...free, running: 3 })).toBe(true);
    expect(hasPlace(imported, { ...free, running: 3, scheduledWaits: false })).toBe(true);
    expect(hasPlace(imported, { ...free, running: 4 })).toBe(false);
    expect(hasPlace(synced, { most: 1, running: 0, scheduled: 0, scheduledWaits: true })).toBe(true);
  });

  it('keep an import from waiting for a hundred syncs', async () => {
    const app = await startApp({ clock: createFakeClock() }, { maxJobs: 2 });
    const { site, letGo, hold } = await siteHolding('/sitemap.xml', (path) =>
      path === '/sitemap.xml' ? { status: 404 } : page(path),
    );
    for (const guild of ['one', 'two', 'three']) {
      await crawl(app, `${site.origin}/`, { guild, pages: 1 });
      await setMode(app, 'sitemap', 1, guild);
    }
    hold();
    const syncs = await app.upkeep.jobs('sync');
    expect(syncs).toHaveLength(3);
    await until(() => site.requests.some(({ path }) => path === '/sitemap.xml'));
    expect((await (await startImport(app, [`${site.origin}/now`], 'four')).ran).end).toBe('done');
    expect(app.runner.load()).toEqual({ running: 1, waiting: 2 });
    letGo();
    expect(await Promise.all(syncs.map(({ ended }) => ended))).toEqual(['done', 'done', 'done']);
  });
});
