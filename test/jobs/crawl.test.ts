import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, serve, startApp, startCrawl } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `/p${n}`);

describe('a crawl', () => {
  it('reads the start page, then breadth first, and gives every URL met one ending', async () => {
    const { origin, pagePaths } = await serve({
      '/': page(
        'Home',
        links(
          '/a',
          '/b#part',
          'https://elsewhere.example/x',
          '/file.pdf',
          '/q?x=1',
          '/gone',
          'http://user:pw@127.0.0.1/',
        ),
      ),
      '/a': page('A', links('/deep', '/b')),
      '/b': page('B'),
      '/deep': page('Deep'),
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/a', '/b', '/gone', '/deep']);
    expect(ran.end).toBe('done');
    expect(ran.endings).toEqual({
      [`${origin}/`]: 'new',
      [`${origin}/a`]: 'new',
      [`${origin}/b`]: 'new',
      [`${origin}/deep`]: 'new',
      [`${origin}/gone`]: 'http-404',
      'https://elsewhere.example/x': 'other-origin',
      [`${origin}/file.pdf`]: 'file-url',
      [`${origin}/q?x=1`]: 'has-parameters',
      'http://user:pw@127.0.0.1/': 'invalid-url',
    });
    await expectAccounted(app, ran);
  });

  it('starts from several URLs of one site, each with its own sub-path, and refuses those of two sites', async () => {
    const { origin, pagePaths } = await serve({
      '/api': page('API', links('/api/x', '/blog/y')),
      '/guide': page('Guide', links('/guide/y', '/api/x')),
      '/api/x': page('API x'),
      '/guide/y': page('Guide y'),
    });
    const app = await startApp();
    const ran = await crawl(app, [`${origin}/api`, `${origin}/guide#top`]);
    expect(pagePaths()).toEqual(['/api', '/guide', '/api/x', '/guide/y']);
    expect(ran.endings[`${origin}/blog/y`]).toBe('outside-path');
    await expect(crawl(app, [`${origin}/`, 'http://127.0.0.1:1/'])).rejects.toThrow('on one site');
  });

  it('takes addresses in any spelling for the one page they are', async () => {
    const { origin, pagePaths } = await serve({
      '/%7Ea': page('Never'),
      '/~a': page('A', links('/%7Ea', '/~a#x', '/b/../~a')),
    });
    const ran = await crawl(await startApp(), `${origin}/%7Ea#part`);
    expect(pagePaths()).toEqual(['/~a']);
    expect(ran.endings).toEqual({ [`${origin}/~a`]: 'new' });
  });
});

describe('the page limit, counted on the wire', () => {
  /** Every page redirects to its own final address. */
  const detour = (path: string): SiteAnswer =>
    path.endsWith('/')
      ? page(`Page ${path}`, path === '/' ? links(...numbered(30)) : '')
      : { status: 301, headers: { location: `${path}/` } };

  it('holds with redirects, and what a redirect led to is left for the next run, asked for once', async () => {
    const site = await serve((path) => (path === '/robots.txt' ? undefined : detour(path)));
    const app = await startApp();
    const first = await crawl(app, `${site.origin}/`, { pages: 12 });
    expect(site.pagePaths()).toHaveLength(12);
    expect(first.end).toBe('page-limit');
    await expectAccounted(app, first);
    for (let run = 0; run < 5; run += 1) await expectAccounted(app, await crawl(app, `${site.origin}/`, { pages: 12 }));
    expect(site.pagePaths()).toHaveLength(61);
    expect(new Set(site.pagePaths()).size).toBe(61);
    expect(await (await guildOf(app)).countPages()).toBe(31);
  });

  it('holds with retries', async () => {
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      return path === '/' ? page('Home', links(...numbered(60))) : { status: 500, body: 'no' };
    });
    const app = await startApp();
    const ran = await crawl(app, `${site.origin}/`, { pages: 10 });
    expect(site.pagePaths()).toHaveLength(10);
    expect(ran.end).toBe('page-limit');
    await expectAccounted(app, ran);
  });

  it('lets a redirect target that fails once be asked again', async () => {
    const site = await serve({
      '/': page('Home', links('/old')),
      '/old': { status: 302, headers: { location: '/new' } },
      '/new': (_, nth) => (nth === 0 ? { status: 502 } : page('New')),
    });
    const ran = await crawl(await startApp(), `${site.origin}/`);
    expect(site.pagePaths()).toEqual(['/', '/old', '/new', '/new']);
    expect(ran.endings[`${site.origin}/new`]).toBe('new');
  });
});

describe('a crawl ends early', () => {
  it('at its time limit: nothing is asked for 5 minutes after the first request, and the receipt says what the site asked for', async () => {
    const clock = createFakeClock();
    const asked: number[] = [];
    const { origin } = await serve((path) => {
      if (path === '/robots.txt')
        return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 10' };
      asked.push(clock.elapsed);
      return path === '/' ? page('Home', links(...numbered(60))) : page(`Page ${path}`);
    });
    const app = await startApp({ clock });
    const ran = await crawl(app, `${origin}/`);
    expect(ran.end).toBe('time-limit');
    expect(asked).toHaveLength(29);
    expect(Math.max(...asked)).toBeLessThan(300_000);
    expect(ran.detail).toMatch(
      /^29 of about 61 pages: .*this site asks for 10 s between requests\. Start the same crawl again/,
    );
    await expectAccounted(app, ran);
  });

  it('when it is cancelled: the request in flight is ended, no other follows, and the next run goes on', async () => {
    let cancel = (): void => {};
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/p3' && site.pagePaths().filter((seen) => seen === '/p3').length === 1) {
        cancel();
        return { silent: true };
      }
      return path === '/' ? page('Home', links(...numbered(8))) : page(`Page ${path}`);
    });
    const app = await startApp();
    const { handle, ran } = await startCrawl(app, `${site.origin}/`);
    cancel = () => handle.cancel();
    const first = await ran;
    expect(first.end).toBe('cancelled');
    expect(site.pagePaths()).toEqual(['/', '/p0', '/p1', '/p2', '/p3']);
    expect(first.endings[`${site.origin}/p7`]).toBe('cancelled');
    await expectAccounted(app, first);
    expect((await crawl(app, `${site.origin}/`)).end).toBe('done');
    expect(site.pagePaths().slice(5)).toEqual(['/p3', '/p4', '/p5', '/p6', '/p7']);
  });

  it('with what the site said, when the start URL gives nothing', async () => {
    const site = await serve({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
    });
    const app = await startApp();
    const forbidden = await crawl(app, `${site.origin}/`);
    expect([forbidden.end, forbidden.detail]).toEqual([
      'robots',
      `Nothing was stored. The start URL ${site.origin}/ is disallowed by robots.txt.`,
    ]);
    const missing = await serve({});
    expect(await crawl(app, `${missing.origin}/`)).toMatchObject({
      end: 'failed',
      detail: expect.stringContaining(`${missing.origin}/: `),
    });
  });
});
