import { describe, expect, it } from 'vitest';
import { BlockedAddress, guardedConnector, type Resolver } from '../../src/fetch/guard.ts';
import { ask, loopbackClient, opened, serve, summary, type Loopback } from './loopback.ts';

/**
 * 127.0.0.1 plays the public internet (the policy opens it), 127.0.0.2 and ::1 the private network behind the bot. The
 * private server counts its connections: a request that was refused after connecting would already be a leak.
 */
const privateServer = (): Promise<Loopback> =>
  serve((_request, response) => response.end('secret'), { host: '127.0.0.2' });

describe('the private network', () => {
  it.each([
    ['a literal address', 'http://127.0.0.2'],
    ['a hexadecimal address', 'http://0x7f000002'],
    ['a decimal address', 'http://2130706434'],
    ['an address inside IPv6', 'http://[::ffff:127.0.0.2]'],
    ['another spelling of this host', 'http://0.0.0.0'],
    ['IPv6 loopback', 'http://[::1]'],
  ])('is not dialled by %s', async (_name, origin) => {
    await using server = await privateServer();
    const connections = loopbackClient().open();
    expect(summary(await connections.request(ask(`${origin}:${server.port}/`)))).toBe('refused: blocked-address');
    expect(server.connections()).toBe(0);
    await connections.close();
  });

  it.each([
    ['a name that resolves there', [['127.0.0.2']]],
    ['a name that resolves there in IPv6 form', [['::ffff:127.0.0.2']]],
    ['a name that resolves to both, public first', [['127.0.0.1', '127.0.0.2']]],
    ['a name that resolves to both, private first', [['127.0.0.2', '127.0.0.1']]],
  ])('is not dialled by %s', async (_name, answers) => {
    await using server = await privateServer();
    const connections = loopbackClient({ resolve: inTurn(answers) }).open();
    const answer = await connections.request(ask(`http://docs.example.org:${server.port}/`));
    expect(answer).toMatchObject({ kind: 'refused', reason: 'blocked-address' });
    expect(answer.kind === 'refused' && answer.detail).toMatch(/127\.0\.0\.2 is a loopback address/);
    expect(server.connections()).toBe(0);
    await connections.close();
  });

  it('is not dialled by a name that changes its mind between two requests', async () => {
    // On both addresses, so that their ports are the same.
    const place = { host: '0.0.0.0' };
    await using server = await serve((_request, response) => {
      response.writeHead(200, { Connection: 'close' }).end('public');
    }, place);
    const lookups: string[] = [];
    const answers = inTurn([['127.0.0.1'], ['127.0.0.2']]);
    const resolve: Resolver = (name) => {
      lookups.push(name);
      return answers(name);
    };
    const connections = loopbackClient({ resolve }).open();
    const url = `http://rebind.example.org:${server.port}/`;
    expect(summary(await connections.request(ask(url)))).toBe('200 with 6 bytes');
    expect(lookups).toHaveLength(1);
    expect(summary(await connections.request(ask(url)))).toBe('refused: blocked-address');
    expect(lookups).toHaveLength(2);
    expect(server.connections()).toBe(1);
    await connections.close();
  });

  it.each(['literal', 'name'])('is not dialled after a redirect to a %s', async (kind) => {
    await using server = await privateServer();
    const host = kind === 'literal' ? '127.0.0.2' : 'intern.example.org';
    await using publicServer = await serve((_request, response) => {
      response.writeHead(302, { Location: `http://${host}:${server.port}/` }).end();
    });
    const connections = loopbackClient({ resolve: inTurn([['127.0.0.2']]) }).open();
    let answer = await connections.request(ask(publicServer.origin));
    // The literal is refused with the redirect itself, the name when it would be dialled.
    expect(answer.kind).toBe(kind === 'literal' ? 'refused' : 'redirect');
    if (answer.kind === 'redirect') answer = await connections.request(ask(answer.location.href));
    expect(summary(answer)).toBe('refused: blocked-address');
    expect(server.connections()).toBe(0);
    await connections.close();
  });

  it('stays closed on other ports of public addresses', async () => {
    await using server = await serve((_request, response) => response.end('service'));
    const connections = loopbackClient({ policy: opened('10.0.0.0/8'), resolve: inTurn([['93.184.215.14']]) }).open();
    const answer = await connections.request(ask(`http://docs.example.org:${server.port}/`));
    expect(answer).toMatchObject({ kind: 'refused', reason: 'blocked-address' });
    await connections.close();
  });

  it('is left at once, with nothing sent, should a socket end up there all the same', async () => {
    const requests: unknown[] = [];
    await using server = await serve((request) => requests.push(request));
    const networks = [...opened('127.0.0.1').networks];
    // The look-up still finds the address open; when the socket has connected it is not.
    const resolve: Resolver = async () => {
      process.nextTick(() => networks.pop());
      return ['127.0.0.1'];
    };
    const connections = loopbackClient({ policy: { networks }, resolve }).open();
    const answer = await connections.request(ask(`http://docs.example.org:${server.port}/`));
    expect(answer).toMatchObject({ kind: 'refused', detail: '127.0.0.1 is a loopback address' });
    await server.quiet();
    expect(requests).toEqual([]);
    await connections.close();
  });

  it('is reached where the operator opened it, by address and by local name', async () => {
    await using server = await privateServer();
    const policy = opened('127.0.0.2');
    const connections = loopbackClient({ policy, resolve: inTurn([['127.0.0.2']]) }).open();
    expect(summary(await connections.request(ask(`http://127.0.0.2:${server.port}/`)))).toBe('200 with 6 bytes');
    expect(summary(await connections.request(ask(`http://wiki.internal:${server.port}/`)))).toBe('200 with 6 bytes');
    await connections.close();
  });

  it.each(['127.0.0.2', '::1', '10.0.0.1'])('is refused by the connector itself: %s', async (hostname) => {
    const origin = new URL('http://docs.example.org/');
    const { signal } = new AbortController();
    const policy = opened('127.0.0.1');
    const connect = guardedConnector({ policy, resolve: inTurn([['127.0.0.1']]), origin, timeoutMs: 1000, signal });
    const error = await new Promise((resolve) => {
      connect({ hostname, protocol: 'http:', port: '' }, (...[refusal]) => resolve(refusal));
    });
    expect(error).toBeInstanceOf(BlockedAddress);
  });

  it('stays closed with the resolver and the policy of production', async () => {
    const connections = loopbackClient({ policy: { networks: [] } }).open();
    for (const url of ['http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', 'http://router.lan/']) {
      expect(summary(await connections.request(ask(url)))).toBe('refused: blocked-address');
    }
    await connections.close();
  });
});

/** The answers of successive look-ups; the last one stays. */
function inTurn(answers: readonly (readonly string[])[]): Resolver {
  let turn = 0;
  return () => Promise.resolve(answers[Math.min(turn++, answers.length - 1)] ?? []);
}
