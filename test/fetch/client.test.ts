import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { CRAWLER_PAGE_URL, PRODUCT_TOKEN, USER_AGENT } from '../../src/fetch/identity.ts';
import { validatorsOf } from '../../src/fetch/validators.ts';
import { ask, loopbackClient, serve, serveRaw, summary, watchSockets } from './loopback.ts';

/** A look-up that hangs. */
const never = (): Promise<never> => new Promise(() => {});

describe('what a request says', () => {
  it('names the crawler, its page and its purpose, and nothing else (rules 1.1 to 1.3)', async () => {
    const seen: IncomingHttpHeaders[] = [];
    await using server = await serve((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { 'Set-Cookie': 'session=1' }).end('<p>hello</p>');
    });
    const connections = loopbackClient().open();
    await connections.request(ask(server.origin));
    await connections.request(
      ask(server.origin, { purpose: 'link-check', accept: 'text/html', range: { first: 0, last: 9 } }),
    );
    await connections.close();

    const always = {
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'user-agent': 'Mozilla/5.0 (compatible; HeimdallBot/2.0; +https://heimdall.gg/docs/crawler)',
      referer: 'https://heimdall.gg/docs/crawler',
      'accept-encoding': 'gzip, deflate, br',
    };
    expect(seen).toEqual([
      { ...always, accept: '*/*', 'x-heimdall-crawler': 'knowledge-ingest' },
      { ...always, accept: 'text/html', 'x-heimdall-crawler': 'link-check', range: 'bytes=0-9' },
    ]);
    expect(USER_AGENT).toContain(`${PRODUCT_TOKEN}/`);
    expect(USER_AGENT).toContain(CRAWLER_PAGE_URL);
  });

  it.each([
    { etag: 'W/"caf\u00e9-1"', lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT' },
    { etag: 'not quoted' },
    { lastModified: 'yesterday' },
  ])('sends validators back exactly as they came: %o', async (given) => {
    const conditions: (string | undefined)[][] = [];
    await using server = await serve((request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
      conditions.push([etag, since]);
      if (given.etag !== undefined) response.setHeader('ETag', given.etag);
      if (given.lastModified !== undefined) response.setHeader('Last-Modified', given.lastModified);
      response.writeHead((etag ?? since) ? 304 : 200).end();
    });
    const connections = loopbackClient().open();
    const first = await connections.request(ask(server.origin));
    const validators = first.kind === 'answer' ? validatorsOf(first.headers) : {};
    const second = await connections.request(ask(server.origin, { validators }));
    await connections.close();
    expect(validators).toEqual(given);
    expect(conditions).toEqual([
      [undefined, undefined],
      [given.etag, given.lastModified],
    ]);
    expect(summary(second)).toBe('304 with 0 bytes');
  });

  it('keeps no validator that could not be sent', () => {
    expect(
      validatorsOf([
        ['etag', 'a\u0000b'],
        ['last-modified', ''],
      ]),
    ).toEqual({});
  });
});

describe('connections', () => {
  it('are kept alive from request to request, 304 and errors and short redirects included', async () => {
    await using server = await serve((request, response) => {
      const status = Number(request.url?.slice(1));
      response.writeHead(status, status === 301 ? { Location: '/200' } : {}).end(status === 304 ? undefined : 'text');
    });
    const connections = loopbackClient().open();
    for (const status of [200, 304, 404, 301, 503, 200, 204]) {
      const answer = await connections.request(ask(`${server.origin}/${status}`));
      expect(summary(answer)).toMatch(new RegExp(`^${status}`));
    }
    expect(server.connections()).toBe(1);
    await connections.close();
    await server.quiet();
  });

  it('take a 304 that states the length of what it does not send', async () => {
    await using server = await serveRaw((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5000\r\n\r\n'));
    });
    const connections = loopbackClient().open();
    expect(summary(await connections.request(ask(server.origin)))).toBe('304 with 0 bytes');
    expect(summary(await connections.request(ask(server.origin)))).toBe('304 with 0 bytes');
    await connections.close();
  });

  it('are one per request in flight, so that a slow answer delays no other', async () => {
    const waiting: (() => void)[] = [];
    await using server = await serve((request, response) => {
      if (request.url === '/slow') waiting.push(() => response.end('slow'));
      else response.end('quick');
    });
    const connections = loopbackClient().open();
    const slow = connections.request(ask(`${server.origin}/slow`));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(summary(await connections.request(ask(`${server.origin}/quick`)))).toBe('200 with 5 bytes');
    waiting[0]?.();
    expect(summary(await slow)).toBe('200 with 4 bytes');
    expect(server.connections()).toBe(2);
    await connections.close();
  });

  it('given up in the middle of a body are closed, and no empty one is opened in their place', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/next') return response.end('next');
      const pump = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', pump);
      return pump();
    });
    const connections = loopbackClient().open();
    using watched = watchSockets();
    const limits = { maxBytes: 65_536, oversize: 'refuse' } as const;
    expect(summary(await connections.request(ask(server.origin, limits)))).toBe('refused: too-large');
    await server.quiet();
    expect(server.connections()).toBe(1);
    expect(watched.sockets.map((socket) => socket.destroyed)).toEqual([true]);
    // Everything kept plus one read of the socket, not the stream.
    expect(watched.sockets[0]?.bytesRead).toBeLessThan(65_536 + 2 * 65_536);

    expect(summary(await connections.request(ask(`${server.origin}/next`)))).toBe('200 with 4 bytes');
    expect(server.connections()).toBe(2);
    await connections.close();
    await server.quiet();
    expect(server.connections()).toBe(2);
  });

  it('are opened anew as often as the server closes them, without a warning of a leak', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { Connection: 'close' }).end('bye');
    });
    const warnings: string[] = [];
    const warned = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', warned);
    const connections = loopbackClient().open();
    for (let n = 0; n < 15; n++) expect(summary(await connections.request(ask(server.origin)))).toContain('200');
    await connections.close();
    await server.quiet();
    process.off('warning', warned);
    expect(server.connections()).toBe(15);
    expect(warnings).toEqual([]);
  });

  it('are not waited for when an unwanted body does not end', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(302, { Location: '/there' }).write('moved');
    });
    const connections = loopbackClient().open();
    expect(summary(await connections.request(ask(server.origin)))).toBe('302 to /there');
    await server.quiet();
    await connections.close();
  });

  it('that are closed end what is under way and what comes later as aborted', async () => {
    await using server = await serve(() => {});
    const connections = loopbackClient().open();
    const pending = connections.request(ask(server.origin));
    await vi.waitFor(() => expect(server.connections()).toBe(1));
    await connections.close();
    expect(summary(await pending)).toBe('failed: aborted');
    expect(summary(await connections.request(ask(server.origin)))).toBe('failed: aborted');
    await server.quiet();
  });
});

