import { describe, expect, it } from 'vitest';
import { MIN_GAP_MS } from '../../src/promises.ts';
import { createFakeClock } from '../support/clock.ts';
import { ask, createManners, site } from '../support/manners.ts';
import { page, type SiteAnswer } from '../support/site.ts';

const moved = (location: string): SiteAnswer => ({ status: 302, headers: { location } });

describe('redirects', () => {
  it('are gated at every hop: where a hop may not go, nothing is requested', async () => {
    const server = await site({ '/a': moved('/b'), '/b': moved('/c'), '/c': page('C') });
    const { session } = createManners().open();
    const gated: string[] = [];
    const came = await ask(session, `${server.origin}/a`, {
      gate: ({ pathname }, hops) => {
        gated.push(`${pathname} after ${hops.length}`);
        return pathname === '/c' ? 'redirected-out-of-scope' : null;
      },
    });
    expect(came).toBe('redirected-out-of-scope');
    expect(server.pagePaths()).toEqual(['/a', '/b']);
    expect([...new Set(gated)]).toEqual(['/a after 0', '/b after 1', '/c after 2']);
  });

  it('to another host ask for its robots.txt first, and go no further where that forbids it', async () => {
    const shut = await site({ '/robots.txt': { body: 'User-agent: HeimdallBot\nDisallow: /' }, '/b': page('B') });
    const open = await site({ '/b': page('B') });
    const server = await site({ '/shut': moved(`${shut.origin}/b`), '/open': moved(`${open.origin}/b`) });
    const { session } = createManners().open();
    expect(await ask(session, `${server.origin}/shut`)).toBe('robots-disallowed');
    expect(await ask(session, `${server.origin}/open`)).toBe('body');
    expect(shut.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(open.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/b']);
  });

  it('are followed five times and no more', async () => {
    const server = await site(
      Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`/${n}`, n === 8 ? page('End') : moved(`/${n + 1}`)])),
    );
    const { session } = createManners().open();
    expect(await ask(session, `${server.origin}/3`)).toBe('body');
    expect(await ask(session, `${server.origin}/0`)).toBe('too-many-redirects');
    expect(server.pagePaths()).toEqual(['/3', '/4', '/5', '/6', '/7', '/8', '/0', '/1', '/2', '/3', '/4', '/5']);
  });

  it('back to where they came from end there, with or without a fragment', async () => {
    const server = await site({ '/a': moved('/a#top'), '/b': moved('/c'), '/c': moved('/b') });
    const { session } = createManners().open();
    expect(await ask(session, `${server.origin}/a#part`)).toBe('redirect-loop');
    expect(await ask(session, `${server.origin}/b`)).toBe('redirect-loop');
    expect(server.pagePaths()).toEqual(['/a', '/b', '/c']);
  });

  it('carry no validators away from the address that gave them', async () => {
    const server = await site({ '/a': moved('/b'), '/b': { status: 304 } });
    const { session } = createManners().open();
    const validators = { etag: '"1"', lastModified: 'Sun, 01 Mar 2026 12:00:00 GMT' };
    expect(await ask(session, `${server.origin}/a`, { validators })).toBe('not-modified');
    const [, a, b] = server.requests;
    expect(a?.headers).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': validators.lastModified });
    expect(Object.keys(b?.headers ?? {}).filter((name) => name.startsWith('if-'))).toEqual([]);
  });

  it('between two hosts, and of their robots.txt, never wait for each other', async () => {
    const origins: string[] = [];
    const other = (mine: number, path: string) => (): SiteAnswer => moved(`${origins[1 - mine]}${path}`);
    for (const mine of [0, 1]) {
      const server = await site({
        '/robots.txt': other(mine, '/rules.txt'),
        '/rules.txt': { body: 'User-agent: *\nCrawl-delay: 1' },
        '/there': other(mine, '/here'),
        '/here': page('Here'),
      });
      origins.push(server.origin);
    }
    const { session } = createManners().open();
    const urls = origins.flatMap((origin) => [`${origin}/there`, `${origin}/here`, `${origin}/there?again`]);
    const came = await Promise.all(urls.map((url) => ask(session, url)));
    expect(came).toEqual(['body', 'body', 'http-404', 'body', 'body', 'http-404']);
  });
});

describe('hosts asked side by side', () => {
  it('lead to one host that is still asked one request at a time and in pace, and for robots.txt once', async () => {
    const clock = createFakeClock();
    const at: number[] = [];
    const noted = (answer: SiteAnswer) => (): SiteAnswer => {
      at.push(clock.monotonic());
      return answer;
    };
    const target = await site({
      '/robots.txt': noted({ status: 404 }),
      '/a': noted('A'),
      '/b': noted('B'),
      '/c': noted('C'),
    });
    const ways = ['/a', '/b', '/c', '/a', '/b', '/c'];
    const servers = await Promise.all(ways.map((path) => site({ '/': moved(target.origin + path) })));
    const manners = createManners({ clock });
    const { session } = manners.open();
    const came = await Promise.all(servers.map(({ origin }) => ask(session, `${origin}/`)));
    expect(came).toEqual(ways.map(() => 'body'));
    expect(target.requests.map(({ path }) => path).toSorted()).toEqual([...ways, '/robots.txt'].toSorted());
    expect(target.requests[0]?.path).toBe('/robots.txt');
    const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MIN_GAP_MS);
  });

  it('by two jobs have a pace each, and robots.txt is read for each', async () => {
    const clock = createFakeClock();
    const server = await site({ '/a': page('A') });
    const manners = createManners({ clock });
    const jobs = [manners.open().session, manners.open().session];
    // Round by round, so that the waits of both fall together on a clock that moves by waits alone.
    for (let n = 0; n < 5; n += 1) await Promise.all(jobs.map((session) => ask(session, `${server.origin}/a`)));
    expect(server.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(2);
    expect(clock.elapsed).toBeLessThan(7 * MIN_GAP_MS);
  });
});
