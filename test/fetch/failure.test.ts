import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../src/fetch/explain.ts';
import { failureOf } from '../../src/fetch/failure.ts';
import type { FetchFailure } from '../../src/fetch/outcome.ts';
import { ask, loopbackClient, serve, summary } from './loopback.ts';

describe('failures', () => {
  it('name a refused connection', async () => {
    const server = await serve((_request, response) => response.end());
    await server[Symbol.asyncDispose]();
    expect(summary(await loopbackClient().open().request(ask(server.origin)))).toBe('failed: refused');
  });

  it('name a host that does not exist', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND docs.example.org'), { code: 'ENOTFOUND' });
    const client = loopbackClient({ resolve: () => Promise.reject(unknown) });
    expect(summary(await client.open().request(ask('http://docs.example.org/')))).toBe('failed: dns');
    const empty = loopbackClient({ resolve: () => Promise.resolve([]) });
    expect(summary(await empty.open().request(ask('http://docs.example.org/')))).toBe('failed: dns');
  });

  it("throw a caller's bug back at the caller", async () => {
    await using server = await serve((_request, response) => response.end('text'));
    const request = ask(server.origin, {
      wants() {
        throw new Error('a bug');
      },
    });
    await expect(loopbackClient().open().request(request)).rejects.toThrow('a bug');
  });

  it('name a TLS handshake that the server breaks off', async () => {
    const server = createServer().on('tlsClientError', () => {});
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    expect(
      summary(
        await loopbackClient()
          .open()
          .request(ask(`https://127.0.0.1:${port}/`)),
      ),
    ).toBe('failed: tls');
    server.close();
  });

  it.each([
    ['EAI_AGAIN', 'dns'],
    ['ESERVFAIL', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    // As Node 22 and later call it: a slash is part of OpenSSL's words.
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'tls'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
  ])('name %s as %s', (code, expected) => {
    const error = Object.assign(new Error('what happened'), { code });
    expect(failureOf(error, false)).toEqual({ code: expected, detail: `what happened (${code})` });
  });

  it('of several addresses count the most telling one', () => {
    const unreachable = Object.assign(new Error('no route'), { code: 'ENETUNREACH' });
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(failureOf(new AggregateError([unreachable, refused]), false).code).toBe('refused');
    expect(failureOf(new AggregateError([unreachable, unreachable]), false).code).toBe('unreachable');
  });
});

describe('explanations (rule 2.4)', () => {
  const codes = [
    'dns',
    'refused',
    'unreachable',
    'tls',
    'timeout',
    'reset',
    'malformed',
    'undecodable',
    'redirect-loop',
    'too-many-redirects',
    'bad-redirect',
    'aborted',
  ] as const;
  const statuses = [401, 404, 418, 429, 451, 503];
  const failures: FetchFailure[] = [
    ...codes.map((code) => ({ code, detail: '' })),
    ...statuses.map((status) => ({ code: 'http-status', status }) as const),
  ];

  it('are one sentence each, and no two are alike', () => {
    const sentences = failures.map((failure) => explainFailure(failure));
    expect(new Set(sentences).size).toBe(failures.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]*(?:\.\w[^.]*)*\.$/);
  });

  it('tell how to allow the crawler where bot protection stops it', () => {
    const sentence = explainFailure({ code: 'http-status', status: 403 });
    expect(sentence).toContain('HeimdallBot');
    expect(sentence).toContain('https://heimdall.gg/docs/crawler');
  });

  it('tell when to come back', () => {
    expect(explainFailure({ code: 'http-status', status: 429, retryAfterMs: 90_000 })).toMatch(
      /try again in 2 minutes/,
    );
    expect(explainFailure({ code: 'http-status', status: 503, retryAfterMs: 10 })).toMatch(/try again in a minute/);
    expect(explainFailure({ code: 'http-status', status: 500 })).toMatch(/try again later/);
  });
});
