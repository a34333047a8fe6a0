import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MIN_GAP_MS } from '../../src/promises.ts';
import { ask, createManners, finish, IMPATIENCE_MS, site } from '../support/manners.ts';
import { page, type SiteAnswer } from '../support/site.ts';
import { vectorsOf } from './vectors.ts';

/**
 * The vectors speak of https sites; here each of their origins is a server of its own on 127.0.0.2 that is called by
 * the vector's host name, so that 127.0.0.1 stays an address that nobody opened.
 */
const ADDRESS = '127.0.0.2';

const answerShape = z.object({
  url: z.string(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  error: z.enum(['timeout', 'connection-refused', 'dns-failure', 'tls-failure', 'reset-mid-body']).optional(),
});
type VectorAnswer = z.output<typeof answerShape>;

const fetchCases = vectorsOf(
  'robots',
  'fetch',
  z.object({
    id: z.string(),
    exchange: z.array(answerShape),
    url: z.string(),
    allowed: z.boolean(),
    robotsRequests: z.number(),
    crawlDelay: z.number().nullable().optional(),
    minIntervalMs: z.number().optional(),
  }),
);

const redirectCases = vectorsOf(
  'robots',
  'pageRedirect',
  z.object({
    id: z.string(),
    robots: z.record(z.string(), z.string()),
    pages: z.array(answerShape),
    url: z.string(),
    expectFetched: z.array(z.string()),
    expectStored: z.boolean(),
  }),
);

/** Serves a vector's answers. Each URL's answers come in order, and the last again and again. */
async function serve(answers: readonly VectorAnswer[], pageUrl: string) {
  const origins = new Map<string, string>();
  const here = (url: string): string => {
    const origin = [...origins.keys()].find((known) => url.startsWith(`${known}/`));
    return origin === undefined ? url : url.replace(origin, origins.get(origin) ?? '');
  };
  const there = (url: string): string => {
    const entry = [...origins].find(([, served]) => url.startsWith(`${served}/`));
    return entry === undefined ? url : url.replace(entry[1], entry[0]);
  };

  for (const { origin } of [...answers.map(({ url }) => url), pageUrl].map((url) => new URL(url))) {
    if (origins.has(origin)) continue;
    const pages: Record<string, (request: unknown, nth: number) => SiteAnswer> = {};
    for (const { pathname } of answers.map(({ url }) => new URL(url)).filter((url) => url.origin === origin)) {
      const turns = answers.filter(({ url }) => url === `${origin}${pathname}`);
      pages[pathname] = (_, nth) => answerOf(turns[Math.min(nth, turns.length - 1)]);
    }
    const asked = new URL(pageUrl);
    if (asked.origin === origin) pages[asked.pathname] ??= () => page('The page');
    const server = await site(pages, ADDRESS);
    const errors = new Set(answers.map(({ error }) => error));
    if (errors.has('connection-refused')) await server.close();
    const scheme = errors.has('tls-failure') ? 'https' : 'http';
    origins.set(origin, `${scheme}://${new URL(origin).hostname}:${new URL(server.origin).port}`);
  }

  function answerOf(answer: VectorAnswer | undefined): SiteAnswer {
    if (answer?.error === 'timeout') return { silent: true };
    if (answer?.error === 'reset-mid-body') return { cutInBody: true };
    const headers = Object.entries(answer?.headers ?? {}).map(([name, value]) => [name, here(value)]);
    return { status: answer?.status ?? 200, body: answer?.body ?? '', headers: Object.fromEntries(headers) };
  }

  const manners = createManners({
    networks: ADDRESS,
    timeoutFor(url, nth) {
      const turns = answers.filter((answer) => answer.url === there(url));
      return turns[Math.min(nth, turns.length - 1)]?.error === 'timeout' ? IMPATIENCE_MS : Infinity;
    },
    resolve: (hostname) =>
      answers.some(({ url, error }) => error === 'dns-failure' && new URL(url).hostname === hostname)
        ? Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
        : Promise.resolve([ADDRESS]),
  });
  return { session: manners.open().session, here, asked: () => manners.asked.map(there) };
}

describe('robots.txt decides as its answer says, over HTTP', () => {
  it.each(fetchCases)('$id', async ({ exchange, url, allowed, robotsRequests, crawlDelay, minIntervalMs }) => {
    const { session, here, asked } = await serve(exchange, url);
    await ask(session, here(url));
    expect(asked().includes(url)).toBe(allowed);
    expect(asked().filter((request) => request !== url)).toHaveLength(robotsRequests);
    const robots = session.knownRobots(new URL(here(url)));
    if (crawlDelay !== undefined) expect(robots?.record.crawlDelaySeconds).toBe(crawlDelay);
    if (minIntervalMs !== undefined) expect(session.gapMs(new URL(here(url)))).toBe(minIntervalMs);
    // Asked again, the job remembers.
    await ask(session, here(url));
    expect(asked().filter((request) => request !== url)).toHaveLength(robotsRequests);
  });
});

describe('robots.txt holds on redirects', () => {
  it.each(redirectCases)('$id', async ({ robots, pages, url, expectFetched, expectStored }) => {
    const files = Object.entries(robots).map(([origin, body]) => ({ url: `${origin}/robots.txt`, status: 200, body }));
    const html = pages.map((answer) => ({ headers: { 'content-type': 'text/html' }, ...answer }));
    const { session, here, asked } = await serve([...files, ...html], url);
    const came = await ask(session, here(url));
    expect(asked().filter((request) => !request.endsWith('/robots.txt'))).toEqual(expectFetched);
    expect(came === 'body').toBe(expectStored);
    expect(new Set(asked()).size).toBe(asked().length);
  });
});

describe('robots.txt of a job', () => {
  const RULES = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 2\nDisallow: /shut\n' };

  it('is read once per origin, however many ask at the same time', async () => {
    const server = await site({ '/robots.txt': RULES, '/a': page('A'), '/b': page('B'), '/c': page('C') });
    const { session } = createManners().open();
    const paths = ['/a', '/b', '/shut/x', '/c'];
    const came = await Promise.all(paths.map((path) => ask(session, server.origin + path)));
    expect(came).toEqual(['body', 'body', 'robots-disallowed', 'body']);
    expect(server.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    expect(server.requests[0]?.path).toBe('/robots.txt');
  });

  it('is a file of its own for each scheme and port', async () => {
    const shut = await site({ '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/a': page('A') });
    const open = await site({ '/robots.txt': { status: 404 }, '/a': page('A') });
    const { session } = createManners().open();
    expect(await ask(session, `${shut.origin}/a`)).toBe('robots-disallowed');
    expect(await ask(session, `${open.origin}/a`)).toBe('body');
    expect(await ask(session, `${shut.origin.replace('http:', 'https:')}/a`)).toBe('tls');
    expect(open.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/a']);
  });

  it('is told as evidence before anything it rules over is requested', async () => {
    const server = await site({ '/robots.txt': RULES, '/a': page('A') });
    const { session } = createManners().open();
    const work = session.page({ url: new URL(`${server.origin}/a`), gate: () => null });
    const told = await work.next();
    expect(told.value).toMatchObject({
      kind: 'robots',
      record: { host: server.origin, status: 200, verdict: 'rules', group: '*', crawlDelaySeconds: 2 },
    });
    // Another one who asks meanwhile waits until the evidence is kept, however long that takes.
    const other = ask(session, `${server.origin}/a`);
    await ask(session, `${(await site({ '/b': page('B') })).origin}/b`);
    expect(server.requests).toHaveLength(1);
    await finish(work);
    expect(await other).toBe('body');
  });

  it('is not asked for again by a job that was interrupted', async () => {
    const server = await site({ '/robots.txt': RULES, '/a': page('A') });
    const manners = createManners();
    const { events } = await finish(
      manners.open().session.page({ url: new URL(`${server.origin}/a`), gate: () => null }),
    );
    const robots = events.flatMap((event) => (event.kind === 'robots' ? [event.record] : []));
    const { session } = manners.open({ robots, resumed: true });
    expect(session.gapMs(new URL(server.origin))).toBe(2000);
    expect(await ask(session, `${server.origin}/shut/x`)).toBe('robots-disallowed');
    expect(await ask(session, `${server.origin}/a`)).toBe('body');
    expect(server.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/a', '/a']);
  });

  it('is read by the next one who asks when its reader was ended before it knew', async () => {
    const server = await site({ '/robots.txt': RULES, '/a': page('A') });
    const { session } = createManners().open();
    await ask(session, `${server.origin}/shut`);
    const second = await site({ '/robots.txt': { status: 302, headers: { location: `${server.origin}/r` } } });
    // The redirect leads to a host whose crawl delay makes the reader tell that it waits.
    const work = session.page({ url: new URL(`${second.origin}/a`), gate: () => null });
    expect((await work.next()).value).toMatchObject({ kind: 'waiting', why: 'crawl-delay' });
    const other = ask(session, `${second.origin}/missing`);
    await work.return({ kind: 'refused', url: new URL(second.origin), hops: [], reason: 'cancelled' });
    expect(await other).toBe('http-404');
  });

  it('counts a Retry-After, and one beyond the time of the job ends the host without a second try', async () => {
    const later = (seconds: string): SiteAnswer => ({ status: 503, headers: { 'retry-after': seconds } });
    const soon = await site({
      '/robots.txt': (_, nth) => (nth === 0 ? later('30') : { status: 404 }),
      '/a': page('A'),
    });
    const never = await site({ '/robots.txt': later('3600'), '/a': page('A') });
    const { session } = createManners().open();
    const { events, value } = await finish(session.page({ url: new URL(`${soon.origin}/a`), gate: () => null }));
    expect(value.kind).toBe('body');
    expect(events).toContainEqual(expect.objectContaining({ kind: 'waiting', why: 'retry-after' }));
    expect(session.gapMs(new URL(soon.origin))).toBe(2 * MIN_GAP_MS);
    expect(await ask(session, `${never.origin}/a`)).toBe('robots-unavailable');
    expect(await ask(session, `${never.origin}/b`)).toBe('robots-unavailable');
    expect(never.requests).toHaveLength(1);
    expect(session.knownRobots(new URL(never.origin))?.record).toMatchObject({ status: 503, verdict: 'nothing' });
  });

  it("of a host that cannot be reached is that host's failure, not a rule", async () => {
    const gone = await site({});
    await gone.close();
    const manners = createManners();
    const { session } = manners.open();
    expect(await ask(session, `${gone.origin}/a`)).toBe('refused');
    expect(await ask(session, `${gone.origin}/b`)).toBe('refused');
    expect(await ask(session, 'http://10.0.0.1/a')).toBe('blocked-address');
    expect(manners.asked).toEqual([
      `${gone.origin}/robots.txt`,
      `${gone.origin}/robots.txt`,
      'http://10.0.0.1/robots.txt',
    ]);
  });
});
