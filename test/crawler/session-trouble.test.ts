import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.ts';
import { ask, createManners, finish, IMPATIENCE_MS, openRobots, site } from '../support/manners.ts';
import { page, type SiteAnswer } from '../support/site.ts';

const moved = (location: string): SiteAnswer => ({ status: 302, headers: { location } });

describe('one more try', () => {
  it.each<[string, SiteAnswer]>([
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['a silent server', { silent: true }],
    ['a reset connection', { cut: true }],
    ['a connection cut in the body', { cutInBody: true }],
  ])('follows %s, and no second one', async (_, answer) => {
    const silent = typeof answer === 'object' && answer.silent === true;
    const server = await site({ '/once': (_, nth) => (nth === 0 ? answer : page('At last')), '/ever': answer });
    const manners = createManners({
      timeoutFor: (url, nth) => (silent && (url.endsWith('/ever') || nth === 0) ? IMPATIENCE_MS : Infinity),
    });
    const { session } = manners.open({ robots: [openRobots(server.origin)] });
    expect(await ask(session, `${server.origin}/once`)).toBe('body');
    expect(await ask(session, `${server.origin}/ever`)).not.toBe('body');
    expect(manners.asked.map((url) => new URL(url).pathname)).toEqual(['/once', '/once', '/ever', '/ever']);
  });

  it.each([400, 401, 403, 404, 410, 429])('does not follow %i', async (status) => {
    const server = await site({ '/a': { status } });
    const { session } = createManners().open();
    expect(await ask(session, `${server.origin}/a`)).toBe(`http-${status}`);
    expect(server.pagePaths()).toEqual(['/a']);
  });

  it('does not follow a refused connection', async () => {
    const server = await site({});
    const manners = createManners();
    const { session } = manners.open({ robots: [openRobots(server.origin)] });
    await server.close();
    expect(await ask(session, `${server.origin}/a`)).toBe('refused');
    expect(manners.asked).toEqual([`${server.origin}/a`]);
  });

  it('is told and gated like the first', async () => {
    const server = await site({ '/a': { status: 500 }, '/b': { status: 500 } });
    const { session } = createManners().open();
    const url = new URL(`${server.origin}/a`);
    const { events } = await finish(session.page({ url, gate: () => null }));
    expect(events.filter(({ kind }) => kind === 'dispatch')).toHaveLength(2);
    let budget = 1;
    const work = session.page({ url: new URL('/b', url), gate: () => (budget > 0 ? null : 'page-limit') });
    for (let step = await work.next(); step.done !== true; step = await work.next()) budget -= 1;
    expect(server.pagePaths()).toEqual(['/a', '/a', '/b']);
  });
});

describe('a server that pushes back', () => {
  /** When the pages of one path were asked for, on the job's clock. */
  async function asking(answer: SiteAnswer | ((nth: number) => SiteAnswer)) {
    const clock = createFakeClock();
    const at: number[] = [];
    const server = await site({
      '/a': (_, nth) => {
        at.push(clock.monotonic());
        return typeof answer === 'function' ? answer(nth) : answer;
      },
    });
    const { session } = createManners({ clock }).open({ robots: [openRobots(server.origin)] });
    const gaps = () => at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    return { session, url: `${server.origin}/a`, gaps, clock };
  }

  it.each([429, 503])('with %i is asked half as often from then on', async (status) => {
    const { session, url, gaps } = await asking((nth) =>
      nth === 1 ? { status, headers: { 'retry-after': '0' } } : 'x',
    );
    for (let n = 0; n < 4; n += 1) await ask(session, url);
    expect(gaps()).toEqual([510, 1010, 1010, 1010]);
  });

  it.each([429, 503])('with %i and a Retry-After in seconds is left alone for as long', async (status) => {
    const { session, url, gaps } = await asking((nth) =>
      nth === 0 ? { status, headers: { 'retry-after': '20' } } : 'x',
    );
    expect(await ask(session, url)).toBe('body');
    expect(gaps()).toEqual([20_000]);
  });

  it('understands a Retry-After that is a date', async () => {
    const date = new Date(createFakeClock().now().getTime() + 45_000).toUTCString();
    const { session, url, gaps } = await asking((nth) =>
      nth === 0 ? { status: 503, headers: { 'retry-after': date } } : 'x',
    );
    const { events } = await finish(session.page({ url: new URL(url), gate: () => null }));
    expect(Math.round((gaps()[0] ?? 0) / 1000)).toBe(45);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'waiting', why: 'retry-after' }));
  });

  it.each([429, 503])('with %i for longer than the job has is asked no more, and nobody waits', async (status) => {
    const { session, url, gaps, clock } = await asking({ status, headers: { 'retry-after': '3600' } });
    const elsewhere = await site({ '/a': page('A') });
    expect(await ask(session, url)).toBe(`http-${status}`);
    expect(await ask(session, `${url}?more`)).toBe('time-limit');
    expect(gaps()).toEqual([]);
    expect(await ask(session, `${elsewhere.origin}/a`)).toBe('body');
    expect(clock.elapsed).toBeLessThan(3000);
  });

  it.each([
    ['3', 3010],
    ['45', 10_010],
    ['0.1', 510],
    ['soon', 510],
    ['-5', 510],
  ])('by Crawl-delay %s is asked that rarely', async (delay, gap) => {
    const clock = createFakeClock();
    const at: number[] = [];
    const noted = (answer: SiteAnswer) => (): SiteAnswer => {
      at.push(clock.monotonic());
      return answer;
    };
    const server = await site({
      '/robots.txt': noted({ body: `User-agent: *\nCrawl-delay: ${delay}` }),
      '/a': noted(moved('/b')),
      '/b': noted('b'),
      '/sitemap.xml': noted('none'),
    });
    const { session } = createManners({ clock }).open();
    await ask(session, `${server.origin}/a`);
    await finish(session.sitemap(new URL('/sitemap.xml', server.origin)));
    expect(at.slice(1).map((moment, index) => moment - (at[index] ?? 0))).toEqual([gap, gap, gap]);
  });
});

describe('a host that keeps refusing', () => {
  it.each([401, 403])('with %i is left alone after ten times in a row', async (status) => {
    const server = await site({ '/robots.txt': { status: 404 } });
    const refusing = await site(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`/${n}`, { status }])));
    const { session } = createManners().open();
    const came: string[] = [];
    for (let n = 0; n < 12; n += 1) came.push(await ask(session, `${refusing.origin}/${n}`));
    expect(came).toEqual([...Array.from({ length: 10 }, () => `http-${status}`), 'host-refused', 'host-refused']);
    expect(refusing.pagePaths()).toHaveLength(10);
    expect(await ask(session, `${server.origin}/a`)).toBe('http-404');
  });

  it('goes on being asked while other answers come between', async () => {
    const server = await site({ '/a': (_, nth) => (nth % 10 === 9 ? page('A') : { status: 403 }) });
    const { session } = createManners().open();
    for (let n = 0; n < 25; n += 1) expect(await ask(session, `${server.origin}/a`)).not.toBe('host-refused');
  });
});
