import { describe, expect, it } from 'vitest';
import vectorFile from '../data/ssrf.json' with { type: 'json' };
import { systemClock } from '../../src/clock.ts';
import { createWebClient } from '../../src/fetch/client.ts';
import { createProbe, type Probed } from '../../src/links/probe.ts';
import { parseUrl } from '../../src/parse-url.ts';
import { loopbackClient, opened, serve, watchSockets, type Loopback } from '../fetch/loopback.ts';
import { gifOf, mp4 } from './make.ts';
import { onTheWire } from './generate.ts';
import { probeCases } from './probe-cases.ts';

const admitAll = { admitLinkCheck: () => true };
const probe = createProbe({ client: loopbackClient(), pace: admitAll, clock: systemClock });
const look = (url: string): Promise<Probed> => probe(new URL(url));

/** A server that answers with these bytes and notes what it was asked. */
async function answering(
  body: Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): Promise<Loopback & { readonly asked: Record<string, unknown>[] }> {
  const asked: Record<string, unknown>[] = [];
  const server = await serve((request, response) => {
    asked.push({ method: request.method, ...request.headers });
    response.writeHead(status, headers).end(body);
  });
  return Object.assign(server, { asked });
}

describe('a look at a link', () => {
  it.each(probeCases.map((each) => ({ ...each, name: `${each.id} ${each.why}` })))(
    '$name, over the wire',
    async (each) => {
      const { body, encoding } = onTheWire(each);
      const coding = encoding === null ? {} : { 'content-encoding': encoding };
      await using server = await answering(body, { ...each.headers, ...coding }, each.status);
      const { judgement, bytesRead } = await look(`${server.origin}/${each.file ?? 'x'}`);
      // What only the address tells is told before anything is fetched.
      const byHost = ['P042', 'P043'].includes(each.id) ? ['gif', 'video'] : [each.expected];
      expect({ id: each.id, ok: byHost.includes(judgement.verdict), verdict: judgement.verdict }).toMatchObject({
        ok: true,
      });
      expect(bytesRead).toBeLessThanOrEqual(262_144);
    },
  );

  it('says who asks, for what, and asks for the beginning only', async () => {
    await using server = await answering(gifOf());
    await look(`${server.origin}/a.gif`);
    expect(server.asked).toEqual([
      expect.objectContaining({
        method: 'GET',
        'user-agent': expect.stringContaining('HeimdallBot/2.0'),
        'x-heimdall-crawler': 'link-check',
        referer: 'https://heimdall.gg/docs/crawler',
        range: 'bytes=0-262143',
      }),
    ]);
  });

  it('ends as soon as the bytes tell, and makes no further connection', async () => {
    let written = 0;
    using watched = watchSockets();
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.write(mp4());
      const timer = setInterval(() => (written += response.write(new Uint8Array(1000)) ? 1000 : 0), 5);
      response.on('close', () => clearInterval(timer));
    });
    const { judgement, bytesRead } = await look(`${server.origin}/v`);
    expect(judgement.verdict).toBe('video');
    expect(bytesRead).toBeLessThan(4096);
    await server.quiet();
    expect({ connections: server.connections(), destroyed: watched.sockets.map((s) => s.destroyed) }).toEqual({
      connections: 1,
      destroyed: [true],
    });
    expect(written).toBeLessThan(1_000_000);
  });

  it('judges a page that comes in crumbs, compressed, when its head is there', async () => {
    const { createGzip } = await import('node:zlib');
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      const packed = createGzip();
      packed.pipe(response);
      packed.write('<!doctype html><head><title>a</title>');
      packed.flush(() => {
        packed.write('<meta property="og:video" content="v.mp4"></head>');
        // The rest never comes.
        packed.flush();
      });
    });
    expect((await look(`${server.origin}/page`)).judgement.verdict).toBe('video');
  });

  it('follows three redirects and no fourth, and asks no known host at all', async () => {
    await using server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (request.url === '/tube') response.writeHead(302, { location: 'https://youtu.be/AAAAAAAAAAA' }).end();
      else if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.writeHead(200, {}).end(gifOf());
    });
    expect((await look(`${server.origin}/3`)).judgement.verdict).toBe('gif');
    expect((await look(`${server.origin}/4`)).judgement).toEqual({ verdict: 'unknown', why: 'it redirects too often' });
    expect((await look(`${server.origin}/tube`)).judgement.verdict).toBe('video');
  });

  it.each([
    [404, 'none'],
    [410, 'none'],
    [403, 'unknown'],
    [429, 'unknown'],
    [503, 'unknown'],
  ])('takes %i for %s, whatever its body', async (status, verdict) => {
    await using server = await answering(gifOf(), { 'content-type': 'image/gif' }, status);
    expect(await look(`${server.origin}/x`)).toMatchObject({ judgement: { verdict }, trust: 'failed', bytesRead: 0 });
  });

  it('asks nobody whose domain has had its share, and delays nothing', async () => {
    await using server = await answering(gifOf());
    const refused = createProbe({
      client: loopbackClient(),
      pace: { admitLinkCheck: () => false },
      clock: systemClock,
    });
    expect(await refused(new URL(server.origin))).toMatchObject({
      judgement: { verdict: 'unknown' },
      trust: 'not-asked',
    });
    expect(server.asked).toEqual([]);
  });

  it('sends no HEAD, and bears servers that refuse the range', async () => {
    await using server = await serve((request, response) => {
      if (request.method !== 'GET') return response.writeHead(405).end();
      return response.writeHead(200, { 'accept-ranges': 'none' }).end(gifOf());
    });
    expect((await look(server.origin)).judgement.verdict).toBe('gif');
  });

  it('believes what has come of an answer that breaks off, where it shows something', async () => {
    await using server = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000_000 });
      response.write(`<!doctype html><head>${request.url === '/film' ? '<meta property="og:video" content="v">' : ''}`);
      setTimeout(() => response.destroy(), 50);
    });
    expect(await look(`${server.origin}/film`)).toMatchObject({ judgement: { verdict: 'video' }, trust: 'failed' });
    expect((await look(`${server.origin}/page`)).judgement.verdict).toBe('unknown');
  });

  it('names no host in what is kept of a refused address', async () => {
    const client = createWebClient({ policy: opened(''), now: () => 0, resolve: async () => ['10.0.0.1'] });
    const guarded = createProbe({ client, pace: admitAll, clock: systemClock });
    for (const url of ['http://secret.internal/', 'http://secret.example/', 'http://secret.example:81/']) {
      const { judgement } = await guarded(new URL(url));
      expect(judgement).toEqual({ verdict: 'unknown', why: expect.not.stringContaining('secret') });
    }
  });

  it('asks once more, for the whole, where a part is refused', async () => {
    await using server = await serve((request, response) => {
      if (request.headers.range !== undefined) return response.writeHead(416).end();
      return response.writeHead(200).end(gifOf());
    });
    expect((await look(server.origin)).judgement.verdict).toBe('gif');
    await using always = await answering(gifOf(), {}, 416);
    expect((await look(always.origin)).judgement.verdict).toBe('none');
    expect(always.asked).toHaveLength(2);
  });
});

