import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, serve, startApp, tempDir } from '../support/app.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

const to = (location: string, status = 301): SiteAnswer => ({ status, headers: { location } });
const notes = (events: readonly { kind: string; text?: string }[]) =>
  events.flatMap(({ kind, text }) => (kind === 'note' ? [text] : []));

describe('a start URL that redirects', () => {
  it('to another origin takes the scope along, once, and the receipt says so (rule 5.8)', async () => {
    const www = await serve(
      {
        '/docs/': page('Docs', links('/docs/a', '/other')),
        '/docs/a': page('A', links('/docs/b')),
        '/docs/b': page('B'),
      },
      '127.0.0.2',
    );
    const apex = await serve({ '/docs/': to(`${www.origin}/docs/`) });
    const app = await startApp();
    const ran = await crawl(app, `${apex.origin}/docs/`);
    expect(apex.pagePaths()).toEqual(['/docs/']);
    expect(www.pagePaths()).toEqual(['/docs/', '/docs/a', '/docs/b']);
    expect(ran.endings).toEqual({
      [`${apex.origin}/docs/`]: 'redirected',
      [`${www.origin}/docs/`]: 'new',
      [`${www.origin}/docs/a`]: 'new',
      [`${www.origin}/docs/b`]: 'new',
      [`${www.origin}/other`]: 'outside-path',
    });
    expect(notes(ran.events)).toEqual([
      `${apex.origin}/docs/ redirects to ${www.origin}/docs/. The crawl goes on there and stays there.`,
    ]);
    await expectAccounted(app, ran);
  });

  it('through several hosts ends where the last one leads', async () => {
    const last = await serve({ '/': page('Last', links('/a')), '/a': page('A') }, '127.0.0.3');
    const middle = await serve({ '/': to(`${last.origin}/`) }, '127.0.0.2');
    const first = await serve({ '/': to(`${middle.origin}/`) });
    const ran = await crawl(await startApp(), `${first.origin}/`);
    expect(ran.endings[`${last.origin}/a`]).toBe('new');
  });

  it('out of its own sub-path opens that one instead', async () => {
    const { origin, pagePaths } = await serve({
      '/docs': to('/en/docs/'),
      '/en/docs/': page('Docs', links('/en/docs/a', '/docs/b')),
      '/en/docs/a': page('A'),
    });
    const ran = await crawl(await startApp(), `${origin}/docs`);
    expect(pagePaths()).toEqual(['/docs', '/en/docs/', '/en/docs/a']);
    expect(ran.endings[`${origin}/docs/b`]).toBe('outside-path');
  });

  it('within its scope moves nothing and is no news', async () => {
    const { origin } = await serve({
      '/docs': to('/docs/'),
      '/docs/': page('Docs', links('/docs/a')),
      '/docs/a': page('A'),
    });
    const ran = await crawl(await startApp(), `${origin}/docs`);
    expect(ran.endings[`${origin}/docs/a`]).toBe('new');
    expect(notes(ran.events)).toEqual([]);
  });

  it('takes the other start URLs along; a second one that leads to a third site does not move the scope again', async () => {
    const third = await serve({ '/b': page('Elsewhere', links('/x')), '/x': page('X') }, '127.0.0.3');
    const www = await serve(
      {
        '/a': page('A', links('/a/1', '/c/1')),
        '/a/1': page('A1'),
        '/c': page('C', links('/c/1')),
        '/c/1': page('C1'),
      },
      '127.0.0.2',
    );
    const apex = await serve({
      '/a': to(`${www.origin}/a`),
      '/b': to(`${third.origin}/b`),
      '/c': to(`${www.origin}/c`),
    });
    const app = await startApp();
    const ran = await crawl(
      app,
      ['/a', '/b', '/c'].map((path) => apex.origin + path),
    );
    expect(third.requests).toEqual([]);
    expect(ran.endings[`${apex.origin}/b`]).toBe('redirected-out-of-scope');
    expect(www.pagePaths()).toEqual(['/a', '/c', '/a/1', '/c/1']);
    await expectAccounted(app, ran);
  });

  it('keeps the moved scope when the process dies with the new start page in flight, and when a later run continues', async () => {
    const dataDir = tempDir();
    let killed = '';
    const www = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/' && killed === '') killed = filesAfterKill(dataDir);
      return path === '/' ? page('Home', links('/a', '/b')) : page(`Page ${path}`);
    }, '127.0.0.2');
    const apex = await serve({ '/': to(`${www.origin}/`) });
    await crawl(await startApp({ dataDir }), `${apex.origin}/`);
    const again = await startApp({ dataDir: killed });
    const first = await crawl(again, `${apex.origin}/`, { pages: 3 });
    expect(first.endings).toMatchObject({ [`${www.origin}/`]: 'new', [`${www.origin}/a`]: 'new' });
    await expectAccounted(again, first);
    const partly = await startApp();
    await crawl(partly, `${apex.origin}/`, { pages: 2 });
    const rest = await crawl(partly, `${apex.origin}/`);
    expect(rest.endings).toEqual({ [`${www.origin}/a`]: 'new', [`${www.origin}/b`]: 'new' });
    expect(apex.pagePaths()).toEqual(['/', '/']);
  });
});

