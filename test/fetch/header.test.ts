import { describe, expect, it } from 'vitest';
import { PUBLIC_ONLY } from '../../src/fetch/address.ts';
import { isRedirect, readRedirect } from '../../src/fetch/redirect.ts';
import { parseRetryAfter } from '../../src/fetch/retry-after.ts';

describe('Retry-After', () => {
  const now = new Date('2015-10-21T07:28:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['1.5', 1500],
    ['Wed, 21 Oct 2015 07:30:00 GMT', 120_000],
    ['Wednesday, 21-Oct-15 07:30:00 GMT', 120_000],
    ['Wed Oct 21 07:30:00 2015', 120_000],
    ['Wed, 21 Oct 2015 07:00:00 GMT', 0],
  ])('%j is %d ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it.each(['', 'soon', '-5', '1e9', '2015-10-21', 'Wed, 99 Oct 2015 07:30:00 GMT', '9'.repeat(400)])(
    '%j is not understood',
    (value) => {
      expect(parseRetryAfter(value, now)).toBeNull();
    },
  );
});

describe('Location', () => {
  const from = new URL('https://docs.example.org/guide/start?x=1#top');
  const follow = (...values: string[]): string => {
    const headers = values.map((value) => ['location', value] as const);
    const redirect = readRedirect(headers, from, PUBLIC_ONLY);
    return redirect.kind === 'to' ? redirect.location.href : redirect.kind;
  };

  it.each([
    ['next', 'https://docs.example.org/guide/next'],
    ['/', 'https://docs.example.org/'],
    ['//other.example.org/a', 'https://other.example.org/a'],
    ['?page=2', 'https://docs.example.org/guide/start?page=2'],
    ['/a#part', 'https://docs.example.org/a'],
    ['  /a ', 'https://docs.example.org/a'],
    ['/caf\u00c3\u00a9', 'https://docs.example.org/caf%C3%A9'],
    ['/caf\u00e9', 'https://docs.example.org/caf%E9'],
    ['http://b\u00c3\u00bccher.example.org/', 'http://xn--bcher-kva.example.org/'],
    ['http://10.0.0.1/', 'refused'],
    ['http://a:b@docs.example.org/', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['https://docs.example.org:22/', 'refused'],
    ['http://%/', 'bad'],
    ['', 'bad'],
  ])('%j leads to %s', (value, expected) => {
    expect(follow(value)).toBe(expected);
  });

  it('counts once when it is repeated, and not at all when it contradicts itself', () => {
    expect(follow('/a', '/a')).toBe('https://docs.example.org/a');
    expect(follow('/a', '/b')).toBe('bad');
    expect(follow()).toBe('bad');
  });

  it('is followed for the five redirect statuses only', () => {
    const followed = Array.from({ length: 100 }, (_, index) => 300 + index).filter(isRedirect);
    expect(followed).toEqual([301, 302, 303, 307, 308]);
  });
});
