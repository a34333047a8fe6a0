import { describe, expect, it } from 'vitest';
import { digestView } from '../../src/app/digest-view.ts';
import { digestOf, isDigestDue } from '../../src/jobs/digest.ts';
import { isDue, nextRun } from '../../src/jobs/next-run.ts';
import { absentSince, judgeSize } from '../../src/jobs/sitemap-diff.ts';
import { backOffUntil, DAY_MS, dueSlot, lastSlot, slotOf, WEEK_MS } from '../../src/jobs/weekly.ts';
import type { Change } from '../../src/knowledge/freshness.ts';
import { isTrusted, lastmodEvidence, withEvidence, type LastmodRecord } from '../../src/knowledge/lastmod-trust.ts';

const at = (text: string) => new Date(text);
const never = { checkedFor: null, refusals: 0, notBefore: null };

describe('the weekly moment of a host', () => {
  it('is the same every week and in every guild, and spread over the week', () => {
    const hosts = Array.from({ length: 2000 }, (_, n) => `host-${n}.example`);
    const days = new Map<number, number>();
    for (const host of hosts) {
      const day = Math.floor(slotOf(host) / 1440);
      days.set(day, (days.get(day) ?? 0) + 1);
      const slot = lastSlot(host, at('2026-03-29T12:00:00Z'));
      expect(lastSlot(host, slot)).toEqual(slot);
      expect(lastSlot(host, new Date(slot.getTime() + WEEK_MS)).getTime() - slot.getTime()).toBe(WEEK_MS);
      expect(lastSlot(host, new Date(slot.getTime() - 1)).getTime() - slot.getTime()).toBe(-WEEK_MS);
    }
    expect(Math.min(...days.values())).toBeGreaterThan(200);
    expect(days.size).toBe(7);
  });

  it('is due once after a month asleep, and again a week later', () => {
    const host = 'docs.example.org';
    const now = at('2026-05-01T09:00:00Z');
    const slot = dueSlot({ host, ...never, checkedFor: at('2026-03-20T00:00:00Z') }, now);
    expect(slot).toEqual(lastSlot(host, now));
    const done = { host, ...never, checkedFor: slot };
    expect(dueSlot(done, now)).toBeNull();
    expect(dueSlot(done, new Date((slot?.getTime() ?? 0) + WEEK_MS - 1))).toBeNull();
    expect(dueSlot(done, new Date((slot?.getTime() ?? 0) + WEEK_MS))).not.toBeNull();
  });

  it('survives a clock that was far ahead and was put right', () => {
    const ahead = {
      host: 'a.example',
      ...never,
      checkedFor: at('2031-01-01T00:00:00Z'),
      notBefore: at('2031-02-01T00:00:00Z'),
    };
    expect(dueSlot(ahead, at('2026-03-01T00:00:00Z'))).not.toBeNull();
  });

  it('comes 1, 2, 4 and 8 weeks after a check that the host refused', () => {
    const slot = at('2026-03-02T00:00:00Z');
    const weeks = [1, 2, 3, 4, 5, 6].map((times) => (backOffUntil(slot, times).getTime() - slot.getTime()) / WEEK_MS);
    expect(weeks).toEqual([1, 2, 4, 8, 8, 8]);
  });
});

