import { describe, expect, it } from 'vitest';
import { killCrawl, type Moment } from '../support/kill-crawl.ts';

/** From the first request to the last pages, each at another point of what a page goes through. */
const MOMENTS: readonly Moment[] = [
  { afterRequests: 1, delayMs: 1 },
  { afterRequests: 7, delayMs: 0 },
  { afterRequests: 16, delayMs: 24 },
  { afterRequests: 26, delayMs: 60 },
  { afterRequests: 36, delayMs: 8 },
  { afterRequests: 47, delayMs: 35 },
];

describe('a crawl whose process is killed again and again', () => {
  it(
    'leaves no half page, goes on each time, and asks again for nothing but what was in flight',
    { timeout: 120_000 },
    async () => {
      const { kills, inFlight, violations } = await killCrawl(MOMENTS);
      expect(violations).toEqual([]);
      expect(kills).toBe(MOMENTS.length);
      // One page at a time is asked for, so no kill can interrupt two.
      expect(inFlight.length).toBeLessThanOrEqual(kills);
    },
  );
});
