import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, type SiteRequest } from '../support/site.ts';
import { nextWeek, weeklyCheck } from '../support/upkeep.ts';

/** Two guilds that imported one page, between them it changed; a week later it was checked. */
async function importedInTurn(etagOf: (version: number) => string) {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  let version = 1;
  const site = await serve({
    '/a': ({ headers }: SiteRequest) =>
      headers['if-none-match'] === etagOf(version)
        ? { status: 304 }
        : { headers: { etag: etagOf(version) }, body: page('A', `<p>version ${version}</p>`) },
  });
  const url = `${site.origin}/a`;
  await importPages(app, [url], 'one');
  version = 2;
  await importPages(app, [url], 'two');
  await nextWeek(app, clock, site);
  return { app, clock, site, url };
}

describe('one check for several guilds', () => {
  it('asks once, and applies the answer to each by its own rules', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let head = '';
    const site = await serve({
      '/': () => page('Home', links('/a')),
      '/a': () => page('A', '', head),
    });
    const url = `${site.origin}/a`;
    await crawl(app, `${site.origin}/`, { guild: 'crawled' });
    await importPages(app, [url], 'imported');
    head = '<meta name="robots" content="noindex">';
    const before = site.requests.length;
    const { endings } = await nextWeek(app, clock, site);
    expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/', '/a']);
    expect(endings[url]).toBe('removed');
    expect(await (await guildOf(app, 'crawled')).pageAt(url)).toBeNull();
    expect(await (await guildOf(app, 'imported')).pageAt(url)).toMatchObject({ noindex: true });
    expect(await app.store.hostChecks.keptAnswers(new URL(url).host)).toEqual([]);
  });

  it('sends validators only where all of them hold the same ones', async () => {
    const { app, clock, site } = await importedInTurn((version) => `"${version}"`);
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    expect(await (await guildOf(app, 'one')).search('version 2', 1)).toHaveLength(1);
    await nextWeek(app, clock, site);
    expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"2"');
  });

  it('sends none where guilds hold the same ones with different texts, which would keep one copy as it is', async () => {
    // The server's mistake: one validator for every text.
    const { app, site, url } = await importedInTurn(() => '"same"');
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    const texts = await Promise.all(
      ['one', 'two'].map(async (id) => (await (await guildOf(app, id)).pageAt(url))?.contentHash),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  it('applies an answer that outlived a kill to who had not got it, without another request, and only once', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const site = await serve({ '/a': page('A') });
    const url = `${site.origin}/a`;
    await importPages(app, [url], 'one');
    await importPages(app, [url], 'two');
    clock.advance(86_400_000);
    const answer = JSON.stringify({ kind: 'missing', failure: { code: 'http-status', status: 404 } });
    const guilds = ['one', 'two'].map((guildId) => ({ guildId, pageId: 1 }));
    const { host } = new URL(url);
    const keep = () => app.store.hostChecks.keepAnswers(host, [{ url, takenAt: clock.now(), answer, guilds }]);
    await keep();
    clock.advance(6 * 86_400_000);
    const before = site.pagePaths().length;
    await nextWeek(app, clock, site);
    const one = await guildOf(app, 'one');
    expect((await one.freshness.untoldChanges(9)).map(({ kind }) => kind)).toContain('missing');
    await keep();
    await nextWeek(app, clock, site);
    expect((await one.freshness.untoldChanges(9)).filter(({ kind }) => kind === 'missing')).toHaveLength(1);
    // Later the page is asked for as always, once for both.
    expect(site.pagePaths().length - before).toBeLessThanOrEqual(2);
  });

  it('goes on after a kill in the middle, and asks again only for what was in flight', async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    const app = await startApp({ clock, dataDir });
    const paths = Array.from({ length: 8 }, (_, n) => `/p${n}`);
    let copy: string | null = null;
    let asked = 0;
    const site = await serve((path) => {
      if (!paths.includes(path)) return undefined;
      asked += 1;
      if (asked === paths.length + 5) copy = filesAfterKill(dataDir);
      return page(path);
    });
    await importPages(
      app,
      paths.map((path) => site.origin + path),
    );
    await nextWeek(app, clock, site);
    if (copy === null) throw new Error('there was no moment to be killed in');
    const before = site.requests.length;
    const later = await startApp({ clock, dataDir: copy });
    const { endings } = await weeklyCheck(later);
    expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/p4', '/p5', '/p6', '/p7']);
    expect(Object.keys(endings)).toHaveLength(4);
  });
});
