import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { links, page, type SiteAnswer, type SiteRequest } from '../support/site.ts';
import { nextWeek, untold, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

/** A page with validators that answers 304 to those who have it. */
function versioned(version: () => string, validators: Record<string, string>) {
  return ({ headers }: SiteRequest): SiteAnswer => {
    const { etag, 'last-modified': modified } = validators;
    const same =
      (etag !== undefined && headers['if-none-match'] === etag) ||
      (etag === undefined && modified !== undefined && headers['if-modified-since'] === modified);
    if (same) return { status: 304, headers: validators };
    return { headers: validators, body: version() };
  };
}

/** Row ids of the passages, which change when a page is stored anew. */
function passageIds(dataDir: string): readonly unknown[] {
  const db = new Database(join(dataDir, 'guilds/local.sqlite'), { readonly: true });
  const ids = db.prepare('SELECT id FROM passages WHERE page_id IS NOT NULL ORDER BY id').pluck().all();
  db.close();
  return ids;
}

describe('the weekly check', () => {
  it('asks with the validators the server sent, weak and malformed ones as they came, and one where only one came', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const validators: Record<string, Record<string, string>> = {
      '/both': { etag: '"a"', 'last-modified': 'Mon, 05 Jan 2026 10:00:00 GMT' },
      '/weak': { etag: 'W/"b"' },
      '/malformed': { etag: 'not quoted' },
      '/date': { 'last-modified': '2026-01-05 at noon' },
    };
    const site = await serve((path, request) => {
      const of = validators[path];
      return of === undefined ? undefined : versioned(() => page(path), of)(request);
    });
    await importPages(
      app,
      Object.keys(validators).map((path) => site.origin + path),
    );
    const before = site.requests.length;
    const { endings } = await nextWeek(app, clock, site);
    expect(new Set(Object.values(endings))).toEqual(new Set(['unchanged']));
    const asked = site.requests.slice(before).filter(({ path }) => path !== '/robots.txt');
    for (const { path, headers } of asked) {
      expect(headers['if-none-match']).toBe(validators[path]?.etag);
      expect(headers['if-modified-since']).toBe(validators[path]?.['last-modified']);
    }
    expect(asked).toHaveLength(4);
  });

  it('leaves the passages of a page with an equal hash untouched, and replaces those of one that changed', async () => {
    const clock = createFakeClock();
    const dataDir = tempDir();
    const app = await startApp({ clock, dataDir });
    let text = 'first';
    const site = await serve({ '/a': () => page('A', `<p>It says ${text} things about the matter.</p>`) });
    await importPages(app, [`${site.origin}/a`]);
    const ids = passageIds(dataDir);
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
    expect(passageIds(dataDir)).toEqual(ids);
    expect(await untold(app)).toEqual([]);
    text = 'second';
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'updated' });
    expect(passageIds(dataDir)).not.toEqual(ids);
    expect(await untold(app)).toEqual(['changed /a']);
    const guild = await guildOf(app);
    expect(await guild.search('second things', 1)).toHaveLength(1);
  });

  it('removes a page after two 404 a week apart, and never one that flaps', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const states = { '/gone': [200, 404, 410], '/flaps': [200, 404, 200, 404, 200] };
    const site = await serve(
      Object.fromEntries(
        Object.entries(states).map(([path, statuses]) => [
          path,
          (_: SiteRequest, nth: number) =>
            statuses[nth] === 200 ? page(path) : { status: statuses[nth] ?? 404, body: 'not here' },
        ]),
      ),
    );
    await importPages(
      app,
      Object.keys(states).map((path) => site.origin + path),
    );
    const at = (path: string) => site.origin + path;
    expect((await nextWeek(app, clock, site)).endings).toEqual({
      [at('/gone')]: 'http-404',
      [at('/flaps')]: 'http-404',
    });
    expect(await (await guildOf(app)).countPages()).toBe(2);
    expect((await nextWeek(app, clock, site)).endings).toEqual({
      [at('/gone')]: 'removed',
      [at('/flaps')]: 'unchanged',
    });
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [at('/flaps')]: 'http-404' });
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [at('/flaps')]: 'unchanged' });
    const guild = await guildOf(app);
    expect(await guild.pageAt(at('/gone'))).toBeNull();
    expect(await guild.removedPages({ limit: 9, offset: 0 })).toMatchObject([{ url: at('/gone'), why: 'gone' }]);
    expect(await untold(app)).toEqual(['missing /gone', 'missing /flaps', 'gone /gone', 'missing /flaps']);
  });

  it('keeps a page through 5xx, and says so once', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let broken = false;
    const site = await serve({ '/a': () => (broken ? { status: 500, body: 'oops' } : page('A')) });
    await importPages(app, [`${site.origin}/a`]);
    broken = true;
    await nextWeek(app, clock, site);
    await nextWeek(app, clock, site);
    expect(await untold(app)).toEqual(['failing /a']);
    const states = await (await guildOf(app)).freshness.sourceStates();
    expect(states.get(1)).toMatchObject({ failing: 1 });
    broken = false;
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
    expect((await (await guildOf(app)).freshness.sourceStates()).get(1)).toMatchObject({ failing: 0 });
  });

  it('keeps what robots.txt forbids by now, fetches it no more, and goes on when it is allowed again', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let robots = '';
    const site = await serve({
      '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: robots }),
      '/a': page('A'),
    });
    await importPages(app, [`${site.origin}/a`]);
    robots = 'User-agent: *\nDisallow: /';
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'robots-disallowed' });
    await nextWeek(app, clock, site);
    expect(site.pagePaths()).toEqual(['/a']);
    const guild = await guildOf(app);
    expect(await guild.countPages()).toBe(1);
    expect((await guild.freshness.sourceStates()).get(1)).toMatchObject({ frozen: 1 });
    expect(await untold(app)).toEqual(['disallowed /a']);
    robots = '';
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
    expect((await guild.freshness.sourceStates()).get(1)).toMatchObject({ frozen: 0 });
  });

  it('takes a crawled page that turns noindex out, and keeps an imported one', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let head = '';
    const site = await serve({
      '/': () => page('Home', links('/a')),
      '/a': () => page('A', '', head),
      '/b': () => page('B', '', head),
    });
    await crawl(app, `${site.origin}/`);
    await importPages(app, [`${site.origin}/b`]);
    head = '<meta name="robots" content="noindex">';
    const { endings } = await nextWeek(app, clock, site);
    expect(endings).toMatchObject({ [`${site.origin}/a`]: 'removed', [`${site.origin}/b`]: 'unchanged' });
    const guild = await guildOf(app);
    expect(await guild.removedPages({ limit: 9, offset: 0 })).toMatchObject([{ why: 'noindex' }]);
    expect(await guild.pageAt(`${site.origin}/b`)).toMatchObject({ noindex: true });
  });

  it('follows a page to its new home, and leaves one whose redirect is only for now where it is', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let moved = false;
    const to = (location: string, status: number) => ({ status, headers: { location } });
    const site = await serve({
      '/old': () => (moved ? to('/new', 301) : page('Old')),
      '/new': page('Old'),
      '/here': () => (moved ? to('/there', 302) : page('Here')),
      '/there': page('There'),
      '/given-up': () => (moved ? to('/', 301) : page('Given up')),
      '/given-up-for-now': () => (moved ? to('/', 302) : page('Given up for now')),
      '/': page('Home'),
    });
    await importPages(
      app,
      ['/old', '/here', '/given-up', '/given-up-for-now'].map((path) => site.origin + path),
    );
    const guild = await guildOf(app);
    const old = await guild.pageAt(`${site.origin}/old`);
    moved = true;
    await nextWeek(app, clock, site);
    expect(await guild.pageAt(`${site.origin}/old`)).toBeNull();
    expect(await guild.pageAt(`${site.origin}/new`)).toMatchObject({ id: old?.id });
    expect(await guild.pageAt(`${site.origin}/here`)).toMatchObject({ title: 'There' });
    expect(await guild.pageAt(`${site.origin}/given-up`)).toMatchObject({ title: 'Given up' });
    expect(await guild.pageAt(`${site.origin}/given-up-for-now`)).toMatchObject({ title: 'Given up for now' });
    expect(await untold(app)).toEqual([
      'moved /old',
      'changed /here',
      'missing /given-up',
      'missing /given-up-for-now',
    ]);
  });

  it('does not let one error page with status 200 take the place of many pages', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let down = false;
    const site = await serve({
      '/': () => (down ? page('We will be back soon') : page('Home', links('/a', '/b'))),
      '/a': () => page(down ? 'We will be back soon' : 'A'),
      '/b': () => page(down ? 'We will be back soon' : 'B'),
    });
    await crawl(app, `${site.origin}/`);
    down = true;
    const { endings } = await nextWeek(app, clock, site);
    expect(Object.values(endings).filter((how) => how === 'duplicate-content')).toHaveLength(2);
    expect(await (await guildOf(app)).pageAt(`${site.origin}/b`)).toMatchObject({ title: 'B' });
  });

  // One with ten pages has no eleventh that would show that it is left alone.
  it.each([10, 12])(
    'leaves a host of %i pages that refuses us alone for 1, 2, 4 and 8 weeks, with one request each',
    async (count) => {
      const clock = createFakeClock();
      const app = await startApp({ clock });
      let refuses = false;
      const paths = Array.from({ length: count }, (_, n) => `/p${n}`);
      const site = await serve(
        Object.fromEntries(paths.map((path) => [path, () => (refuses ? { status: 403, body: 'no' } : page(path))])),
      );
      await importPages(
        app,
        paths.map((path) => site.origin + path),
      );
      refuses = true;
      const requests: number[] = [];
      const listed: string[] = [];
      for (let week = 0; week < 18; week += 1) {
        const before = site.pagePaths().length;
        await nextWeek(app, clock, site);
        requests.push(site.pagePaths().length - before);
        if (week === 0) listed.push((await runLine(app, 'knowledge', 'list')).out);
      }
      expect(listed.join(' ')).toContain(
        `${new URL(site.origin).host} refuses us (401 or 403) and is left alone until `,
      );
      expect(requests).toEqual([10, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
      refuses = false;
      clock.advance(8 * WEEK_MS);
      expect(Object.values((await weeklyCheck(app)).endings)).toHaveLength(count);
      expect((await runLine(app, 'knowledge', 'list')).out).not.toContain('refuses us');
    },
  );
});