describe('a later page that redirects', () => {
  it('off the site is left there: nothing is asked of the other site and nothing of it stored', async () => {
    const other = await serve({ '/x': page('Foreign') }, '127.0.0.2');
    const { origin } = await serve({
      '/docs/': page('Docs', links('/docs/away', '/docs/up')),
      '/docs/away': to(`${other.origin}/x`),
      '/docs/up': to('/blog'),
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/docs/`);
    expect(other.requests).toEqual([]);
    expect(ran.endings[`${origin}/docs/away`]).toBe('redirected-out-of-scope');
    expect(ran.endings[`${origin}/docs/up`]).toBe('redirected-out-of-scope');
    expect(ran.events).toContainEqual({
      kind: 'skipped',
      url: `${origin}/docs/away`,
      reason: 'redirected-out-of-scope',
      detail: `${other.origin}/x`,
    });
    expect((await (await guildOf(app)).pages({ limit: 10, offset: 0 })).map(({ url }) => url)).toEqual([
      `${origin}/docs/`,
    ]);
    await expectAccounted(app, ran);
  });

  it('to a page that is known is not followed: each page is read once, under its own address', async () => {
    const { origin, pagePaths } = await serve({
      '/': page('Home', links('/old', '/new', '/older')),
      '/old': to('/new'),
      '/older': to('/new'),
      '/new': page('New'),
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/old', '/new', '/older']);
    expect([ran.endings[`${origin}/old`], ran.endings[`${origin}/older`], ran.endings[`${origin}/new`]]).toEqual([
      'redirected',
      'redirected',
      'new',
    ]);
    await expectAccounted(app, ran);
  });

  it('into what robots.txt forbids asks for nothing there', async () => {
    const { origin, pagePaths } = await serve({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
      '/': page('Home', links('/open')),
      '/open': to('/private/x'),
    });
    const ran = await crawl(await startApp(), `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/open']);
    expect(ran.endings[`${origin}/open`]).toBe('robots-disallowed');
  });

  it('in circles, or without end, fails by name', async () => {
    const { origin, pagePaths } = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/') return page('Home', links('/self', '/ping', '/far-0'));
      if (path === '/self') return to('/self');
      if (path.startsWith('/far-')) return to(`/far-${Number(path.slice(5)) + 1}`);
      return to(path === '/ping' ? '/pong' : '/ping');
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings[`${origin}/self`]).toBe('redirect-loop');
    expect(ran.endings[`${origin}/pong`]).toBe('redirect-loop');
    expect(ran.endings[`${origin}/far-5`]).toBe('too-many-redirects');
    expect(pagePaths()).toEqual([
      '/',
      '/self',
      '/ping',
      '/pong',
      '/far-0',
      '/far-1',
      '/far-2',
      '/far-3',
      '/far-4',
      '/far-5',
    ]);
    await expectAccounted(app, ran);
  });

  it('from one start URL to another reads that one once', async () => {
    const { origin, pagePaths } = await serve({ '/a': to('/b'), '/b': page('B', links('/b/1')), '/b/1': page('B1') });
    const app = await startApp();
    const ran = await crawl(app, [`${origin}/a`, `${origin}/b`]);
    expect(pagePaths()).toEqual(['/a', '/b', '/b/1']);
    await expectAccounted(app, ran);
  });
});