describe('the next run', () => {
  it('of a sync is at 06:00 UTC, whatever daylight saving does', () => {
    const days = ['2026-03-28T06:00:00Z', '2026-03-29T06:00:05Z', '2026-10-24T06:00:00Z', '2026-10-25T06:00:00Z'];
    for (const day of days) {
      const next = nextRun('sitemap', 'a.example', at(day));
      expect(next?.toISOString().slice(11)).toBe('06:00:00.000Z');
      expect((next?.getTime() ?? 0) - at(day).getTime()).toBeGreaterThan(DAY_MS - 10_000);
    }
    // Made up late at night, it stands for the next morning too.
    expect(nextRun('sitemap', 'a.example', at('2026-03-28T04:00:00Z'))).toEqual(at('2026-03-29T06:00:00Z'));
    expect(nextRun('sitemap', 'a.example', at('2026-03-28T20:00:00Z'))).toEqual(at('2026-03-29T06:00:00Z'));
  });

  it('of a look at a site is about a week later, a day before its weekly check', () => {
    for (let day = 0; day < 30; day += 1) {
      const now = new Date(at('2026-03-01T11:00:00Z').getTime() + day * DAY_MS);
      const next = nextRun('weekly', 'a.example', now)?.getTime() ?? 0;
      expect(next - now.getTime()).toBeGreaterThan(WEEK_MS / 2);
      expect(next - now.getTime()).toBeLessThanOrEqual(1.5 * WEEK_MS);
      expect((next + DAY_MS - lastSlot('a.example', now).getTime()) % WEEK_MS).toBe(0);
    }
    expect(nextRun('off', 'a.example', at('2026-03-01T00:00:00Z'))).toBeNull();
  });

  it('is due when its time has come, and when it lies where no clock that is right puts it', () => {
    const now = at('2026-03-01T06:00:00Z');
    expect(isDue('sitemap', now, now)).toBe(true);
    expect(isDue('sitemap', at('2026-03-02T06:00:00Z'), now)).toBe(false);
    expect(isDue('sitemap', at('2031-01-01T06:00:00Z'), now)).toBe(true);
    expect(isDue('off', now, now)).toBe(false);
  });
});

describe('the trust in lastmod', () => {
  const after = (evidence: readonly (keyof LastmodRecord)[]) =>
    evidence.reduce<LastmodRecord>((record, one) => withEvidence(record, one), { right: 0, wrong: 0 });

  it('learns from what the pages said', () => {
    const [old, now] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(lastmodEvidence(old, now, true)).toBe('right');
    expect(lastmodEvidence(old, now, false)).toBe('wrong');
    expect(lastmodEvidence(old, old, true)).toBe('wrong');
    expect(lastmodEvidence(old, old, false)).toBeNull();
  });

  it('is lost by dates that are always now, and won back by honest ones', () => {
    expect(isTrusted(after([]))).toBe(true);
    expect(isTrusted(after(['wrong', 'wrong']))).toBe(true);
    expect(isTrusted(after(['wrong', 'wrong', 'wrong']))).toBe(false);
    const mended = after([
      ...Array.from({ length: 200 }, () => 'wrong' as const),
      ...Array.from({ length: 40 }, () => 'right' as const),
    ]);
    expect(isTrusted(mended)).toBe(true);
    expect(mended.right + mended.wrong).toBeLessThanOrEqual(41);
  });
});

describe('the size of a sitemap', () => {
  it('is not believed when it suddenly halves, until it has stayed so for 30 days; an empty one never is', () => {
    const now = at('2026-03-01T06:00:00Z');
    expect(judgeSize(60, 100, null, now)).toBe('usual');
    expect(judgeSize(49, 100, null, now)).toBe('shrunk');
    expect(judgeSize(49, 100, at('2026-02-20T06:00:00Z'), now)).toBe('shrunk');
    expect(judgeSize(49, 100, at('2026-01-20T06:00:00Z'), now)).toBe('settled');
    expect(judgeSize(0, 100, at('2025-01-20T06:00:00Z'), now)).toBe('shrunk');
    expect(judgeSize(5, null, null, now)).toBe('usual');
    expect(absentSince(null, now)).toBeNull();
  });
});

