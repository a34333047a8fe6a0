import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, serve, startApp, startCrawl, tempDir, watch } from '../support/app.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, startSite, type SiteAnswer } from '../support/site.ts';

const ROBOTS: SiteAnswer = {
  headers: { 'content-type': 'text/plain' },
  body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 3\n',
};

/** Twelve URLs of every kind; the answers do not depend on when they are asked for. */
function answer(path: string): SiteAnswer | undefined {
  if (path === '/robots.txt') return ROBOTS;
  if (path === '/')
    return page(
      'Home',
      `${links('/a', '/b', '/private/x', '/moved', '/gone', '/twin')}<a rel="nofollow" href="/ad">ad</a>`,
    );
  if (path === '/a') return page('A', links('/c', '/d', '/file.zip'));
  if (path === '/moved') return { status: 301, headers: { location: '/e' } };
  if (path === '/twin') return page('B');
  if (path === '/c') return page('C', links('/ad'));
  return ['/b', '/d', '/e', '/ad'].includes(path) ? page(path.slice(1).toUpperCase()) : undefined;
}

/** Serves the site and kills the process, so to speak, while its request number `at` is in flight. */
async function killedAt(at: number, requested = (): void => {}) {
  const dataDir = tempDir();
  const clock = createFakeClock();
  let files = '';
  let pages = 0;
  const site = await serve((path) => {
    requested();
    if (path !== '/robots.txt' && pages++ === at) files = filesAfterKill(dataDir);
    return answer(path);
  });
  const whole = await crawl(await startApp({ dataDir, clock }), `${site.origin}/`);
  const before = site.pagePaths().slice(0, at + 1);
  return { site, whole, before, files, seen: site.requests.length };
}

async function resume(dataDir: string, clock: FakeClock = createFakeClock()) {
  const app = await startApp({ dataDir, clock });
  const [handle] = await app.crawling.resume(await guildOf(app));
  if (handle === undefined) throw new Error('nothing to go on with');
  return { app, ran: await watch(handle) };
}

describe('a crawl whose process was killed (rules 6.5, 9.7)', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'with its page request %i in flight goes on to the same end, asking again for that URL alone',
    async (at) => {
      const { site, whole, before, files, seen } = await killedAt(at);
      const { app, ran } = await resume(files);
      const after = site.requests.slice(seen).map(({ path }) => path);
      expect(after).not.toContain('/robots.txt');
      expect(after[0]).toBe(before.at(-1));
      expect([...before, ...after.slice(1)].toSorted()).toEqual(
        site.requests
          .slice(1, seen)
          .map(({ path }) => path)
          .toSorted(),
      );
      expect(ran.endings).toEqual(whole.endings);
      expect(ran.events[0]).toMatchObject({ kind: 'started', resumes: 'interrupted' });
      await expectAccounted(app, ran);
    },
  );

  it('waits one full interval of this site first', async () => {
    const clock = createFakeClock();
    const moments: number[] = [];
    const { files, seen } = await killedAt(3, () => moments.push(clock.elapsed));
    await resume(files, clock);
    expect(moments[seen]).toBeGreaterThanOrEqual(3000);
  });

  it.each([
    { left: 'pages', pages: 8, late: 0, end: 'page-limit', more: 3 },
    { left: 'milliseconds', pages: 100, late: 295_000, end: 'time-limit', more: 4 },
  ])('has what $left were left, the request in flight counted', async ({ pages, late, end, more }) => {
    const dataDir = tempDir();
    const clock = createFakeClock();
    let files = '';
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/p2' && files === '') clock.advance(late);
      if (path === '/p3' && files === '') files = filesAfterKill(dataDir);
      return path === '/'
        ? page('Home', links(...Array.from({ length: 30 }, (_, n) => `/p${n}`)))
        : page(`Page ${path}`);
    });
    await crawl(await startApp({ dataDir, clock }), `${site.origin}/`, { pages });
    const seen = site.pagePaths().length;
    const { app, ran } = await resume(files);
    expect(ran.end).toBe(end);
    expect(site.pagePaths().slice(seen)[0]).toBe('/p3');
    expect(site.pagePaths().slice(seen)).toHaveLength(more);
    await expectAccounted(app, ran);
  });
});

describe('a crawl that is interrupted by the end of the program', () => {
  it('lets the page in flight finish, keeps what it knew, and goes on at the next start, in the console too', async () => {
    const dataDir = tempDir();
    let closing: Promise<void> | undefined;
    const app = await startApp({ dataDir });
    const site = await startSite((path) => {
      if (path === '/b') closing ??= app.close();
      return answer(path);
    });
    const { ran } = await startCrawl(app, `${site.origin}/`);
    const first = await ran;
    await app.close();
    expect(first.end).toBe('interrupted');
    expect(first.endings[`${site.origin}/b`]).toBe('new');
    expect(Object.values(first.endings)).not.toContain('interrupted');
    const next = await startApp({ dataDir });
    const again = await startCrawl(next, `${site.origin}/`);
    expect(again.from).toBe('interrupted');
    const second = await again.ran;
    expect(second.end).toBe('done');
    expect(site.pagePaths().filter((path) => path === '/b')).toHaveLength(1);
    await expectAccounted(next, second);
    await site.close();
  });

  it('goes on with imports as well', async () => {
    const dataDir = tempDir();
    const site = await serve((path) => answer(path));
    const app = await startApp({ dataDir });
    const guild = await guildOf(app);
    const started = await app.crawling.import(guild, [`${site.origin}/a`, `${site.origin}/b`]);
    if (!started.ok) throw new Error(started.sentence);
    await app.close();
    expect(await started.handle.ended).toBe('interrupted');
    const { ran } = await resume(dataDir);
    expect(Object.values(ran.endings)).toEqual(['new', 'new']);
  });
});
