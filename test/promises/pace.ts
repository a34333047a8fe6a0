import { expect } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { crawl, importPages, serve, startApp, startImport } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { smallestGap } from '../support/manners.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

/** The most moments within any span of this length, in milliseconds. */
function mostWithin(moments: readonly number[], span: number): number {
  return Math.max(
    ...moments.map((first) => moments.filter((moment) => moment >= first && moment < first + span).length),
  );
}

export const paceProofs = {
  /** In real time, as the server sees it: robots.txt, a sitemap, a redirect and a retry are among the requests. */
  async 'two-a-second'() {
    let underWay = 0;
    let most = 0;
    const counted = (answer: string) => (): Promise<string> => {
      underWay += 1;
      most = Math.max(most, underWay);
      return new Promise((resolve) => {
        setTimeout(() => {
          underWay -= 1;
          resolve(answer);
        }, 20);
      });
    };
    const home = counted(page('Home', links('/old', '/flaky')));
    const fresh = counted(page('New'));
    let flaky = 0;
    const site = await serve(async (path): Promise<SiteAnswer> => {
      if (path === '/') return home();
      if (path === '/new') return fresh();
      if (path === '/old') return { status: 301, headers: { location: '/new' } };
      if (path === '/flaky') return (flaky += 1) === 1 ? { status: 500 } : page('Flaky');
      return path === '/sitemap.xml' ? { body: '<urlset></urlset>' } : { status: 404 };
    });
    await crawl(await startApp({ clock: systemClock }), `${site.origin}/`, { sitemap: 'auto' });
    expect(site.requests.length).toBeGreaterThanOrEqual(7);
    expect(most).toBe(1);
    expect(smallestGap(site)).toBeGreaterThanOrEqual(500);
    expect(
      mostWithin(
        site.requests.map(({ at }) => at),
        1000,
      ),
    ).toBeLessThanOrEqual(2);
  },

  /** Three servers import the same hundred pages at once, which would be six requests a second. */
  async 'domain-minute'() {
    const clock = createFakeClock();
    const at: number[] = [];
    const site = await serve((path) => {
      at.push(clock.elapsed);
      return path === '/robots.txt' ? { status: 404 } : { status: 404, body: 'gone' };
    });
    const urls = Array.from({ length: 100 }, (_, index) => `${site.origin}/${index}`);
    const app = await startApp({ clock });
    await Promise.all(['one', 'two', 'three'].map((guild) => importPages(app, urls, guild)));
    expect(at).toHaveLength(303);
    expect(mostWithin(at, 60_000)).toBeLessThanOrEqual(200);
  },

  /** Fifteen hosts, each of which holds its answer back. */
  async 'in-flight'() {
    let underWay = 0;
    let most = 0;
    let answered = 0;
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let full = (): void => {};
    const tenth = new Promise<void>((resolve) => {
      full = resolve;
    });
    const server = await serve(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 10) full();
      await gate;
      underWay -= 1;
      answered += 1;
      return { status: 404 };
    }, '0.0.0.0');
    const { port } = new URL(server.origin);
    const urls = Array.from({ length: 15 }, (_, index) => `http://127.0.0.${index + 1}:${port}/a`);
    const { ran } = await startImport(await startApp(), urls);
    await tenth;
    letGo();
    await ran;
    expect(answered).toBe(30);
    expect(most).toBe(10);
  },
};
