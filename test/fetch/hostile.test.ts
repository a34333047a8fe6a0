import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebRequest } from '../../src/fetch/request.ts';
import { startHostile, type HostileServer } from '../support/hostile.mjs';
import { ask, loopbackClient, serve, summary, watchSockets } from './loopback.ts';

const CAP = 64 * 1024;
/** The deadline of paths that are expected to reach it; the others get one they never reach, however slow the machine. */
const TIMEOUT_MS = 150;
const AMPLE_MS = 15_000;

let server: HostileServer;
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  server = await startHostile();
  process.on('uncaughtException', note);
  // Bombs are built on first use, in this process; their making is not what is measured.
  const connections = loopbackClient().open();
  for (const path of [
    '/gzip-bomb?mb=128',
    '/br-bomb?mb=8',
    '/deflate-bomb?mb=16',
    '/zstd-bomb?mb=64',
    '/gzip-twice?mb=8',
  ]) {
    await connections.request(ask(server.origin + path, { maxBytes: 1, timeoutMs: AMPLE_MS }));
  }
  await connections.close();
}, 60_000);

afterAll(async () => {
  process.off('uncaughtException', note);
  await server.close();
});

async function visit(path: string, options: Partial<WebRequest> = {}): Promise<string> {
  const connections = loopbackClient().open();
  try {
    const request = ask(server.origin + path, { maxBytes: CAP, timeoutMs: AMPLE_MS, ...options });
    return summary(await connections.request(request));
  } finally {
    await connections.close();
  }
}

const OK = '200 with 79 bytes';

