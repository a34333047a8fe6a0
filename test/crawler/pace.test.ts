import { describe, expect, it } from 'vitest';
import { MIN_GAP_MS } from '../../src/promises.ts';
import { begin, openJob, request, turnOf, waitFor } from './pace-turns.ts';

describe('the pace of one job on one host', () => {
  it('keeps requests half a second apart, counted from when the last one was really sent', async () => {
    const { clock, job } = openJob();
    const first = await request(job, clock, 'http://site.example/', (now) => {
      clock.advance(300);
      return { sentAt: now + 200, headAt: now + 300 };
    });
    expect(await request(job, clock, 'http://site.example/a')).toBe(first + 300 + MIN_GAP_MS);
  });

  it('counts from the beginning of the answer, by which the server has seen the request', async () => {
    const { clock, job } = openJob();
    await request(job, clock, 'http://site.example/', (now) => ({ sentAt: now, headAt: now + 900 }));
    clock.advance(900);
    expect(await waitFor(job, 'http://site.example/')).toEqual({ ms: MIN_GAP_MS, why: 'pace' });
  });

  it('counts from the end of a request that got no answer: the server may have seen it as late as that', async () => {
    const { clock, job } = openJob();
    await request(job, clock, 'http://site.example/', (now) => {
      clock.advance(450);
      return { sentAt: now };
    });
    expect(await waitFor(job, 'http://site.example/')).toEqual({ ms: MIN_GAP_MS, why: 'pace' });
  });

  it('gives one turn at a time, in the order they were asked for', async () => {
    const { job } = openJob();
    const first = await turnOf(job, 'http://site.example/a');
    const order: string[] = [];
    const others = ['b', 'c'].map(async (name) => {
      const turn = await turnOf(job, `http://site.example/${name}`);
      order.push(name);
      turn.end(null);
    });
    const elsewhere = await turnOf(job, 'http://site.example:8080/');
    order.push('elsewhere', 'a');
    first.end(null);
    await Promise.all(others);
    elsewhere.end(null);
    expect(order).toEqual(['elsewhere', 'a', 'b', 'c']);
  });

  it('slows to the crawl delay, and to the longer one where http and https differ', async () => {
    const { clock, job } = openJob();
    job.setCrawlDelay(new URL('http://site.example/'), 3);
    job.setCrawlDelay(new URL('https://site.example/'), null);
    await request(job, clock, 'http://site.example/');
    expect(await waitFor(job, 'http://site.example/')).toEqual({ ms: 3010, why: 'crawl-delay' });
    expect(job.gapMs(new URL('https://site.example/'))).toBe(3000);
  });

  it('halves with each push-back, down to one request a minute', () => {
    const { job } = openJob();
    const url = new URL('http://site.example/');
    const gaps = Array.from({ length: 9 }, () => {
      job.slowDown(url);
      return job.gapMs(url);
    });
    expect(gaps).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('stays away as long as it is told to, and no shorter when told less later', async () => {
    const { clock, job } = openJob();
    const url = 'http://site.example/';
    await request(job, clock, url);
    job.holdBack(new URL(url), 20_000);
    job.holdBack(new URL(url), 1000);
    expect(await waitFor(job, url)).toEqual({ ms: 20_000, why: 'retry-after' });
    clock.advance(20_000);
    expect(await waitFor(job, url)).toBeNull();
  });

  it('lets a job that goes on wait one full gap before the first request to each host', async () => {
    const { job } = openJob('guild', true);
    job.setCrawlDelay(new URL('http://slow.example/'), 10);
    expect(await waitFor(job, 'http://slow.example/')).toEqual({ ms: 10_010, why: 'crawl-delay' });
    expect(await waitFor(job, 'http://site.example/')).toEqual({ ms: MIN_GAP_MS + 10, why: 'pace' });
  });

  it('delays neither other hosts nor other jobs on the same host', async () => {
    const { clock, pace, job } = openJob();
    await request(job, clock, 'http://site.example/');
    job.holdBack(new URL('http://site.example/'), 60_000);
    const held = await turnOf(job, 'http://site.example/');
    expect(await begin(held)).not.toBeNull();
    clock.advance(MIN_GAP_MS / 10);
    expect(await waitFor(job, 'http://other.example/')).toBeNull();
    expect(await waitFor(pace.openJob({ guildId: 'guild', resumed: false }), 'http://site.example/')).toBeNull();
  });

  it('spreads the first requests to many hosts over one gap', async () => {
    const { clock, job } = openJob();
    const hosts = Array.from({ length: 20 }, (_, n) => `http://host-${n}.example/`);
    const waits: number[] = [];
    for (const host of hosts) waits.push((await waitFor(job, host))?.ms ?? 0);
    expect(new Set(waits).size).toBe(10);
    expect(Math.max(...waits)).toBeLessThan(MIN_GAP_MS);
    expect(clock.elapsed).toBe(0);
  });

  it('gives up a wait for a turn at once when it is aborted, and the turn goes to the next', async () => {
    const { job } = openJob();
    const first = await turnOf(job, 'http://site.example/');
    const abort = new AbortController();
    const second = job.turn(new URL('http://site.example/'), abort.signal);
    const third = turnOf(job, 'http://site.example/');
    abort.abort();
    expect(await second).toBeNull();
    expect(await job.turn(new URL('http://site.example/'), abort.signal)).toBeNull();
    first.end(null);
    (await third).end(null);
  });
});