describe('the digest', () => {
  const change = (id: number, kind: Change['kind'], url: string): Change => ({
    id,
    kind,
    url,
    at: at('2026-03-01T00:00:00Z'),
    title: '',
    note: null,
    holds: true,
  });

  it('is silent when nothing changed, and tells of each page once', () => {
    expect(digestOf([])).toBeNull();
    const digest = digestOf([
      change(1, 'new', 'a'),
      change(2, 'changed', 'a'),
      change(3, 'missing', 'b'),
      change(4, 'gone', 'b'),
    ]);
    expect(digest?.counts).toMatchObject({ new: 1, changed: 0, missing: 0, gone: 1 });
    expect(digest?.changes).toHaveLength(2);
  });

  it('tells of a page that moved once, whichever job met its new address first', () => {
    const moved = { ...change(2, 'moved', 'a'), note: 'b' };
    for (const changes of [
      [change(1, 'new', 'b'), moved],
      [moved, change(3, 'new', 'b')],
    ])
      expect(digestOf(changes)).toMatchObject({ counts: { new: 0, moved: 1 }, changes: [{ url: 'a' }] });
    expect(digestOf([change(1, 'changed', 'b'), moved])).toMatchObject({ counts: { changed: 1, moved: 1 } });
  });

  it('tells of a page that moved on, or back, by where it is now', () => {
    const moved = (id: number, from: string, to: string, holds: boolean) => ({
      ...change(id, 'moved', from),
      note: to,
      holds,
    });
    const told = digestOf([moved(1, 'a', 'b', false), moved(2, 'b', 'c', true), moved(3, 'x', 'y', true)]);
    expect(told?.changes.map(({ url, note }) => [url, note])).toEqual([
      ['a', 'c'],
      ['x', 'y'],
    ]);
    expect(digestOf([moved(1, 'a', 'b', false), moved(2, 'b', 'a', true)])).toBeNull();
    const back = digestOf([moved(1, 'a', 'b', true), moved(2, 'b', 'a', true), moved(3, 'x', 'b', true)]);
    const into = digestOf([moved(1, 'a', 'c', true), moved(2, 'b', 'c', true), change(3, 'new', 'z')]);
    expect(into?.changes.map(({ url }) => url)).toEqual(['a', 'b', 'z']);
    expect(back?.changes.map(({ url, note }) => [url, note])).toEqual([['x', 'b']]);
  });

  it('says in words why a page could not be read', () => {
    const note = (text: string) => ({ ...change(1, 'failing', `https://a.example/${text}`), note: text });
    const digest = digestOf(['http-503', 'login-wall', 'timeout'].map(note));
    if (digest === null) throw new Error('nothing to tell');
    expect(digestView(digest).items?.[0]?.lines).toEqual([
      'https://a.example/http-503 (answered 503)',
      'https://a.example/login-wall (shows only a login form)',
      'https://a.example/timeout (timeout)',
    ]);
  });

  it('tells of many pages of a host that came to the same in one line, and counts all', () => {
    const pages = (kind: Change['kind'], host: string, count: number, note: string | null) =>
      Array.from({ length: count }, (_, n) => ({ ...change(n, kind, `https://${host}/${kind}/${n}`), note }));
    const digest = digestOf([
      ...pages('disallowed', 'closed.example', 40, null),
      ...pages('failing', 'out.example', 30, 'http-503'),
      ...pages('failing', 'one.example', 1, 'http-503'),
      ...pages('new', 'new.example', 12, null),
    ]);
    if (digest === null) throw new Error('nothing to tell');
    const view = digestView(digest);
    expect(view.items?.map(({ title }) => title.replace(/;.*/, ''))).toEqual([
      '12 pages new',
      '40 pages newly disallowed by robots.txt',
      '31 pages gave no readable answer',
    ]);
    expect(view.items?.[0]?.lines?.at(-1)).toBe('and 2 more');
    expect(view.items?.slice(1).map(({ lines }) => lines)).toEqual([
      ['closed.example: 40 pages'],
      ['out.example: 30 pages (answered 503)', 'https://one.example/failing/0 (answered 503)'],
    ]);
    expect(view.text).toBeUndefined();
    expect(digestView(digest, true).text).toEqual(['More happened than one digest tells; the rest is told next week.']);
  });

  it('is due once a week from Monday 07:00 UTC on, and once after a long stop', () => {
    expect(isDigestDue(at('2026-03-02T07:00:00Z'), at('2026-03-09T06:59:00Z'))).toBe(false);
    expect(isDigestDue(at('2026-03-02T07:00:00Z'), at('2026-03-09T07:00:00Z'))).toBe(true);
    expect(isDigestDue(at('2026-01-02T07:00:00Z'), at('2026-03-12T07:00:00Z'))).toBe(true);
    expect(isDigestDue(at('2026-03-12T07:00:00Z'), at('2026-03-12T08:00:00Z'))).toBe(false);
    // Told by a clock that was ahead.
    expect(isDigestDue(at('2026-09-12T07:00:00Z'), at('2026-03-12T08:00:00Z'))).toBe(true);
  });
});
