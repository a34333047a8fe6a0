import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { JobStream } from '../../src/jobs/context.ts';
import type { CrawlOptions } from '../../src/knowledge/store.ts';
import { plainCrawl, serve, startApp } from '../support/app.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

/** What comes of looking, once it has been watched to its end. */
async function reportOf<T>(work: JobStream<T>): Promise<T> {
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
  }
}

const check = (app: App, url: string) => reportOf(app.crawling.check('local', url, new AbortController().signal));
const preview = (app: App, urls: string | string[], options: Partial<CrawlOptions> = {}) =>
  reportOf(app.crawling.preview('local', [urls].flat(), { ...plainCrawl, ...options }, new AbortController().signal));

const text = (body: string): SiteAnswer => ({ headers: { 'content-type': 'text/plain' }, body });
const asked = (requests: readonly { path: string }[]): string[] => requests.map(({ path }) => path);

describe('a check of one URL (rule 6.8)', () => {
  it('says what an import would do, and stores nothing', async () => {
    const { origin, requests } = await serve({
      '/robots.txt': text('User-agent: *\nDisallow: /shut\nCrawl-delay: 4'),
      '/a': { status: 302, headers: { location: '/b' } },
      '/b': page('B', '', '<meta name="robots" content="noindex, nofollow">'),
      '/file': { headers: { 'content-type': 'application/pdf' }, body: 'pdf' },
      '/shell': '<title>x</title><script>1</script>',
    });
    const app = await startApp();
    const report = await check(app, `${origin}/a#part`);
    expect(asked(requests)).toEqual(['/robots.txt', '/a', '/b']);
    expect(report).toMatchObject({
      finalUrl: `${origin}/b`,
      noindex: true,
      nofollow: true,
      gapMs: 4000,
      verdict: { kind: 'stored', title: 'B' },
    });
    expect(report.robots).toMatchObject({ status: 200, group: '*', crawlDelaySeconds: 4 });
    expect((await check(app, `${origin}/shut`)).verdict).toEqual({ kind: 'skipped', reason: 'robots-disallowed' });
    expect((await check(app, `${origin}/file`)).verdict).toMatchObject({ kind: 'skipped', reason: 'not-html' });
    expect((await check(app, `${origin}/shell`)).verdict).toEqual({ kind: 'skipped', reason: 'empty-shell' });
    expect((await check(app, `${origin}/gone`)).verdict).toEqual({
      kind: 'failed',
      failure: { code: 'http-status', status: 404 },
    });
    expect(await app.store.guildIds()).toEqual([]);
  });
});

describe('a preview of a crawl (rule 6.8)', () => {
  it('asks for robots.txt, the sitemap and three pages, and stores nothing', async () => {
    const site = await serve((path) => {
      if (path === '/robots.txt') return text('User-agent: *\nDisallow: /shut\nCrawl-delay: 5\nSitemap: /map.txt');
      if (path === '/sitemap.xml') return undefined;
      return path === '/docs/'
        ? page('Docs', links('/docs/a', '/docs/b', '/docs/c', '/docs/f.zip', '/blog'))
        : page(`Page ${path}`, links('/docs/deeper'));
    });
    const app = await startApp();
    const report = await preview(app, `${site.origin}/docs/#x`, { exclude: ['/docs/c'] });
    expect(asked(site.requests)).toEqual(['/robots.txt', '/docs/', '/docs/a', '/docs/b']);
    expect(report).toMatchObject({ pagesAsked: 3, gapMs: 5000, problem: null, expectedPages: 4, expectedRuns: 1 });
    expect(report.inScope.map((url) => new URL(url).pathname)).toEqual([
      '/docs/',
      '/docs/a',
      '/docs/b',
      '/docs/deeper',
    ]);
    expect(report.out.map(({ url, reason }) => [new URL(url).pathname, reason])).toEqual([
      ['/docs/c', 'excluded-path'],
      ['/docs/f.zip', 'file-url'],
      ['/blog', 'outside-path'],
    ]);
    expect(await app.store.guildIds()).toEqual([]);
  });

  it('counts what the sitemap names, and how many runs it takes at this pace', async () => {
    let origin = '';
    const site = await serve((path) => {
      if (path === '/robots.txt') return text('User-agent: *\nCrawl-delay: 10');
      if (path === '/map.txt') return text(Array.from({ length: 400 }, (_, n) => `${origin}/p${n}`).join('\n'));
      return path === '/' ? page('Home') : page(`Page ${path}`);
    });
    ({ origin } = site);
    const report = await preview(await startApp(), `${origin}/`, { sitemap: { url: `${origin}/map.txt` } });
    expect(report.sitemap).toContain('names 400 addresses');
    expect(report).toMatchObject({ expectedPages: 30, expectedMinutes: 5, expectedRuns: 14 });
  });

  it('never sends a fourth page request, redirects and second tries counted', async () => {
    const { origin, pagePaths } = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/') return { status: 302, headers: { location: '/home' } };
      return path === '/home' ? page('Home', links('/x', '/y')) : { status: 500 };
    });
    const report = await preview(await startApp(), `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/home', '/x']);
    expect(report).toMatchObject({ pagesAsked: 3, startsAt: [`${origin}/`] });
  });

  it('follows the start URL to another site, but no later page', async () => {
    const other = await serve(
      { '/': page('Home', links('/away')), '/away': { status: 302, headers: { location: 'http://127.0.0.9:8080/' } } },
      '127.0.0.2',
    );
    const { origin } = await serve({ '/': { status: 301, headers: { location: `${other.origin}/` } } });
    const report = await preview(await startApp(), `${origin}/`);
    expect(report.startsAt).toEqual([`${other.origin}/`]);
    expect(report.inScope).toContain(`${other.origin}/away`);
    expect(other.pagePaths()).toEqual(['/', '/away']);
  });

  it('says in a sentence why nothing would come of it', async () => {
    const { origin, requests } = await serve({ '/robots.txt': text('User-agent: *\nDisallow: /') });
    const app = await startApp();
    const report = await preview(app, `${origin}/`, { sitemap: 'auto' });
    expect(report.problem).toBe(`The start URL ${origin}/ is disallowed by robots.txt.`);
    expect(asked(requests)).not.toContain('/');
    const half = await serve({ '/b': page('B') });
    expect((await preview(app, [`${half.origin}/a`, `${half.origin}/b`])).problem).toBeNull();
    expect((await preview(app, `${half.origin}/a`)).problem).toContain(`${half.origin}/a: `);
  });
});
