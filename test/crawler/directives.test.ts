import { describe, expect, it } from 'vitest';
import { directivesOf, mayFollow } from '../../src/crawler/directives.ts';

const now = new Date('2026-03-01T00:00:00Z');

describe('what X-Robots-Tag asks of us (rule 5.5)', () => {
  it.each([
    ['noindex', true, false],
    ['otherbot: noindex', false, false],
    ['HeimdallBot/2.0: none', true, true],
    ['otherbot: none, HeimdallBot: nofollow', false, true],
    ['unavailable_after: Saturday, 25-Jun-22 15:00:00 GMT', true, false],
    ['unavailable_after: Saturday, 25-Jun-44 15:00:00 GMT, nofollow', false, true],
    ['heimdallbot: unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow', true, true],
    ['max-image-preview:large, otherbot: noindex', false, false],
  ])('%s', (value, noindex, nofollow) => {
    expect(directivesOf([], [['x-robots-tag', value]], now)).toEqual({ noindex, nofollow });
  });

  it('reads every line by itself', () => {
    const lines = [
      ['x-robots-tag', 'otherbot: noindex'],
      ['x-robots-tag', 'nofollow'],
    ] as const;
    expect(directivesOf([], lines, now)).toEqual({ noindex: false, nofollow: true });
  });

  it('counts unavailable_after only once it has passed', () => {
    const lines = [['x-robots-tag', 'unavailable_after: 2026-03-01T00:00:00Z']] as const;
    expect(directivesOf([], lines, now).noindex).toBe(false);
    expect(directivesOf([], lines, new Date(now.getTime() + 1)).noindex).toBe(true);
  });
});

describe('what metas ask of us', () => {
  it('adds up all that address us, the strictest winning', () => {
    const metas = [
      { name: 'robots', content: 'index, follow' },
      { name: 'HeimdallBot', content: 'NoFollow' },
      { name: 'googlebot', content: 'noindex' },
    ];
    expect(directivesOf(metas, [], now)).toEqual({ noindex: false, nofollow: true });
    expect(directivesOf([...metas, { name: 'robots', content: 'none' }], [], now).noindex).toBe(true);
  });

  it('finds a date among other words', () => {
    const metas = [{ name: 'robots', content: 'unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow' }];
    expect(directivesOf(metas, [], now)).toEqual({ noindex: true, nofollow: true });
  });
});

it('follows no link marked nofollow, ugc or sponsored, among whatever other words (rule 5.4)', () => {
  const url = 'https://site.example/';
  for (const word of ['nofollow', 'ugc', 'sponsored']) {
    expect(mayFollow({ url, rel: ['external', word] })).toBe(false);
  }
  expect(mayFollow({ url, rel: [] })).toBe(true);
  expect(mayFollow({ url, rel: ['next', 'noopener'] })).toBe(true);
});