/** path, its end when the whole is wanted, and its end when a beginning suffices (where that differs). */
const endings: readonly (readonly [path: string, refuse: string, truncate?: string])[] = [
  ['/ok', OK],
  ['/head405', OK],
  ['/gzip-bomb?mb=128', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/br-bomb?mb=8', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/deflate-bomb?mb=16', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/zstd-bomb?mb=64', 'failed: undecodable'],
  ['/gzip-twice?mb=8', 'failed: undecodable'],
  ['/encodings?n=50', 'failed: undecodable'],
  ['/encoding-lie', 'failed: undecodable'],
  ['/gzip-cut', 'failed: undecodable', '200 with 54 bytes, truncated'],
  ['/gzip-html?kb=100', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/meta-late?kb=100', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/endless', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/endless-raw', 'refused: too-large', '200 with 65536 bytes, truncated'],
  ['/length-huge', 'refused: too-large', 'failed: timeout'],
  ['/drip-body?ms=20', 'failed: timeout'],
  ['/drip-headers?ms=20', 'failed: timeout'],
  ['/drip-start?ms=20', 'failed: timeout'],
  ['/stall-body', 'failed: timeout'],
  ['/silence', 'failed: timeout'],
  ['/slow-ok?ms=3000', 'failed: timeout'],
  ['/slow-ok?ms=50', OK],
  ['/info-flood', 'failed: timeout'],
  ['/info-flood?n=1000', OK],
  ['/huge-header?kb=64', 'failed: malformed'],
  ['/many-headers?n=5000', 'failed: malformed'],
  ['/location-long?kb=64', 'failed: malformed'],
  ['/trailers?kb=64', 'failed: malformed'],
  ['/chunk-ext?kb=64', '200 with 1 bytes'],
  ['/long-reason?kb=64', OK],
  ['/length-short', 'failed: reset'],
  ['/length-long', '200 with 10 bytes'],
  ['/length-neg', 'failed: malformed'],
  ['/length-two', 'failed: malformed'],
  ['/length-and-chunked', 'failed: malformed'],
  ['/bad-chunk', 'failed: malformed'],
  ['/garbage', 'failed: malformed'],
  ['/http09', 'failed: malformed'],
  ['/reset', 'failed: reset'],
  ['/cut-headers', 'failed: reset'],
  ['/status?code=204', '204 with 0 bytes'],
  ['/status?code=304', '304 with 0 bytes'],
  ['/status?code=404', '404 with 79 bytes'],
  ['/status?code=100', 'failed: malformed'],
  ['/status?code=101', 'failed: malformed'],
  ['/loop', '302 to /loop'],
  ['/pingpong', '302 to /pingpong?b=1'],
  ['/chain?n=3', '302 to /chain?n=2'],
  ['/unique-loop', '302 to /unique-loop?i=1'],
  ['/to?u=/ok&code=307', '307 to /ok'],
  ['/to?u=http://10.0.0.1/', 'refused: blocked-address'],
  ['/to?u=http://127.0.0.2/', 'refused: blocked-address'],
  ['/to?u=file:///etc/passwd', 'refused: blocked-address'],
  ['/to?u=http://[', 'failed: bad-redirect'],
  ['/location-none', 'failed: bad-redirect'],
  ['/location-two', 'failed: bad-redirect'],
  ['/location-latin1', '302 to /ok?caf%E9=%FF'],
  ['/type?ct=application/pdf', OK],
  ['/cookie', OK],
  ['/close-body?kb=50', '200 with 51200 bytes'],
  ['/no-such-path', '404 with 79 bytes'],
];

describe('a hostile server', () => {
  const cases = endings.map(([path, refuse, truncate = refuse]) => ({ path, refuse, truncate }));
  it.each(cases)('$path ends in time, in the failure it is', async ({ path, refuse, truncate }) => {
    using watched = watchSockets();
    for (const [oversize, expected] of [
      ['refuse', refuse],
      ['truncate', truncate],
    ] as const) {
      const started = performance.now();
      const timeoutMs = expected === 'failed: timeout' ? TIMEOUT_MS : AMPLE_MS;
      expect(await visit(path, { oversize, timeoutMs })).toBe(expected);
      expect(performance.now() - started).toBeLessThan(timeoutMs + 2000);
    }
    expect(watched.sockets.map((socket) => socket.destroyed)).toEqual([true, true]);
    expect(uncaught).toEqual([]);
  });

  it('that never finishes a TLS handshake ends as a timeout', async () => {
    const connections = loopbackClient().open();
    const request = ask(`https://127.0.0.1:${server.silentPort}/`, { timeoutMs: TIMEOUT_MS });
    expect(summary(await connections.request(request))).toBe('failed: timeout');
    await connections.close();
  });

  it('that speaks HTTP where TLS was asked for ends as a TLS failure', async () => {
    await using plain = await serve((_request, response) => response.end());
    const connections = loopbackClient().open();
    const request = ask(`https://127.0.0.1:${plain.port}/`, { timeoutMs: AMPLE_MS });
    expect(summary(await connections.request(request))).toBe('failed: tls');
    await connections.close();
  });

  it.each(['/close-body?kb=24', '/close-body?kb=100', '/close-body?kb=250', '/gzip-bomb?mb=128'])(
    '%s cannot end the process when the caller is busy elsewhere',
    async (path) => {
      const connections = loopbackClient().open();
      const pending = connections.request(
        ask(server.origin + path, { maxBytes: CAP, oversize: 'truncate', timeoutMs: AMPLE_MS }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(summary(await pending)).toMatch(/^200 with/);
      await connections.close();
      expect(uncaught).toEqual([]);
    },
  );

  it('with bombs and floods at once costs little memory', async () => {
    const before = process.memoryUsage();
    const paths = ['/gzip-bomb?mb=128', '/br-bomb?mb=8', '/deflate-bomb?mb=16', '/endless', '/endless-raw'];
    const ends = await Promise.all([...paths, ...paths].map((path) => visit(path, { oversize: 'truncate' })));
    expect(new Set(ends)).toEqual(new Set(['200 with 65536 bytes, truncated']));
    const after = process.memoryUsage();
    expect(after.heapUsed - before.heapUsed + after.external - before.external).toBeLessThan(48 * 1024 * 1024);
  });
});
