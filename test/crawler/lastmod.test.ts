import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readLastmod } from '../../src/crawler/lastmod.ts';
import { vectorsOf } from './vectors.ts';

const cases = vectorsOf(
  'sitemap',
  'lastmod',
  z.object({ id: z.string(), value: z.string(), expect: z.string().nullable() }),
);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('reads dates the same on a machine in %s', (zone) => {
  it.each(cases)('$id', ({ value, expect: expected }) => {
    vi.stubEnv('TZ', zone);
    expect(readLastmod(value)).toBe(expected);
  });
});

describe('dates at the edge of what is one', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05-17T10:20:30,5Z', '2024-05-17T10:20:30.500Z'],
    ['2024-05-17T10:20+02', '2024-05-17T08:20:00.000Z'],
    ['25-Aug-2011 15:00:00 EST', '2011-08-25T20:00:00.000Z'],
    ['Saturday, 25-Jun-22 15:00:00 GMT', '2022-06-25T15:00:00.000Z'],
    ['2023-02-29', null],
    ['2024-13-01', null],
    ['2024-05-17T10:20:60Z', null],
    ['2024-05-17T10:20:30+25:00', null],
    ['2024-05-17T10Z', null],
    ['1715941230', null],
    ['32 May 2024 10:20:30 GMT', null],
    ['17 Foo 2024 10:20:30 GMT', null],
    [' '.repeat(100_000) + '2024', '2024-01-01T00:00:00.000Z'],
    ['1 '.repeat(100_000), null],
    ['', null],
  ])('%.40j: %s', (value, expected) => {
    expect(readLastmod(value)).toBe(expected);
  });
});
