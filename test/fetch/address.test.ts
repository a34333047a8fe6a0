import { describe, expect, it } from 'vitest';
import {
  checkAddress,
  checkEndpoint,
  checkUrl,
  parseNetworks,
  PUBLIC_ONLY,
  type AddressPolicy,
} from '../../src/fetch/address.ts';
import { guardedLookup } from '../../src/fetch/guard.ts';
import type { HeaderLines } from '../../src/fetch/outcome.ts';
import { readRedirect } from '../../src/fetch/redirect.ts';
import { MAX_REDIRECTS } from '../../src/promises.ts';
import vectorFile from '../data/ssrf.json' with { type: 'json' };

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: string;
  readonly why: string;
  readonly answers?: readonly (readonly string[])[];
  readonly must_not_connect?: readonly string[];
  readonly hops?: readonly Hop[];
}

interface Hop {
  readonly url: string;
  readonly answers: readonly string[];
  readonly location?: string;
}

const vectors: readonly Vector[] = vectorFile.vectors;
const named = (kind: string): [name: string, vector: Vector][] =>
  vectors.filter((vector) => vector.kind === kind).map((vector) => [`${vector.id} ${vector.why}`, vector]);

/** What a socket would be given to dial, or null when the name is refused. */
function lookUp(
  hostname: string,
  port: number,
  answers: readonly string[],
  policy = PUBLIC_ONLY,
): Promise<string[] | null> {
  const lookup = guardedLookup({ policy, resolve: () => Promise.resolve(answers) }, port);
  return new Promise((resolve) => {
    lookup(hostname, { all: true }, (error, found) => {
      resolve(error || typeof found === 'string' ? null : found.map(({ address }) => address));
    });
  });
}

async function mayFetch(url: string, answers: readonly string[]): Promise<boolean> {
  if (checkUrl(url) !== 'acceptable') return false;
  const { hostname, port, protocol } = new URL(url);
  return (await lookUp(hostname, Number(port) || (protocol === 'https:' ? 443 : 80), answers)) !== null;
}

function policyOf(list: string): AddressPolicy {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(parsed.problem);
  return { networks: parsed.networks };
}

describe('URLs that strangers may post (rule 2.2)', () => {
  it.each(named('url'))('%s', (_name, { input, expected }) => {
    const verdict = checkUrl(input);
    expect(verdict === 'acceptable' ? 'allow' : 'block', verdict).toBe(expected);
  });

  it.each(named('resolve'))('%s', async (_name, { input, answers = [], expected, must_not_connect: forbidden }) => {
    if (expected !== 'safe') return expect(await mayFetch(input, answers[0] ?? [])).toBe(expected === 'allow');
    // Each connection does one look-up, and dials nothing but what that look-up was allowed to return.
    for (const answer of answers) {
      const dialled = (await lookUp(new URL(input).hostname, 80, answer)) ?? [];
      expect(dialled).not.toEqual(expect.arrayContaining([...(forbidden ?? ['none'])]));
    }
  });

  it.each(named('redirect'))('%s', async (_name, { hops = [], expected }) => {
    let verdict = 'allow';
    for (const [index, hop] of hops.entries()) {
      const headers: HeaderLines = hop.location === undefined ? [] : [['location', hop.location]];
      if (index > MAX_REDIRECTS || !(await mayFetch(hop.url, hop.answers))) verdict = 'block';
      else if (hop.location !== undefined) {
        const redirect = readRedirect(headers, new URL(hop.url), PUBLIC_ONLY);
        if (redirect.kind !== 'to') verdict = 'block';
      }
    }
    expect(verdict).toBe(expected);
  });

  it('says why in plain words', () => {
    expect(checkUrl('http://0x7f.1/')).toBe('127.0.0.1 is a loopback address');
    expect(checkUrl('http://[::ffff:10.0.0.1]/')).toBe('::ffff:a00:1 is a private address');
    expect(checkUrl('ftp://example.com/')).toBe('ftp: is neither http: nor https:');
    expect(checkUrl('http://nas.lan/')).toBe('nas.lan is a name of a local network');
    expect(checkUrl('http://a:b@example.com/')).toBe('it carries a user name or password');
    expect(checkUrl('http://example.com:22/')).toBe('port 22 is not one of 80, 443, 8080, 8443');
    expect(checkUrl('nonsense')).toBe('it is not a valid URL');
  });

  it.each(['http://example.com../', 'http://.example.com/', 'http://a..b.com/'])(
    'refuses the empty label of %s',
    (url) => {
      expect(checkUrl(url)).not.toBe('acceptable');
    },
  );

  it.each([
    'http://LOCALHOST/',
    'http://a.b.LocalHost./',
    'http://printer.local./',
    'http://onion/',
    'http://x.home.arpa.',
  ])('refuses the local name of %s', (url) => {
    expect(checkUrl(url)).toMatch(/local network/);
  });

  it.each([
    'http://mylocalhost.com/',
    'http://internal.com/',
    'http://lan.example.org/',
    'http://home.arpa.example.org/',
  ])('lets the public name of %s pass', (url) => {
    expect(checkUrl(url)).toBe('acceptable');
  });
});

