import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { MIN_GAP_MS } from '../../src/promises.ts';
import { crawl, startApp } from '../support/app.ts';
import { site, smallestGap } from '../support/manners.ts';
import { links, page } from '../support/site.ts';

/** The one promise that only real time can prove; it takes about six seconds of it. */
it('a crawl never asks a host twice within half a second: robots.txt, sitemaps, redirects, retries and slow answers included', async () => {
  const late = () => new Promise((resolve) => setTimeout(resolve, 300));
  const server = await site({
    '/robots.txt': { body: 'User-agent: *\nDisallow: /shut' },
    '/': page('Home', links('/slow', '/old', '/flaky', '/cut')),
    '/sitemap_index.xml': {
      headers: { 'content-type': 'application/xml' },
      body: '<urlset><url><loc>/b</loc></url></urlset>',
    },
    '/slow': () => ({ until: late(), body: page('Slow') }),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': page('New'),
    '/flaky': (_, nth) => (nth === 0 ? { status: 500 } : page('Flaky')),
    '/cut': (_, nth) => (nth === 0 ? { cut: true } : page('Cut')),
    '/b': page('B'),
  });
  const ran = await crawl(await startApp({ clock: systemClock }), `${server.origin}/`, { sitemap: 'auto' });
  expect(ran.end).toBe('done');
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/robots.txt',
    '/',
    '/sitemap.xml',
    '/sitemap_index.xml',
    '/slow',
    '/old',
    '/new',
    '/flaky',
    '/flaky',
    '/cut',
    '/cut',
    '/b',
  ]);
  expect(smallestGap(server)).toBeGreaterThanOrEqual(MIN_GAP_MS);
}, 60_000);
