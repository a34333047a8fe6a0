import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HANGS_MS } from '../crawler/cpu-time.ts';
import { startWeb } from '../../src/web/web.ts';
import { startApp } from '../support/app.ts';
import { web, type TestWeb } from './web.ts';

/** Sends bytes as they are, and returns what came back until the server closed. */
function send({ origin }: TestWeb, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', () => {}).on('close', () => resolve(answer));
  });
}

describe('hostile requests', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', '400'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', '400'],
    ['two lengths', 'POST /docs/crawler HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', '400'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(9000)}\r\n\r\n`, '431'],
    ['no host', 'GET /docs/crawler HTTP/1.1\r\n\r\n', '400'],
    ['an absolute address', 'GET http://127.0.0.1:1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '404'],
    ['a path that is none', 'GET \\..\\.. HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '40[04]'],
    ['a host that is none', 'GET /docs/crawler HTTP/1.1\r\nHost: a b@[\r\nConnection: close\r\n\r\n', '400'],
  ])('%s: answered and closed, and the next one is served', async (_, bytes, status) => {
    const server = await web();
    expect(await send(server, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await server.get('/healthz')).status).toBe(200);
  });

  it('a hundred connections that say nothing do not keep the server from closing', async () => {
    const server = await web();
    const silent = Array.from({ length: 120 }, () => send(server, 'GET /docs/cra'));
    await server.close();
    await Promise.all(silent);
  });

  it('a robots.txt made to be costly is answered in a moment', async () => {
    const server = await web();
    const robots = `User-agent: *\n${'Disallow: /*a*b*c*d*e$\n'.repeat(9000)}`;
    const before = process.cpuUsage();
    const { status } = await server.check(robots, `https://example.org/${'abcde'.repeat(390)}`);
    const { user, system } = process.cpuUsage(before);
    expect(status).toBe(200);
    expect((user + system) / 1000).toBeLessThan(HANGS_MS);
  });
});

describe('a server that cannot listen', () => {
  it('says which setting to change', async () => {
    const { origin } = await web();
    const options = { operator: null, probes: [], reportBug() {} };
    const port = Number(new URL(origin).port);
    expect(await startWeb(await startApp(), { ...options, host: '127.0.0.1', port })).toEqual({
      ok: false,
      sentence: `Port ${port} of 127.0.0.1 is taken: choose another HTTP_PORT, or stop what uses it.`,
    });
    expect(await startWeb(await startApp(), { ...options, host: '192.0.2.1', port })).toEqual({
      ok: false,
      sentence: '192.0.2.1 is no address of this machine: choose another HTTP_HOST.',
    });
  });
});
