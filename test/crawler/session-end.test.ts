import { setImmediate as turns } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PoliteSession } from '../../src/crawler/session.ts';
import { IN_FLIGHT_PER_GUILD } from '../../src/promises.ts';
import { ask, createManners, finish, openRobots, site } from '../support/manners.ts';
import { page, type SitePages, type TestSite } from '../support/site.ts';

/** Its robots.txt answers, its page `/silent` never does. */
const SILENT: SitePages = { '/silent': { silent: true }, '/a': page('A'), '/b': page('B') };

const WAITING = { interval: 5, timeout: 10_000 };

async function requested(server: TestSite, path: string): Promise<void> {
  await vi.waitFor(() => expect(server.requests.map((request) => request.path)).toContain(path), WAITING);
}

async function closed(server: TestSite): Promise<void> {
  await vi.waitFor(async () => expect(await server.openSockets()).toBe(0), WAITING);
}

/** Reads the work until it is about to send its page request. */
async function untilDispatch(session: PoliteSession, url: string) {
  const work = session.page({ url: new URL(url), gate: () => null });
  for (let step = await work.next(); step.done !== true; step = await work.next()) {
    if (step.value.kind === 'dispatch') return work;
  }
  throw new Error(`${url} was never sent`);
}

describe('the end of the time', () => {
  it.each(['/robots.txt', '/silent'])(
    'ends a request for %s that gets no answer, and leaves nothing open',
    async (path) => {
      const server = await site({ ...SILENT, '/robots.txt': { silent: true } });
      const manners = createManners({ clock: systemClock });
      const robots = path === '/robots.txt' ? [] : [openRobots(server.origin)];
      const startedAt = performance.now();
      const { session } = manners.open({ budgetMs: 300, robots });
      expect(await ask(session, `${server.origin}/silent`)).toBe('time-limit');
      const took = performance.now() - startedAt;
      expect(took).toBeGreaterThan(290);
      // Far from the 15 s that a request has otherwise; how near to 300 ms is up to the machine.
      expect(took).toBeLessThan(1500);
      expect(manners.inFlight.now).toBe(0);
      expect(manners.asked).toEqual([server.origin + path]);
      await closed(server);
    },
  );

  it('lets no wait begin that outlasts it, and nothing be sent afterwards', async () => {
    const server = await site({ ...SILENT, '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 10' } });
    const manners = createManners();
    const { session } = manners.open({ budgetMs: 9000 });
    expect(await ask(session, `${server.origin}/a`)).toBe('time-limit');
    expect(await ask(session, `${server.origin}/b`)).toBe('time-limit');
    expect(manners.asked).toEqual([`${server.origin}/robots.txt`]);
  });

  it('keeps a request back whose reader took so long that it is over', async () => {
    const server = await site(SILENT);
    const { session, stop } = createManners().open();
    const work = await untilDispatch(session, `${server.origin}/a`);
    stop.stop('cancelled');
    expect((await work.next()).value).toMatchObject({ kind: 'refused', reason: 'cancelled' });
    expect(server.pagePaths()).toEqual([]);
  });
});

describe('cancelling', () => {
  it('cuts a request in flight at once', async () => {
    const server = await site(SILENT);
    const manners = createManners();
    const { session, stop } = manners.open();
    const coming = ask(session, `${server.origin}/silent`);
    await requested(server, '/silent');
    stop.stop('cancelled');
    expect(await coming).toBe('cancelled');
    expect(manners.inFlight.now).toBe(0);
    await closed(server);
    expect(await ask(session, `${server.origin}/a`)).toBe('cancelled');
    expect(server.pagePaths()).toEqual(['/silent']);
  });

  it('ends every wait at once, for pace and for the turn of another', async () => {
    const server = await site({ ...SILENT, '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 10' } });
    const { session, stop } = createManners({ clock: systemClock }).open();
    const first = session.page({ url: new URL(`${server.origin}/a`), gate: () => null });
    expect((await first.next()).value).toMatchObject({ kind: 'robots' });
    expect((await first.next()).value).toMatchObject({ kind: 'waiting', why: 'crawl-delay' });
    const others = [finish(first), ask(session, `${server.origin}/a`), ask(session, `${server.origin}/b`)];
    await turns();
    const cancelledAt = performance.now();
    stop.stop('cancelled');
    await Promise.all(others);
    expect(performance.now() - cancelledAt).toBeLessThan(300);
    expect(await others[1]).toBe('cancelled');
    expect(server.pagePaths()).toEqual([]);
  });

  it('ends the wait for a place among the requests of the guild', async () => {
    const servers = await Promise.all(Array.from({ length: 11 }, () => site({ '/robots.txt': { silent: true } })));
    const manners = createManners();
    const busy = manners.open();
    const filling = servers.slice(1).map(({ origin }) => ask(busy.session, `${origin}/a`));
    await vi.waitFor(() => expect(manners.inFlight.now).toBe(IN_FLIGHT_PER_GUILD), WAITING);
    const { session, stop } = manners.open();
    const waiting = ask(session, `${servers[0]?.origin}/a`);
    // By the time another guild has been served, this one waits.
    const elsewhere = await site({ '/a': page('A') });
    await ask(manners.open({ guildId: 'another' }).session, `${elsewhere.origin}/a`);
    stop.stop('cancelled');
    expect(await waiting).toBe('cancelled');
    expect(servers[0]?.requests).toEqual([]);
    busy.stop.stop('cancelled');
    expect(new Set(await Promise.all(filling))).toEqual(new Set(['cancelled']));
  });
});

