import { describe, expect, it } from 'vitest';
import { lastSlot } from '../../src/jobs/weekly.ts';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { links, page } from '../support/site.ts';
import { DAY_MS, refreshSource, runDue, setMode, weeklyCheck } from '../support/upkeep.ts';

/** Noon on the day after the host's weekly moment, so that every run of a test meets it on the same day. */
function toDayAfterSlot(clock: FakeClock, host: string): void {
  const age = clock.now().getTime() - lastSlot(host, clock.now()).getTime();
  clock.advance((8 - Math.floor(age / DAY_MS)) * DAY_MS);
}

/** A watched site of a home page and fourteen more, all in its sitemap, that can turn every page into 403. */
async function refusingSite(mode: 'weekly' | 'sitemap') {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const paths = Array.from({ length: 14 }, (_, n) => `/p${n}`);
  let refuses = false;
  let date = '2026-01-01T00:00:00Z';
  const site = await serve((path) => {
    if (path === '/sitemap.xml') {
      const urls = ['/', ...paths].map((loc) => `<url><loc>${site.origin}${loc}</loc><lastmod>${date}</lastmod></url>`);
      return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
    }
    if (path === '/robots.txt') return undefined;
    if (refuses) return { status: 403 };
    return path === '/' ? page('Home', links(...paths)) : paths.includes(path) ? page(path) : undefined;
  });
  const { host } = new URL(site.origin);
  toDayAfterSlot(clock, host);
  await crawl(app, `${site.origin}/`);
  await setMode(app, mode);
  const kind = mode === 'weekly' ? 'watch' : 'sync';
  await runDue(app, kind);
  /** How often the host was asked for anything on each of so many days, robots.txt apart. */
  async function days(count: number): Promise<readonly number[]> {
    const asked: number[] = [];
    for (let day = 0; day < count; day += 1) {
      clock.advance(DAY_MS);
      const before = site.requests.length;
      await runDue(app, kind);
      await weeklyCheck(app);
      asked.push(site.requests.slice(before).filter(({ path }) => path !== '/robots.txt').length);
    }
    return asked;
  }
  async function weeks(count: number): Promise<readonly number[]> {
    const asked: number[] = [];
    for (let week = 0; week < count; week += 1) asked.push((await days(7)).reduce((sum, day) => sum + day, 0));
    return asked;
  }
  const { freshness } = await guildOf(app);
  return {
    app,
    clock,
    host,
    days,
    weeks,
    refuse(does: boolean) {
      refuses = does;
      date = clock.now().toISOString();
    },
    schedule: () => freshness.schedule(1),
  };
}

describe('scheduled work on a host that refuses us', () => {
  it.each([
    // The watch asks for the start page, the check a day later for ten; then one request after 1, 2, 4 and 8 weeks.
    ['weekly', [11, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]],
    // The sync asks for the sitemap and ten pages, the check of that week for one.
    ['sitemap', [12, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]],
  ] as const)(
    'in mode %s asks no more than its weekly check does, says so, and goes on after it',
    async (mode, asked) => {
      const { app, host, weeks, refuse, schedule } = await refusingSite(mode);
      refuse(true);
      expect(await weeks(13)).toEqual(asked.slice(0, 13));
      expect((await schedule()).outcome).toContain(`${host} refuses us (401 or 403) and is left alone until `);
      const { out } = await runLine(app, 'knowledge', 'list');
      expect(out).toContain('next run not before ');
      expect(out).toContain(`${host} refuses us (401 or 403) and is left alone until `);
      const until = (await app.store.hostChecks.host(host)).notBefore?.toISOString();
      expect((await runLine(app, 'knowledge', 'list', '--json')).result()['sources']).toMatchObject([
        { refusedUntil: until, leftAlone: [{ host, until, why: 'refused' }] },
      ]);
      const again = await runLine(app, 'knowledge', 'watch', '--source', '1', '--mode', mode);
      expect(again.out).toContain('next run not before ');
      expect(again.out).toContain(`${host} refuses us (401 or 403) and is left alone until `);
      expect(await weeks(3)).toEqual(asked.slice(13));
      refuse(false);
      await weeks(9);
      expect((await schedule()).outcome).toBe('done');
      expect((await runLine(app, 'knowledge', 'list')).out).not.toContain('refuse');
    },
  );

  it('goes on at once when a check that an admin asked for is let in', async () => {
    const { app, days, refuse, schedule } = await refusingSite('sitemap');
    refuse(true);
    expect(await days(2)).toEqual([11, 0]);
    refuse(false);
    await refreshSource(app);
    expect((await days(1))[0]).toBeGreaterThan(0);
    expect((await schedule()).outcome).toBe('done');
  });

  it('is still held back when there was nothing to check at the end of its rest', async () => {
    const { app, clock, host, days, refuse } = await refusingSite('sitemap');
    refuse(true);
    await days(1);
    const { notBefore } = await app.store.hostChecks.host(host);
    if (notBefore === null) throw new Error('it is not left alone');
    // An admin asks in vain just before: every page was asked for then.
    clock.advance(notBefore.getTime() - clock.now().getTime() - DAY_MS);
    const guild = await guildOf(app);
    const pages = await guild.freshness.pagesOf(1, 0, 99);
    const failure = { code: 'http-status', status: 403 } as const;
    const verdict = { kind: 'failing', failure } as const;
    await guild.freshness.applyChecks(pages.map(({ pageId }) => ({ pageId, at: clock.now(), verdict })));
    clock.advance(DAY_MS);
    await weeklyCheck(app);
    expect(await app.store.hostChecks.host(host)).toMatchObject({ refusals: 1 });
    expect((await days(7)).filter((asked) => asked > 0)).toEqual([1]);
  });
});
