import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask, loopbackClient, serve, serveRaw, summary } from './loopback.ts';

describe('bodies', () => {
  it('of the allowed size arrive whole, also packed; one byte more is too large', async () => {
    const body = randomBytes(300_000).toString('hex');
    await using server = await serve((request, response) => {
      if (request.url === '/plain') return response.end(body);
      return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(body));
    });
    const connections = loopbackClient().open();
    for (const path of ['/plain', '/packed']) {
      const whole = await connections.request(ask(server.origin + path, { maxBytes: 600_000 }));
      expect(whole.kind === 'answer' && Buffer.from(whole.body).toString() === body).toBe(true);
      const beginning = ask(server.origin + path, { maxBytes: 599_999, oversize: 'truncate' });
      expect(summary(await connections.request(beginning))).toBe('200 with 599999 bytes, truncated');
      const refused = await connections.request(ask(server.origin + path, { maxBytes: 599_999 }));
      expect(refused).toMatchObject({ kind: 'refused', reason: 'too-large', detail: 'more than 599999 bytes' });
    }
    await connections.close();
  });

  it('in chunks of one byte cost no more memory than their size', async () => {
    const chunks = Buffer.from('1\r\na\r\n'.repeat(10_000));
    await using server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pump = (): void => {
        while (!socket.destroyed && socket.write(chunks));
      };
      socket.on('drain', pump);
      pump();
    });
    const before = process.memoryUsage().heapUsed;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 5);
    const limits = { maxBytes: 1_000_000, oversize: 'truncate' } as const;
    const connections = loopbackClient().open();
    expect(summary(await connections.request(ask(server.origin, limits)))).toBe('200 with 1000000 bytes, truncated');
    clearInterval(watch);
    await connections.close();
    expect(peak - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('of error answers are read up to 64 KB and cut silently, and their encoding decides nothing', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/odd') response.writeHead(403, { 'Content-Encoding': 'zstd' }).end('text');
      else response.writeHead(500).end(Buffer.alloc(200_000));
    });
    const connections = loopbackClient().open();
    expect(summary(await connections.request(ask(server.origin)))).toBe('500 with 65536 bytes, truncated');
    expect(summary(await connections.request(ask(`${server.origin}/odd`)))).toBe('403 with 0 bytes, truncated');
    await connections.close();
  });

  it('are not read when the caller does not want their type; only successes are asked about', async () => {
    await using server = await serve((request, response) => {
      const status = Number(request.url?.slice(1));
      response.writeHead(status, { 'Content-Type': 'video/mp4', 'Content-Length': 50_000_000 }).write('begin');
    });
    const asked: (string | undefined)[] = [];
    const wants = (type: string | undefined): boolean => {
      asked.push(type);
      return false;
    };
    const connections = loopbackClient().open();
    const answer = await connections.request(ask(`${server.origin}/200`, { wants }));
    expect(answer).toMatchObject({ kind: 'refused', reason: 'not-html', detail: 'content-type: video/mp4' });
    expect(summary(await connections.request(ask(`${server.origin}/404`, { wants, timeoutMs: 100 })))).toMatch(
      /^failed/,
    );
    expect(asked).toEqual(['video/mp4']);
    await connections.close();
    await server.quiet();
  });

  it('that are a part of a file are known as such', async () => {
    await using server = await serve((request, response) => {
      const total = request.url === '/all' ? 10 : 5000;
      response.writeHead(206, { 'Content-Range': `bytes 0-9/${total}` }).end('0123456789');
    });
    const connections = loopbackClient().open();
    const range = { first: 0, last: 99 };
    expect(summary(await connections.request(ask(`${server.origin}/part`, { range })))).toBe(
      '206 with 10 bytes, truncated',
    );
    expect(summary(await connections.request(ask(`${server.origin}/all`, { range })))).toBe('206 with 10 bytes');
    await connections.close();
  });

  it('own their memory, so that a thread can take them over', async () => {
    await using server = await serve((_request, response) => response.end('small'));
    const connections = loopbackClient().open();
    const answer = await connections.request(ask(server.origin));
    expect(answer.kind === 'answer' && answer.body.buffer.byteLength).toBe(5);
    await connections.close();
  });
});
