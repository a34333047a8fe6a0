import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { guildOf, importPages, serve, startApp, startImport } from '../support/app.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

const to = (location: string): SiteAnswer => ({ status: 301, headers: { location } });

describe('an import', () => {
  it('stores the pages it was given and follows no link', async () => {
    const { origin, pagePaths } = await serve({ '/a': page('A', links('/b')), '/b': page('B') });
    const app = await startApp();
    const ran = await importPages(app, [`${origin}/a#part`, `${origin}/a`, `${origin}/gone`]);
    expect(pagePaths()).toEqual(['/a', '/gone']);
    expect(ran.endings).toEqual({ [`${origin}/a`]: 'new', [`${origin}/gone`]: 'http-404' });
    await expectAccounted(app, ran);
  });

  it('of an address of which nothing came leaves no source behind, and takes no good one away', async () => {
    let up = true;
    const { origin } = await serve({
      '/a': () => (up ? page('A') : { status: 500 }),
      '/shell': '<title>x</title><script>1</script>',
    });
    const app = await startApp();
    await importPages(app, [`${origin}/a`, `${origin}/gone`, `${origin}/shell`]);
    const urls = async () =>
      (await (await guildOf(app)).sources()).map(({ spec }) => (spec.kind === 'page' ? spec.url : ''));
    expect(await urls()).toEqual([`${origin}/a`]);
    up = false;
    await importPages(app, [`${origin}/a`]);
    expect(await urls()).toEqual([`${origin}/a`]);
    expect(await (await guildOf(app)).countPages()).toBe(1);
  });

  it('asks again conditionally, and 304 leaves the page as it is', async () => {
    const { origin, requests } = await serve({
      '/a': ({ headers }) =>
        headers['if-modified-since'] === undefined
          ? { headers: { 'last-modified': 'Sun, 01 Feb 2026 10:00:00 GMT' }, body: page('A') }
          : { status: 304 },
    });
    const app = await startApp();
    await importPages(app, [`${origin}/a`]);
    const again = await importPages(app, [`${origin}/a`]);
    expect(again.endings).toEqual({ [`${origin}/a`]: 'unchanged' });
    expect(requests.at(-1)?.headers['if-modified-since']).toBe('Sun, 01 Feb 2026 10:00:00 GMT');
    expect(await (await guildOf(app)).search('says something', 5)).toHaveLength(1);
  });

  it('follows redirects to any site, and reads a page that two addresses lead to once', async () => {
    const other = await serve({ '/z': page('Z') }, '127.0.0.2');
    const { origin, pagePaths } = await serve({
      '/a': to('/b'),
      '/b': page('B'),
      '/c': to('/b'),
      '/y': to(`${other.origin}/z`),
      '/x': to(`${other.origin}/z`),
    });
    const app = await startApp();
    const ran = await importPages(
      app,
      ['/a', '/b', '/c', '/y', '/x'].map((path) => origin + path),
    );
    expect(pagePaths().toSorted()).toEqual(['/a', '/b', '/c', '/x', '/y']);
    expect(other.pagePaths()).toEqual(['/z']);
    expect(ran.endings[`${origin}/b`]).toBe('new');
    expect(ran.endings[`${other.origin}/z`]).toBe('new');
    await expectAccounted(app, ran);
  });

  it('takes all of 100 addresses although each of them redirects, and not one more', async () => {
    const { origin, pagePaths } = await serve((path) =>
      path.endsWith('/') ? page(`Page ${path}`) : path === '/robots.txt' ? undefined : to(`${path}/`),
    );
    const app = await startApp();
    const urls = Array.from({ length: 100 }, (_, n) => `${origin}/p${n}`);
    expect((await importPages(app, urls)).end).toBe('done');
    expect(pagePaths()).toHaveLength(200);
    expect(await (await guildOf(app)).countPages()).toBe(100);
    await expect(startImport(app, [...urls, `${origin}/p100`])).rejects.toThrow('at most 100 addresses, not 101');
  });

  it('reads many hosts side by side, and one that does not answer delays no other', async () => {
    const sites = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        serve({ '/': page(`Site ${n}`), '/2': page(`Second ${n}`) }, `127.0.1.${n + 1}`),
      ),
    );
    let release = (): void => {};
    const slow = await serve({ '/': { silent: true } }, '127.0.2.1');
    const app = await startApp();
    const { handle, ran } = await startImport(app, [
      `${slow.origin}/`,
      ...sites.flatMap(({ origin }) => [`${origin}/`, `${origin}/2`]),
    ]);
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    const watching = (async () => {
      for await (const event of handle.watch()) if (event.kind === 'page' && handle.tally().pages.new === 48) release();
    })();
    await done;
    handle.cancel();
    await watching;
    expect((await ran).endings[`${slow.origin}/`]).toBe('cancelled');
    expect(await (await guildOf(app)).countPages()).toBe(48);
    await expectAccounted(app, await ran);
  });

  it('says what robots.txt of each host forbids', async () => {
    const { origin } = await serve({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: HeimdallBot\nDisallow: /a' },
      '/a': page('A'),
      '/b': page('B'),
    });
    const ran = await importPages(await startApp(), [`${origin}/a`, `${origin}/b`]);
    expect(ran.endings).toEqual({ [`${origin}/a`]: 'robots-disallowed', [`${origin}/b`]: 'new' });
  });

  it('stops asking a host that refuses ten times in a row, and goes on with the others', async () => {
    const shut = await serve((path) => (path === '/robots.txt' ? undefined : { status: 403 }));
    const open = await serve({ '/a': page('A') }, '127.0.0.2');
    const app = await startApp();
    const ran = await importPages(app, [
      ...Array.from({ length: 15 }, (_, n) => `${shut.origin}/p${n}`),
      `${open.origin}/a`,
    ]);
    expect(shut.pagePaths()).toHaveLength(10);
    expect(Object.values(ran.endings).filter((how) => how === 'host-refused')).toHaveLength(5);
    expect(ran.endings[`${open.origin}/a`]).toBe('new');
    await expectAccounted(app, ran);
  });
});
