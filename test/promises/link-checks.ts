import { expect } from 'vitest';
import type { Checked } from '../../src/links/check.ts';
import type { App } from '../../src/app/app.ts';
import { MAX_LINK_BYTES } from '../../src/promises.ts';
import { serve as serveLoopback } from '../fetch/loopback.ts';
import { serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { page, type SiteAnswer } from '../support/site.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const still: SiteAnswer = { headers: { 'content-type': 'image/gif' }, body: GIF };

function check(app: App, url: string): Promise<Checked> {
  return app.attachments.check(new URL(url), 'local');
}

export const linkProofs = {
  async 'link-purpose'() {
    const site = await serve({ '/a': { status: 302, headers: { location: '/b' } }, '/b': still });
    await check(await startApp(), `${site.origin}/a`);
    expect(site.requests.map(({ headers }) => headers['x-heimdall-crawler'])).toEqual(['link-check', 'link-check']);
    for (const { headers } of site.requests) {
      expect(headers['user-agent']).toContain('HeimdallBot/2.0');
      expect(headers.referer).toBe('https://heimdall.gg/docs/crawler');
      expect(headers).not.toHaveProperty('cookie');
    }
  },

  async 'link-once'() {
    const site = await serve((path) => {
      if (path === '/page') return page('Page', '<img src="/i.gif"><a href="/more">more</a>');
      return { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } };
    });
    const app = await startApp();
    await check(app, `${site.origin}/page`);
    await check(app, `${site.origin}/1`);
    // The address itself, and three redirects followed.
    expect(site.requests.map(({ path }) => path)).toEqual(['/page', '/1', '/2', '/3', '/4']);
  },

  async 'link-bytes'() {
    const asked: (string | undefined)[] = [];
    let sent = 0;
    await using server = await serveLoopback((request, response) => {
      asked.push(request.headers.range);
      response.writeHead(200, { 'content-type': request.url === '/page' ? 'text/html' : 'image/gif' });
      if (request.url !== '/page') response.write(GIF);
      const chunk = Buffer.alloc(16 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      if (request.url === '/page') more();
    });
    const app = await startApp();
    const looked = await check(app, `${server.origin}/page`);
    expect(looked.bytesRead).toBeLessThanOrEqual(256 * 1024);
    expect(asked).toEqual([`bytes=0-${MAX_LINK_BYTES - 1}`]);
    await server.quiet();
    // The still image is told by its bytes although the answer never ends.
    const image = await check(app, `${server.origin}/image`);
    expect(image.judgement.verdict).toBe('image');
    expect(image.bytesRead).toBeLessThan(1024);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  },

  async 'link-memory'() {
    const clock = createFakeClock();
    const site = await serve({ '/a.gif': still });
    const app = await startApp({ clock });
    for (let times = 0; times < 100; times += 1) await check(app, `${site.origin}/a.gif`);
    expect(site.requests).toHaveLength(1);
    clock.advance(24 * 3_600_000 + 1);
    await check(app, `${site.origin}/a.gif`);
    expect(site.requests).toHaveLength(2);
  },

  async 'link-domain'() {
    const clock = createFakeClock();
    const site = await serve(() => still);
    const { port } = new URL(site.origin);
    const app = await startApp({ clock });
    const verdicts: string[] = [];
    for (let nth = 0; nth < 210; nth += 1) {
      verdicts.push((await check(app, `http://127.0.0.1:${port}/${nth}.gif`)).judgement.verdict);
    }
    expect(site.requests.length).toBeLessThanOrEqual(200);
    expect(verdicts.at(-1)).toBe('unknown');
  },
};
