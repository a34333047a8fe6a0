import { expect } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { ask, createManners, IMPATIENCE_MS } from '../support/manners.ts';
import { links, page, type SiteAnswer, type TestSite } from '../support/site.ts';

/** A site on which every page is there, under this robots.txt. */
function siteUnder(robots: SiteAnswer | (() => SiteAnswer), host?: string): Promise<TestSite> {
  return serve((path) => {
    if (path !== '/robots.txt') return page(path);
    return typeof robots === 'function' ? robots() : robots;
  }, host);
}

function rules(...lines: readonly string[]): SiteAnswer {
  return { headers: { 'content-type': 'text/plain' }, body: lines.join('\n') };
}

/** Which of these paths are asked for under each robots.txt. */
async function asked(files: readonly SiteAnswer[], ...paths: readonly string[]): Promise<string[][]> {
  const sites = await Promise.all(files.map((robots) => siteUnder(robots)));
  await importPages(
    await startApp(),
    sites.flatMap(({ origin }) => paths.map((path) => origin + path)),
  );
  return sites.map((site) => site.pagePaths());
}

function robotsRequests({ requests }: TestSite): number {
  return requests.filter(({ path }) => path === '/robots.txt').length;
}

/** Milliseconds between page requests under this delay. */
async function gapsUnder(delay: number): Promise<number[]> {
  const clock = createFakeClock();
  const at: number[] = [];
  const site = await serve((path) => {
    at.push(clock.elapsed);
    return path === '/robots.txt' ? rules('User-agent: *', `Crawl-delay: ${delay}`) : page(path);
  });
  await importPages(
    await startApp({ clock }),
    ['/a', '/b', '/c'].map((path) => site.origin + path),
  );
  expect(at).toHaveLength(4);
  return at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
}

async function storedPaths(app: App): Promise<string[]> {
  const pages = await (await guildOf(app)).pages({ limit: 100, offset: 0 });
  return pages.map(({ url }) => new URL(url).pathname).toSorted();
}

export const robotsProofs = {
  async 'robots-first'() {
    const other = await siteUnder(rules('User-agent: *', 'Disallow: /later'), '127.0.0.2');
    let closed = false;
    const site = await serve((path) => {
      if (path === '/robots.txt') return closed ? rules('User-agent: *', 'Disallow: /') : { status: 404 };
      return path === '/away' ? { status: 301, headers: { location: `${other.origin}/target` } } : page(path);
    });
    const app = await startApp();
    const urls = ['/a', '/away', '/b'].map((path) => site.origin + path);
    await importPages(app, urls);
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/a', '/away', '/b']);
    expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/target']);
    closed = true;
    await importPages(app, urls);
    expect(site.requests.map(({ path }) => path).slice(4)).toEqual(['/robots.txt']);
  },

  async 'robots-group'() {
    const both = rules(
      'User-agent: HeimdallBot',
      'Disallow: /one',
      'User-agent: *',
      'Disallow: /all',
      'User-agent: heimdallbot',
      'Disallow: /two',
    );
    const all = rules('User-agent: *', 'Disallow: /all');
    expect(await asked([both, all], '/one', '/two', '/all', '/free')).toEqual([
      ['/all', '/free'],
      ['/one', '/two', '/free'],
    ]);
  },

  async 'robots-match'() {
    const file = rules(
      'User-agent: *',
      'Disallow: /docs',
      'Allow: /docs/open',
      'Disallow: /tie',
      'Allow: /tie',
      'Disallow: /*.pdf$',
    );
    const paths = ['/docs/shut', '/docs/open/a', '/tie', '/a/b.pdf', '/a/b.pdf.html'];
    expect(await asked([file], ...paths)).toEqual([['/docs/open/a', '/tie', '/a/b.pdf.html']]);
  },

  async 'robots-4xx'() {
    const files = [400, 401, 403, 404, 410].map((status) => ({ status, body: 'User-agent: *\nDisallow: /' }));
    expect(await asked(files, '/a')).toEqual(files.map(() => ['/a']));
  },

  async 'robots-429'() {
    const site = await siteUnder({ status: 429 });
    await importPages(await startApp(), [`${site.origin}/a`, `${site.origin}/b`]);
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  },

  async 'robots-5xx'() {
    const fails = async (answer: SiteAnswer): Promise<void> => {
      const site = await siteUnder(answer);
      const { session } = createManners({ timeoutFor: () => IMPATIENCE_MS }).open();
      expect(await ask(session, `${site.origin}/a`)).toBe('robots-unavailable');
      expect(await ask(session, `${site.origin}/b`)).toBe('robots-unavailable');
      expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt']);
    };
    await Promise.all([{ status: 500 }, { status: 503 }, { cut: true as const }, { silent: true as const }].map(fails));
    let tries = 0;
    const site = await siteUnder(() => ((tries += 1) === 1 ? { status: 500 } : rules('User-agent: *', 'Disallow: /b')));
    await importPages(await startApp(), [`${site.origin}/a`, `${site.origin}/b`]);
    expect(site.pagePaths()).toEqual(['/a']);
  },

  async 'robots-redirects'() {
    const elsewhere = await serve({ '/rules': rules('User-agent: *', 'Disallow: /shut') }, '127.0.0.2');
    /** robots.txt leads over so many redirects to the rules. */
    const behind = (hops: number): Promise<TestSite> =>
      serve((path) => {
        const nth = path === '/robots.txt' ? 1 : Number(/^\/hop-(\d+)$/.exec(path)?.[1]);
        if (Number.isNaN(nth)) return page(path);
        return { status: 301, headers: { location: nth < hops ? `/hop-${nth + 1}` : `${elsewhere.origin}/rules` } };
      });
    const within = await behind(5);
    await importPages(await startApp(), [`${within.origin}/shut`, `${within.origin}/free`]);
    expect(within.pagePaths().filter((path) => !path.startsWith('/hop'))).toEqual(['/free']);
    const beyond = await behind(6);
    await importPages(await startApp(), [`${beyond.origin}/shut`]);
    expect(elsewhere.requests).toHaveLength(1);
  },

  async 'robots-sitemaps'() {
    const robots = rules('User-agent: *', 'Disallow: /sitemap', 'Disallow: /own.xml', 'Sitemap: /own.xml');
    const site = await siteUnder(robots);
    await crawl(await startApp(), `${site.origin}/`, { sitemap: 'auto' });
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/']);
  },

  async 'crawl-delay'() {
    for (const gap of await gapsUnder(3)) expect(gap).toBeGreaterThanOrEqual(3000);
    for (const gap of await gapsUnder(60)) {
      expect(gap).toBeGreaterThanOrEqual(10_000);
      expect(gap).toBeLessThan(11_000);
    }
  },

  async 'later-disallow'() {
    let closed = false;
    const site = await serve({
      '/robots.txt': () => (closed ? rules('User-agent: *', 'Disallow: /a') : { status: 404 }),
      '/': page('Home', links('/a')),
      '/a': page('A'),
    });
    const app = await startApp();
    await crawl(app, `${site.origin}/`);
    closed = true;
    await crawl(app, `${site.origin}/`);
    expect(site.pagePaths()).toEqual(['/', '/a', '/']);
    expect(robotsRequests(site)).toBe(2);
    expect(await storedPaths(app)).toEqual(['/', '/a']);
  },
};