describe('interrupting', () => {
  it('lets the request in flight finish, and sends no other', async () => {
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = await site({ '/a': { until, body: page('A') }, '/b': page('B') });
    const { session, stop } = createManners().open();
    const coming = ask(session, `${server.origin}/a`);
    await requested(server, '/a');
    stop.stop('interrupted');
    answer();
    expect(await coming).toBe('body');
    expect(await ask(session, `${server.origin}/b`)).toBe('interrupted');
    expect(server.pagePaths()).toEqual(['/a']);
  });

  it('between two tries at robots.txt leaves nothing behind that the next start would take for its word', async () => {
    const server = await site({ '/robots.txt': { status: 503, headers: { 'retry-after': '10' } } });
    const { session, stop } = createManners().open();
    const work = session.page({ url: new URL(`${server.origin}/a`), gate: () => null });
    expect((await work.next()).value).toMatchObject({ kind: 'waiting', why: 'retry-after' });
    stop.stop('interrupted');
    const { events, value } = await finish(work);
    expect(events).toEqual([]);
    expect(value).toMatchObject({ kind: 'refused', reason: 'interrupted' });
    expect(session.knownRobots(new URL(server.origin))).toBeNull();
  });
});

describe('work that is left before its end', () => {
  it('gives back its turn and its place', async () => {
    const server = await site(SILENT);
    const { session } = createManners().open();
    for (let n = 0; n <= IN_FLIGHT_PER_GUILD; n += 1) {
      const work = await untilDispatch(session, `${server.origin}/b`);
      await work.return({ kind: 'refused', url: new URL(server.origin), hops: [], reason: 'cancelled' });
    }
    expect(await ask(session, `${server.origin}/a`)).toBe('body');
    expect(server.pagePaths()).toEqual(['/a']);
  });

  it('takes nothing from other jobs of the guild once its session is closed, and can do nothing more', async () => {
    const servers = await Promise.all(Array.from({ length: IN_FLIGHT_PER_GUILD }, () => site(SILENT)));
    const manners = createManners();
    const { session: other } = manners.open();
    const { session } = manners.open();
    const left = await Promise.all(servers.map(({ origin }) => untilDispatch(session, `${origin}/b`)));
    await session.close();
    const more = await site(SILENT);
    expect(await ask(other, `${more.origin}/a`)).toBe('body');
    const came = await Promise.all(left.map((work) => finish(work)));
    expect(came.map(({ value }) => value)).toEqual(
      servers.map(() => expect.objectContaining({ kind: 'refused', reason: 'interrupted' })),
    );
    expect(servers.flatMap((server) => server.pagePaths())).toEqual([]);
  });

  it('does not fail anybody when its session closes under it', async () => {
    const server = await site(SILENT);
    const { session } = createManners().open();
    const coming = [ask(session, `${server.origin}/silent`), ask(session, `${server.origin}/a`)];
    await requested(server, '/silent');
    await session.close();
    expect(await Promise.all(coming)).toEqual(['interrupted', 'interrupted']);
    await closed(server);
  });
});

describe('ten requests of a guild', () => {
  it('are in flight at once and no more, whatever its jobs ask for; another guild has its own', async () => {
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const warnings: string[] = [];
    const warned = (warning: Error): unknown => warnings.push(warning.message);
    process.on('warning', warned);
    const servers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        site({ '/robots.txt': { until, status: 404 }, '/a': page('A') }, `127.0.0.${1 + (n % 5)}`),
      ),
    );
    const manners = createManners();
    const jobs = [manners.open().session, manners.open().session];
    const coming = servers.flatMap(({ origin }, n) =>
      jobs.filter((_, job) => job === n % 2).map((job) => ask(job, `${origin}/a`)),
    );
    await vi.waitFor(() => expect(manners.inFlight.now).toBe(IN_FLIGHT_PER_GUILD), WAITING);
    const elsewhere = await site({ '/a': page('A') });
    expect(await ask(manners.open({ guildId: 'another' }).session, `${elsewhere.origin}/a`)).toBe('body');
    // That one request of the other guild was the eleventh; none of ours joined it.
    expect(manners.inFlight).toEqual({ now: IN_FLIGHT_PER_GUILD, most: IN_FLIGHT_PER_GUILD + 1 });
    expect(servers.filter(({ requests }) => requests.length > 0)).toHaveLength(IN_FLIGHT_PER_GUILD);
    answer();
    expect(new Set(await Promise.all(coming))).toEqual(new Set(['body']));
    expect(manners.inFlight).toEqual({ now: 0, most: IN_FLIGHT_PER_GUILD + 1 });
    await turns();
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });
});