describe('addresses', () => {
  it.each([
    '1.1.1.1',
    '11.0.0.0',
    '172.15.255.255',
    '168.63.129.15',
    '223.255.255.255',
    '2000::',
    '2001:200::1',
    '2003::1',
    '3ffe:ffff::1',
    '::ffff:1.1.1.1',
    '64:ff9b::8.8.8.8',
    '0:0:0:0:0:FFFF:0808:0808',
  ])('%s is public', (ip) => {
    expect(checkAddress(ip)).toBe('public');
  });

  it.each([
    '168.63.129.16',
    '240.0.0.1',
    '203.0.113.255',
    '192.88.99.1',
    '::',
    '::8.8.8.8',
    '64:ff9b::192.168.0.1',
    '64:ff9b:1::1',
    '::ffff:0:8.8.8.8',
    'fe80::1%eth0',
    '2001:1ff:ffff::1',
    '3fff:fff::1',
    '2002:808:808::1',
    'e000::1',
    '1.2.3',
    'example.com',
    '',
  ])('%s is not', (ip) => {
    expect(checkAddress(ip)).not.toBe('public');
  });
});

describe('networks that an operator opens', () => {
  it('reads IPv4 and IPv6 networks and bare addresses', () => {
    const policy = policyOf(' 10.0.0.0/8, fd00::/8\n127.0.0.1 ::ffff:192.168.0.0/112');
    expect(checkEndpoint('10.200.0.1', 3000, policy)).toBe('acceptable');
    expect(checkEndpoint('::ffff:10.0.0.1', 3000, policy)).toBe('acceptable');
    expect(checkEndpoint('fd12::1', 3000, policy)).toBe('acceptable');
    expect(checkEndpoint('127.0.0.1', 3000, policy)).toBe('acceptable');
    expect(checkEndpoint('192.168.255.1', 3000, policy)).toBe('acceptable');
    expect(checkEndpoint('127.0.0.2', 80, policy)).toBe('127.0.0.2 is a loopback address');
    expect(checkEndpoint('192.169.0.1', 3000, policy)).toBe('port 3000 is not one of 80, 443, 8080, 8443');
  });

  it.each(['10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'localhost', '10.0.0.0/', '10.0.0.0/8/8', '010.0.0.0/8', '/8'])(
    'names the part it cannot read: %s',
    (part) => {
      const parsed = parseNetworks(`127.0.0.1, ${part}`);
      expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining(`"${part}" is not an IP network`) });
    },
  );

  it('opens nothing for an empty list', () => {
    expect(parseNetworks('')).toEqual({ ok: true, networks: [] });
  });

  it('lets local names and other ports reach the look-up, which judges the address', async () => {
    const policy = policyOf('127.0.0.0/8');
    expect(checkUrl('http://localhost:3000/', policy)).toBe('acceptable');
    expect(checkUrl('http://wiki.internal:3000/', policy)).toBe('acceptable');
    expect(checkUrl('http://127.0.0.1:3000/', policy)).toBe('acceptable');
    expect(checkUrl('http://10.0.0.1/', policy)).toBe('10.0.0.1 is a private address');
    expect(await lookUp('wiki.internal', 3000, ['127.0.0.1'], policy)).toEqual(['127.0.0.1']);
    expect(await lookUp('wiki.internal', 3000, ['10.0.0.1'], policy)).toBeNull();
    expect(await lookUp('example.com', 3000, ['93.184.215.14'], policy)).toBeNull();
    expect(await lookUp('example.com', 443, ['93.184.215.14'], policy)).toEqual(['93.184.215.14']);
  });

  it('refuses a name with one refused answer, but takes the opened half of localhost', async () => {
    const policy = policyOf('127.0.0.0/8');
    expect(await lookUp('both.example', 80, ['127.0.0.1', '::1'], policy)).toBeNull();
    expect(await lookUp('localhost', 80, ['::1', '127.0.0.1'], policy)).toEqual(['127.0.0.1']);
    expect(await lookUp('localhost', 80, ['::1'], policy)).toBeNull();
  });
});
