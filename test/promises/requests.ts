import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { createPace } from '../../src/crawler/pace.ts';
import { sessions } from '../../src/crawler/session.ts';
import type { WebClient } from '../../src/fetch/client.ts';
import { createStopSwitch } from '../../src/jobs/stop-switch.ts';
import { MAX_PAGE_BYTES, MAX_ROBOTS_BYTES, MAX_SITEMAP_BYTES } from '../../src/promises.ts';
import { loopbackClient, serve as serveLoopback } from '../fetch/loopback.ts';
import { afterTest, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { ask, createManners, finish, IMPATIENCE_MS, wordFor } from '../support/manners.ts';
import { page, type SiteAnswer } from '../support/site.ts';

/** So many times faster than the product waits. */
const HURRY = 100;

const MIB = 1024 * 1024;
const zeroMib = gzipSync(Buffer.alloc(MIB));

/** How many bytes of nothing, compressed: an archive of several parts, each of which is compressed but once. */
function zeros(bytes: number, contentType: string): SiteAnswer {
  const parts = Array.from({ length: Math.floor(bytes / MIB) }, () => zeroMib);
  const rest = bytes % MIB === 0 ? [] : [gzipSync(Buffer.alloc(bytes % MIB))];
  return {
    headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
    body: Buffer.concat([...parts, ...rest]),
  };
}

function numbered(origin: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${origin}/${index}`);
}

export const requestProofs = {
  /** On a client that gives the page a hundredth of the product's time, seen from the server. */
  async timeout() {
    const real = loopbackClient();
    const hurried: WebClient = {
      open() {
        const connections = real.open();
        return {
          ...connections,
          // A busy machine may well take a hundredth of the time to answer for robots.txt.
          request: (wish) =>
            connections.request(wish.url.pathname === '/slow' ? { ...wish, timeoutMs: wish.timeoutMs / HURRY } : wish),
        };
      },
    };
    const held: Promise<number>[] = [];
    await using server = await serveLoopback((request, response) => {
      if (request.url === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      const since = performance.now();
      held.push(new Promise((resolve) => request.socket.once('close', () => resolve(performance.now() - since))));
      // The head alone is no answer.
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    });
    const clock = createFakeClock();
    const open = sessions({ client: hurried, pace: createPace(clock), clock });
    const session = open({
      guildId: 'local',
      limits: createStopSwitch(clock, 300_000, 0),
      robots: [],
      resumed: false,
    });
    afterTest(() => session.close());
    expect(await ask(session, `${server.origin}/slow`)).toBe('timeout');
    const waited = await Promise.all(held);
    expect(waited).toHaveLength(2);
    for (const ms of waited) {
      expect(ms).toBeGreaterThan(15_000 / HURRY - 20);
      expect(ms).toBeLessThan(15_000 / HURRY + 1500);
    }
  },

  async 'page-size'() {
    const site = await serve({
      '/fits': zeros(5 * MIB, 'text/html'),
      '/large': zeros(MAX_PAGE_BYTES + 1, 'text/html'),
      '/large.xml': zeros(MAX_SITEMAP_BYTES + 1, 'application/xml'),
    });
    const { session } = createManners().open();
    expect(await ask(session, `${site.origin}/fits`)).toBe('body');
    expect(await ask(session, `${site.origin}/large`)).toBe('too-large');
    const sitemap = async (path: string): Promise<string> =>
      wordFor((await finish(session.sitemap(new URL(path, site.origin)))).value);
    expect(MAX_SITEMAP_BYTES).toBe(50 * MIB);
    expect(await sitemap('/large.xml')).toBe('too-large');
    // What stands behind 500 KiB of robots.txt is not read, what stands before is.
    const early = 'User-agent: *\nDisallow: /early\n';
    const padding = '#'.padEnd(499 * 1024, 'x');
    const late = await serve({
      '/robots.txt': gzipped(`${early}${padding}\nDisallow: /near\n${padding}\nDisallow: /late\n`),
      '/late': page('Late'),
    });
    expect(MAX_ROBOTS_BYTES).toBe(500 * 1024);
    const job = createManners().open();
    expect(await ask(job.session, `${late.origin}/early`)).toBe('robots-disallowed');
    expect(await ask(job.session, `${late.origin}/near`)).toBe('robots-disallowed');
    expect(await ask(job.session, `${late.origin}/late`)).toBe('body');
  },

  async redirects() {
    const hop = (location: string): SiteAnswer => ({ status: 302, headers: { location } });
    const other = await serve(
      { '/robots.txt': { body: 'User-agent: *\nDisallow: /shut' }, '/shut': page('Shut') },
      '127.0.0.2',
    );
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: 404 };
      if (path === '/away') return hop(`${other.origin}/shut`);
      return hop(`/${Number(path.slice(1)) + 1}`);
    });
    const app = await startApp();
    const ran = await importPages(app, [`${site.origin}/1`, `${site.origin}/away`]);
    // The page itself, and five redirects followed.
    expect(site.pagePaths().toSorted()).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/away']);
    expect(ran.endings[`${site.origin}/away`]).toBe('robots-disallowed');
    expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  },

  async 'one-retry'() {
    const site = await serve({
      '/broken': { status: 500 },
      '/cut': { cut: true },
      '/forbidden': { status: 403 },
      '/gone': { status: 404 },
      '/silent': { silent: true },
    });
    const times = (path: string): number => site.requests.filter((request) => request.path === path).length;
    const { session } = createManners({
      timeoutFor: (url) => (url.endsWith('/silent') ? IMPATIENCE_MS : Infinity),
    }).open();
    for (const path of ['/broken', '/cut', '/forbidden', '/gone', '/silent']) await ask(session, site.origin + path);
    expect(['/broken', '/cut', '/silent', '/forbidden', '/gone'].map(times)).toEqual([2, 2, 2, 1, 1]);
  },

  async refusals() {
    const app = await startApp();
    for (const status of [401, 403]) {
      const site = await serve((path) => ({ status: path === '/robots.txt' ? 404 : status }));
      const ran = await importPages(app, numbered(site.origin, 14));
      expect(site.pagePaths()).toHaveLength(10);
      expect(Object.values(ran.endings).filter((ending) => ending === 'host-refused')).toHaveLength(4);
    }
  },

  async 'push-back'() {
    const clock = createFakeClock();
    const at: number[] = [];
    const site = await serve((path) => {
      if (path === '/robots.txt') return { status: 404 };
      at.push(clock.elapsed);
      return at.length === 1 ? { status: 503, headers: { 'retry-after': '7' } } : page(path);
    });
    await importPages(await startApp({ clock }), numbered(site.origin, 4));
    const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    expect(gaps).toHaveLength(4);
    expect(gaps[0]).toBeGreaterThanOrEqual(7000);
    for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThanOrEqual(1000);
    const busy = await serve((path) =>
      path === '/robots.txt' ? { status: 404 } : { status: 429, headers: { 'retry-after': '3600' } },
    );
    await importPages(await startApp(), numbered(busy.origin, 4));
    expect(busy.pagePaths()).toHaveLength(1);
  },
};

function gzipped(text: string): SiteAnswer {
  return { headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, body: gzipSync(text) };
}
