import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { systemClock } from '../../src/clock.ts';
import { createProbe } from '../../src/links/probe.ts';
import { loopbackClient, watchSockets } from '../fetch/loopback.ts';
import { startHostile, type HostileServer } from '../support/hostile.mjs';

let server: HostileServer;
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  server = await startHostile();
  process.on('uncaughtException', note);
  // Bombs are built on first use, in this process.
  for (const path of ['/gzip-bomb?mb=64', '/br-bomb?mb=8', '/deflate-bomb?mb=16', '/gzip-twice?mb=8'])
    await visit(path);
}, 60_000);

afterAll(async () => {
  process.off('uncaughtException', note);
  await server.close();
});

/** So much of the five seconds is left for paths that use up all of them, in milliseconds. */
const LEFT_MS = 150;

/** A clock of which most of the five seconds pass between the start and the first request. */
function hurried(): Clock {
  let asked = 0;
  return { ...systemClock, monotonic: () => (asked++ === 0 ? 0 : 5000 - LEFT_MS) };
}

async function visit(path: string, clock: Clock = systemClock) {
  const probe = createProbe({ client: loopbackClient(), pace: { admitLinkCheck: () => true }, clock });
  return probe(new URL(server.origin + path));
}

const judged = {
  '/ok': 'none',
  '/head405': 'none',
  '/gzip-bomb?mb=64': 'none',
  '/br-bomb?mb=8': 'none',
  '/deflate-bomb?mb=16': 'none',
  '/zstd-bomb?mb=64': 'unknown',
  '/gzip-twice?mb=8': 'unknown',
  '/encodings?n=50': 'unknown',
  '/encoding-lie': 'unknown',
  '/gzip-cut': 'none',
  '/gzip-html?kb=100': 'video',
  '/gzip-html?kb=300': 'none',
  '/meta-late?kb=100': 'video',
  '/meta-late?kb=300': 'none',
  '/endless': 'none',
  '/endless-raw': 'none',
  '/info-flood?n=1000': 'none',
  '/huge-header?kb=64': 'unknown',
  '/many-headers?n=5000': 'unknown',
  '/location-long?kb=64': 'unknown',
  '/trailers?kb=64': 'unknown',
  '/chunk-ext?kb=64': 'none',
  '/long-reason?kb=64': 'none',
  '/length-short': 'unknown',
  '/length-long': 'none',
  '/length-neg': 'unknown',
  '/length-two': 'unknown',
  '/length-and-chunked': 'unknown',
  '/bad-chunk': 'unknown',
  '/garbage': 'unknown',
  '/http09': 'unknown',
  '/reset': 'unknown',
  '/cut-headers': 'unknown',
  '/status?code=204': 'none',
  '/status?code=304': 'unknown',
  '/status?code=404': 'none',
  '/status?code=503': 'unknown',
  '/status?code=101': 'unknown',
  '/loop': 'unknown',
  '/pingpong': 'unknown',
  '/chain?n=3': 'none',
  '/chain?n=4': 'unknown',
  '/unique-loop': 'unknown',
  '/to?u=/ok&code=307': 'none',
  '/to?u=http://10.0.0.1/': 'unknown',
  '/to?u=file:///etc/passwd': 'unknown',
  '/location-none': 'unknown',
  '/location-two': 'unknown',
  '/location-latin1': 'none',
  '/type?ct=application/pdf': 'none',
  '/type?ct=image/gif': 'none',
  '/type?ct=video/mp4': 'none',
  '/cookie': 'none',
  '/close-body?kb=100': 'none',
} as const;

const neverDone = [
  '/length-huge',
  '/drip-body?ms=20',
  '/drip-headers?ms=20',
  '/drip-start?ms=20',
  '/stall-body',
  '/silence',
  '/slow-ok?ms=3000',
  '/info-flood',
];

describe('a link to a hostile server', () => {
  it.each(Object.entries(judged))('%s is %s', async (path, verdict) => {
    using watched = watchSockets();
    const { judgement, bytesRead } = await visit(path);
    expect({ verdict: judgement.verdict, why: judgement.why }).toEqual({ verdict, why: expect.stringMatching(/\S/) });
    expect(bytesRead).toBeLessThanOrEqual(262_144);
    expect(watched.sockets.every((socket) => socket.destroyed)).toBe(true);
    expect(uncaught).toEqual([]);
  });

  it.each(neverDone)('%s is unknown when the time is up', async (path) => {
    using watched = watchSockets();
    const started = performance.now();
    const { judgement } = await visit(path, hurried());
    expect(judgement).toEqual({ verdict: 'unknown', why: 'the server took too long to answer' });
    expect(performance.now() - started).toBeLessThan(LEFT_MS + 2000);
    expect(watched.sockets.every((socket) => socket.destroyed)).toBe(true);
    expect(uncaught).toEqual([]);
  });

  it('costs one connection a hop, and no empty one afterwards', async () => {
    const hits = (path: string): number => server.stats()[path]?.hits ?? 0;
    const [endless, chain] = [hits('/endless'), hits('/chain')];
    await visit('/endless');
    await visit('/chain?n=3');
    expect([hits('/endless') - endless, hits('/chain') - chain]).toEqual([1, 3]);
  });
});