describe('addresses that nobody may make the bot ask for', () => {
  const inputs = vectorFile.vectors.flatMap((vector) =>
    vector.expected === 'block' && vector.kind === 'url' && typeof vector.input === 'string' ? [vector.input] : [],
  );
  const toPrivate = { now: () => performance.now(), resolve: async () => ['10.0.0.1'] };

  it('are refused before a connection is made, and are unknown', async () => {
    using watched = watchSockets();
    const client = createWebClient({ policy: opened(''), ...toPrivate });
    const guarded = createProbe({ client, pace: admitAll, clock: systemClock });
    const urls = inputs.flatMap((input) => parseUrl(input) ?? []);
    expect(urls.length).toBeGreaterThan(80);
    for (const url of urls) {
      const { verdict } = (await guarded(url)).judgement;
      expect(`${url.href} ${verdict}`).toBe(`${url.href} unknown`);
    }
    expect(watched.sockets).toEqual([]);
  });

  it('are refused behind a redirect too', async () => {
    let target = '';
    await using server = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    const client = createWebClient({ policy: opened('127.0.0.1'), ...toPrivate });
    const guarded = createProbe({ client, pace: admitAll, clock: systemClock });
    let followed = 0;
    for (const input of inputs) {
      const host = parseUrl(input)?.hostname;
      if (host === undefined || host === '127.0.0.1' || /[^\u0021-\u00ff]/.test(input)) continue;
      target = input;
      followed += 1;
      const { verdict } = (await guarded(new URL(server.origin))).judgement;
      expect(`${input} ${verdict}`).toBe(`${input} unknown`);
    }
    expect(followed).toBeGreaterThan(60);
    expect(server.connections()).toBe(followed);
  });

  it('are refused when a name answers with another address than before', async () => {
    using watched = watchSockets();
    for (const { answers = [] } of vectorFile.vectors.filter(
      ({ kind, expected }) => kind === 'resolve' && expected === 'block',
    )) {
      let lookUps = 0;
      const client = createWebClient({
        policy: opened(''),
        now: () => performance.now(),
        resolve: async () => [answers[Math.min(lookUps++, answers.length - 1)] ?? []].flat(),
      });
      const guarded = createProbe({ client, pace: admitAll, clock: systemClock });
      expect((await guarded(new URL('http://rebinding.example/'))).judgement.verdict).toBe('unknown');
    }
    expect(watched.sockets).toEqual([]);
  });
});
