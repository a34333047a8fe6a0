import { describe, expect, it } from 'vitest';
import type { JobPace, Turn } from '../../src/crawler/pace.ts';
import { IN_FLIGHT_PER_GUILD, MIN_GAP_MS, REQUESTS_PER_MINUTE_PER_DOMAIN } from '../../src/promises.ts';
import type { FakeClock } from '../support/clock.ts';
import { begin, openJob, request, turnOf, waitFor } from './pace-turns.ts';

describe('requests in flight of one guild', () => {
  async function fill(job: JobPace, clock: FakeClock): Promise<Turn[]> {
    clock.advance(MIN_GAP_MS);
    const turns = await Promise.all(
      Array.from({ length: IN_FLIGHT_PER_GUILD }, (_, n) => turnOf(job, `http://host-${n}.example/`)),
    );
    clock.advance(MIN_GAP_MS);
    for (const turn of turns) expect(await begin(turn)).toBeNull();
    return turns;
  }

  it('are ten at most, over all its jobs, and other guilds have ten of their own', async () => {
    const { clock, pace, job } = openJob();
    const turns = await fill(job, clock);
    const eleventh = await turnOf(pace.openJob({ guildId: 'guild', resumed: false }), 'http://more.example/');
    const order: string[] = [];
    const beginLater = async (): Promise<void> => {
      await begin(eleventh);
      order.push('begun');
    };
    const beginning = beginLater();
    await fill(pace.openJob({ guildId: 'another', resumed: false }), clock);
    order.push('one has ended');
    turns[0]?.end(null);
    await beginning;
    expect(order).toEqual(['one has ended', 'begun']);
  });

  it('are waited for no longer once the job has to stop', async () => {
    const { clock, pace, job } = openJob();
    await fill(job, clock);
    const other = await turnOf(pace.openJob({ guildId: 'guild', resumed: false }), 'http://more.example/');
    const abort = new AbortController();
    const beginning = other.tryBegin(abort.signal);
    abort.abort();
    expect(await beginning).toEqual({ ms: 0, why: 'pace' });
  });

  it('are all given back when their job closes, however it was left', async () => {
    const { clock, pace, job } = openJob();
    const other = pace.openJob({ guildId: 'guild', resumed: false });
    await fill(job, clock);
    job.close();
    await fill(other, clock);
  });
});

describe('requests a minute of one domain', () => {
  const urls = [
    'http://a.example.co.uk/',
    'http://b.example.co.uk/',
    'https://example.co.uk/',
    'http://b.example.co.uk:8080/',
  ];

  it('are two hundred at most, over all jobs and guilds', async () => {
    const { clock, pace } = openJob();
    const lanes = urls.flatMap((url) =>
      ['one', 'two'].map(async (guildId) => {
        const job = pace.openJob({ guildId, resumed: false });
        const sent: number[] = [];
        while (sent.length < 30) sent.push(await request(job, clock, url));
        return sent;
      }),
    );
    const sent = (await Promise.all(lanes)).flat().toSorted((a, b) => a - b);
    expect(sent).toHaveLength(240);
    const within = sent.map((from) => sent.filter((at) => at >= from && at < from + 60_000).length);
    expect(Math.max(...within)).toBe(REQUESTS_PER_MINUTE_PER_DOMAIN);
  });

  it('count from when the server can have seen them last', async () => {
    const { clock, pace, job } = openJob();
    await request(job, clock, urls[0] ?? '', (now) => {
      clock.advance(10_000);
      return { sentAt: now, headAt: now + 10_000 };
    });
    const url = new URL(urls[1] ?? '');
    for (let n = 1; n < REQUESTS_PER_MINUTE_PER_DOMAIN; n += 1) expect(pace.admitLinkCheck(url)).toBe(true);
    clock.advance(59_000);
    expect(pace.admitLinkCheck(url)).toBe(false);
    clock.advance(1011);
    expect(pace.admitLinkCheck(url)).toBe(true);
  });

  it('are not used up by a request that was never sent', async () => {
    const { pace, job } = openJob();
    const turn = await turnOf(job, urls[0] ?? '');
    expect(await begin(turn)).toBeNull();
    turn.end(null);
    const admitted = Array.from({ length: 201 }, () => pace.admitLinkCheck(new URL(urls[1] ?? '')));
    expect(admitted.indexOf(false)).toBe(200);
  });

  it('let a link check through or refuse it, and never delay it', async () => {
    const { clock, pace, job } = openJob();
    const [url = ''] = urls;
    for (let n = 0; n < REQUESTS_PER_MINUTE_PER_DOMAIN; n += 1) expect(pace.admitLinkCheck(new URL(url))).toBe(true);
    expect(pace.admitLinkCheck(new URL('http://b.example.co.uk/'))).toBe(false);
    expect(pace.admitLinkCheck(new URL('http://elsewhere.co.uk/'))).toBe(true);
    // Pages wait for what link checks have used up.
    expect(await waitFor(job, url)).toEqual({ ms: 60_010, why: 'pace' });
    clock.advance(60_010);
    expect(pace.admitLinkCheck(new URL(url))).toBe(true);
  });

  it('are counted apart for the ports of an address and for users of a hosting service', () => {
    const { pace } = openJob();
    const admitted = (url: string) =>
      Array.from({ length: 201 }, () => pace.admitLinkCheck(new URL(url))).indexOf(false);
    expect(admitted('http://127.0.0.1:8080/')).toBe(200);
    expect(admitted('http://127.0.0.1:8443/')).toBe(200);
    expect(admitted('http://one.github.io/')).toBe(200);
    expect(admitted('http://two.github.io/')).toBe(200);
  });
});
