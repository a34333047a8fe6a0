import { describe, expect, it } from 'vitest';
import { addressKey, normaliseAddress } from '../../src/links/address-key.ts';
import { CHECKS_PER_MINUTE, createLinkCheck } from '../../src/links/check.ts';
import { createVerdictMemory } from '../../src/links/memory.ts';
import type { Probed } from '../../src/links/probe.ts';
import { gif, none, unknown } from '../../src/links/verdict.ts';
import type { KnowledgeStore } from '../../src/knowledge/store.ts';
import { openSqliteStore } from '../../src/knowledge/sqlite/open.ts';
import { projectRoot } from '../../src/app/root.ts';
import { afterTest, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';

const seen = (judgement = gif('a GIF')): Probed => ({ judgement, bytesRead: 100, trust: 'seen' });
const asker = { guildId: 'g', memberId: 'm' };
const HOUR = 3_600_000;

async function openStore(dataDir = tempDir()): Promise<KnowledgeStore> {
  const opened = await openSqliteStore({ dataDir, migrationsDir: `${projectRoot()}/migrations` });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

/** A check whose looks are counted, and bring what they are told to. */
async function checking(brings: (url: URL) => Promise<Probed> = async () => seen(), dataDir = tempDir()) {
  const store = await openStore(dataDir);
  const clock = createFakeClock();
  const looks: string[] = [];
  const memory = createVerdictMemory(store.linkVerdicts, clock);
  const probe = (url: URL): Promise<Probed> => {
    looks.push(url.href);
    return brings(url);
  };
  const check = createLinkCheck({ memory, probe, clock });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await store.close();
    closed = true;
  };
  afterTest(close);
  return { clock, looks, memory, close, check: (url: string, who = asker) => check(new URL(url), who) };
}

describe('what is remembered of links', () => {
  it('saves every further look for a day, and not longer', async () => {
    const { check, looks, clock } = await checking();
    expect(await check('https://a.example/x')).toMatchObject({ layer: 'bytes', fromMemory: false, bytesRead: 100 });
    clock.advance(24 * HOUR - 1);
    const again = await check('https://a.example/x#part', { guildId: 'other', memberId: 'n' });
    expect(again).toMatchObject({ layer: 'memory', fromMemory: true, bytesRead: 0, judgement: { verdict: 'gif' } });
    clock.advance(1);
    expect(await check('https://a.example/x')).toMatchObject({ layer: 'bytes' });
    expect(looks).toHaveLength(2);
  });

  it('is still there after a restart', async () => {
    const dataDir = tempDir();
    const first = await checking(undefined, dataDir);
    await first.check('https://a.example/x');
    await first.close();
    const second = await checking(undefined, dataDir);
    expect(await second.check('https://a.example/x')).toMatchObject({ fromMemory: true });
    expect(second.looks).toEqual([]);
  });

  it('is one look for a hundred who ask at once', async () => {
    let arrive = (_: Probed): void => {};
    const { check, looks } = await checking(() => new Promise((resolve) => (arrive = resolve)));
    const asked = Array.from({ length: 100 }, (_, n) =>
      check('https://a.example/x', { guildId: 'g', memberId: `m${n}` }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    arrive(seen());
    const answers = await Promise.all(asked);
    expect(looks).toHaveLength(1);
    expect(new Set(answers.map(({ judgement }) => judgement.verdict))).toEqual(new Set(['gif']));
    expect(answers.map(({ layer }) => layer).filter((layer) => layer === 'bytes')).toHaveLength(1);
    // One was counted: the host has room for all its others.
    for (let n = 1; n < CHECKS_PER_MINUTE.host; n += 1)
      void check(`https://a.example/${n}`, { guildId: 'g', memberId: `n${n}` });
    await new Promise((resolve) => setImmediate(resolve));
    expect(looks).toHaveLength(CHECKS_PER_MINUTE.host);
  });

  it('forgets failures within minutes, and what was not asked at once', async () => {
    let trust: Probed['trust'] = 'failed';
    const { check, looks, clock } = await checking(async () => ({ judgement: unknown('x'), bytesRead: 0, trust }));
    await check('https://a.example/x');
    clock.advance(4 * 60_000);
    expect(await check('https://a.example/x')).toMatchObject({ fromMemory: true });
    clock.advance(60_000);
    trust = 'not-asked';
    expect(await check('https://a.example/x')).toMatchObject({ fromMemory: false });
    expect(await check('https://a.example/x')).toMatchObject({ fromMemory: false });
    expect(looks).toHaveLength(3);
  });

  it('gives way to what Discord shows, also while a look is under way', async () => {
    let arrive = (_: Probed): void => {};
    const { check, memory } = await checking(() => new Promise((resolve) => (arrive = resolve)));
    const url = new URL('https://a.example/x');
    const looking = check(url.href);
    await new Promise((resolve) => setImmediate(resolve));
    await memory.correct(url, gif('Discord shows it'));
    arrive(seen(none('a page')));
    await looking;
    expect(await check(url.href)).toMatchObject({ fromMemory: true, judgement: { verdict: 'gif' } });
  });

  it('is at most 100,000 verdicts: those that expire first go', async () => {
    const { prepareLinkVerdicts } = await import('../../src/knowledge/sqlite/link-verdicts.ts');
    const { default: Database } = await import('better-sqlite3');
    const { readFileSync } = await import('node:fs');
    const db = new Database(':memory:');
    db.exec(readFileSync(`${projectRoot()}/migrations/instance/0003-link-verdicts.sql`, 'utf8'));
    const verdicts = prepareLinkVerdicts(db, 1000);
    const now = new Date(0);
    for (let n = 0; n < 3000; n += 1) await verdicts.set(`k${n}`, none('x'), now, new Date(1000 + n));
    expect(db.prepare('SELECT count(*) FROM link_verdicts').pluck().get()).toBeLessThanOrEqual(1000);
    expect(await verdicts.get('k2999', now)).toEqual(none('x'));
    expect(await verdicts.get('k0', now)).toBeNull();
    db.close();
  });
});

describe('the address a verdict is remembered under', () => {
  it.each([
    [
      'https://cdn.discordapp.com/attachments/1/2/a.png?ex=1&is=2&hm=3',
      'https://cdn.discordapp.com/attachments/1/2/a.png?ex=9&is=8&hm=7',
    ],
    ['https://youtu.be/AAAAAAAAAAA?si=xyz', 'https://youtu.be/AAAAAAAAAAA'],
    ['https://www.tiktok.com/@a/video/1?is_from_webapp=1&sender_device=pc', 'https://www.tiktok.com/@a/video/1'],
    ['https://x.com/a/status/1?s=20&t=abc', 'https://x.com/a/status/1'],
    ['HTTPS://A.Example:443/x#top', 'https://a.example/x'],
    ['https://imgur.com/a/1?utm_source=share', 'https://imgur.com/a/1'],
  ])('is the same for %s', (one, other) => {
    expect(normaliseAddress(new URL(one))).toBe(normaliseAddress(new URL(other)));
  });

  it.each([
    ['https://a.example/x?si=1', 'https://a.example/x'],
    ['https://www.youtube.com/watch?v=A', 'https://www.youtube.com/watch?v=B'],
    [
      'https://media.discordapp.net/attachments/1/2/a.png?format=webp',
      'https://media.discordapp.net/attachments/1/2/a.png',
    ],
    ['https://a.example/X', 'https://a.example/x'],
  ])('differs for %s', (one, other) => {
    expect(normaliseAddress(new URL(one))).not.toBe(normaliseAddress(new URL(other)));
  });

  it('is kept as a hash, which says nothing', () => {
    expect(addressKey(new URL('https://a.example/secret'))).toMatch(/^[\w-]{43}$/);
  });
});

describe('limits', () => {
  it('are counted by member, and leave what is known alone', async () => {
    const { check, clock, looks } = await checking();
    for (let n = 0; n < CHECKS_PER_MINUTE.member; n += 1) await check(`https://a${n}.example/`);
    const above = await check('https://more.example/');
    expect(above).toMatchObject({
      layer: 'limit',
      judgement: { verdict: 'unknown', why: expect.stringMatching(/member/) },
    });
    expect(await check('https://a1.example/')).toMatchObject({ layer: 'memory' });
    expect(await check('https://youtu.be/AAAAAAAAAAA')).toMatchObject({ layer: 'host' });
    expect(await check('https://more.example/', { guildId: 'g', memberId: 'other' })).toMatchObject({ layer: 'bytes' });
    clock.advance(60_000);
    expect(await check('https://later.example/')).toMatchObject({ layer: 'bytes' });
    expect(looks).toHaveLength(CHECKS_PER_MINUTE.member + 2);
  });

  it.each([
    ['host', (n: number) => [`https://a.example/${n}`, `g${n}`]],
    ['guild', (n: number) => [`https://a${n}.example/`, 'g']],
  ] as const)('are counted by %s too', async (limit, nth) => {
    const { check } = await checking();
    for (let n = 0; n <= CHECKS_PER_MINUTE[limit]; n += 1) {
      const [url, guildId] = nth(n);
      const { layer } = await check(url ?? '', { guildId: guildId ?? '', memberId: `m${n}` });
      expect(layer).toBe(n < CHECKS_PER_MINUTE[limit] ? 'bytes' : 'limit');
    }
  });
});