describe('an abort', () => {
  it('before the request sends nothing', async () => {
    await using server = await serve((_request, response) => response.end());
    const answer = await loopbackClient()
      .open()
      .request(ask(server.origin, { signal: AbortSignal.abort() }));
    expect(summary(answer)).toBe('failed: aborted');
    expect(server.connections()).toBe(0);
  });

  it('ends a look-up at once', async () => {
    const stop = new AbortController();
    const connections = loopbackClient({ resolve: never }).open();
    const pending = connections.request(ask('http://docs.example.org/', { signal: stop.signal }));
    setImmediate(() => stop.abort());
    expect(await pending).toMatchObject({ failure: { code: 'aborted', detail: 'stopped while connecting' } });
  });

  it('ends a TLS handshake at once, and the socket with it', async () => {
    const stop = new AbortController();
    await using server = await serveRaw(() => stop.abort());
    const connections = loopbackClient().open();
    const answer = await connections.request(ask(`https://127.0.0.1:${server.port}/`, { signal: stop.signal }));
    expect(answer).toMatchObject({ failure: { code: 'aborted', detail: 'stopped while connecting' } });
    await server.quiet();
  });

  it('ends the wait for an answer at once', async () => {
    const stop = new AbortController();
    await using server = await serve(() => stop.abort());
    const answer = await loopbackClient()
      .open()
      .request(ask(server.origin, { signal: stop.signal }));
    expect(answer).toMatchObject({ failure: { code: 'aborted', detail: 'stopped while waiting for an answer' } });
    await server.quiet();
  });

  it('ends the reading of a body at once', async () => {
    const stop = new AbortController();
    await using server = await serve((_request, response) => response.write('beginning'));
    const wants = (): boolean => {
      setImmediate(() => stop.abort());
      return true;
    };
    const answer = await loopbackClient()
      .open()
      .request(ask(server.origin, { signal: stop.signal, wants }));
    expect(answer).toMatchObject({ failure: { code: 'aborted', detail: 'stopped while reading' } });
    await server.quiet();
  });
});

describe('time', () => {
  it('runs while a name is looked up', async () => {
    const connections = loopbackClient({ resolve: never }).open();
    const answer = await connections.request(ask('http://docs.example.org/', { timeoutMs: 60 }));
    expect(answer).toMatchObject({
      failure: { code: 'timeout', detail: 'not done within 60 ms, while connecting' },
    });
  });

  it('for connecting has a limit of its own, look-up included', async () => {
    const connections = loopbackClient({ resolve: never, connectTimeoutMs: 60 }).open();
    const answer = await connections.request(ask('http://docs.example.org/'));
    expect(answer).toMatchObject({ failure: { code: 'timeout', detail: expect.stringContaining('CONNECT_TIMEOUT') } });
  });

  it("is told by the caller's clock: when the request was written, when the head of the answer came", async () => {
    let time = 1000;
    await using server = await serve((_request, response) => {
      time = 2000;
      response.write('body');
      setImmediate(() => {
        time = 3000;
        response.end();
      });
    });
    const wants = (): boolean => time === 2000;
    const connections = loopbackClient({ now: () => time }).open();
    const answer = await connections.request(ask(server.origin, { wants }));
    expect(answer.timing.sentAt).toBe(1000);
    expect(answer.timing.headAt).toBeGreaterThanOrEqual(2000);
    await connections.close();
  });
});
