import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { eraseTime } from '../../../src/knowledge/removal.ts';
import type { GuildKnowledge } from '../../../src/knowledge/store.ts';
import { NOON, crawled, guildOf, pageOf, passage, startCrawl, toSave, visit } from '../samples.ts';
import { openStore } from './open-for-tests.ts';
import { allBytes } from './snapshot.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const SECRET = 'The password of the treasury is Draupnirxq.';
const WORD = /draupnirxq/i;

function secretPage(url: string, passages = 12): ReturnType<typeof pageOf> {
  const text = (index: number): string => `${SECRET} Variant zqsecret${index} of it.`;
  return pageOf(
    url,
    `Draupnirxq ${url}`,
    Array.from({ length: passages }, (_, index) => passage(text(index), 'Draupnirxq')),
  );
}

const OTHER = pageOf('https://docs.example/other', 'Other', [passage('Nothing hidden here.')]);

async function withSecret(guild: GuildKnowledge): Promise<{ sourceId: number; pageId: number; jobId: number }> {
  await crawled(guild, OTHER);
  const { sourceId, job } = await startCrawl(guild, 'https://secret.example/');
  const { pageId = 0 } = await visit(guild, job.id, toSave(sourceId, secretPage('https://secret.example/')));
  return { sourceId, pageId, jobId: job.id };
}

describe('erasure takes the bytes from the disk', () => {
  it.each(['source', 'page', 'removed page', 'removed source', 'page that is gone', 'guild'])(
    'of a %s',
    async (what) => {
      const directory = temporaryDirectory();
      const store = await openStore(directory);
      const guild = await guildOf(store);
      const { sourceId, pageId, jobId } = await withSecret(guild);
      expect(allBytes(directory)).toMatch(WORD);

      if (what === 'source') await guild.eraseSource(sourceId);
      if (what === 'page') await guild.erasePage(pageId);
      if (what === 'removed page') {
        await guild.removePage(pageId, 'admin', NOON);
        expect(allBytes(directory)).toContain(SECRET);
        await guild.expireRemoved(eraseTime('admin', NOON));
      }
      if (what === 'removed source') {
        await guild.removeSource(sourceId, NOON);
        expect(allBytes(directory)).toContain(SECRET);
        await guild.expireRemoved(eraseTime('source', NOON));
      }
      if (what === 'guild') await store.deleteGuild('local');
      if (what === 'page that is gone') {
        const ending = { kind: 'remove', pageId, sourceId, why: 'gone', at: NOON, note: 'gone' } as const;
        await guild.recordVisit(jobId, { url: 'https://secret.example/', ending, met: [], spentMs: 0 });
        await guild.finishJob(jobId, { at: NOON, end: 'done', leftReason: 'cancelled', spentMs: 0 });
        await guild.expireRemoved(eraseTime('gone', NOON));
      }
      const bytes = allBytes(directory);
      expect(bytes).not.toContain(SECRET);
      expect(bytes).not.toMatch(WORD);
      expect(bytes).not.toContain('zqsecret');
      await store.close();
      expect(allBytes(directory)).not.toMatch(WORD);
    },
  );

  it('of every word, also where SQLite moved rows to balance its pages', async () => {
    const directory = temporaryDirectory();
    const store = await openStore(directory);
    const guild = await guildOf(store);
    const word = (kind: string, number: number): string =>
      `${((number * 7_919) % 99_991).toString(36)}${kind}${number}`;
    const pages = (kind: string): ReturnType<typeof pageOf>[] =>
      Array.from({ length: 20 }, (_, page) => {
        const text = (index: number): string =>
          Array.from({ length: 40 }, (_, each) => word(kind, page * 400 + index * 40 + each)).join(' ');
        return pageOf(
          `https://${kind}.example/${page}`,
          'Words',
          Array.from({ length: 10 }, (_, index) => passage(text(index))),
        );
      });
    const keeping = await startCrawl(guild, 'https://kept.example/');
    const leaving = await startCrawl(guild, 'https://gone.example/');
    const gone = pages('xgone');
    for (const [index, page] of pages('xkept').entries()) {
      await visit(guild, keeping.job.id, toSave(keeping.sourceId, page));
      const other = gone[index];
      if (other !== undefined) await visit(guild, leaving.job.id, toSave(leaving.sourceId, other));
    }
    await guild.eraseSource(leaving.sourceId);
    const bytes = allBytes(directory);
    expect(bytes.match(/xgone\d/g)).toBeNull();
    expect(bytes.match(/xkept\d/g)).not.toBeNull();
    await store.close();
  });

  it('also from a copy made before a migration, and only from that guild’s', async () => {
    const directory = temporaryDirectory();
    const store = await openStore(directory);
    const guild = await guildOf(store);
    const { sourceId } = await withSecret(guild);
    mkdirSync(join(directory, 'backups'));
    for (const id of ['local', 'local-2'])
      writeFileSync(join(directory, 'backups', `${id}-before-0002.sqlite`), 'copy');
    await guild.eraseSource(sourceId + 1);
    expect(readdirSync(join(directory, 'backups'))).toHaveLength(2);
    await guild.eraseSource(sourceId);
    expect(readdirSync(join(directory, 'backups'))).toEqual(['local-2-before-0002.sqlite']);
    await store.close();
  });
});

it('lets others work while a large source is removed', async () => {
  const store = await openStore(temporaryDirectory());
  const guild = await guildOf(store);
  const sourceId = await crawled(
    guild,
    secretPage('https://docs.example/a', 40),
    secretPage('https://docs.example/b', 40),
  );
  const ended = new AbortController();
  const removal = guild.eraseSource(sourceId).finally(() => ended.abort());
  let turns = 0;
  for (; !ended.signal.aborted; turns++) await tick();
  expect(await removal).toBe(2);
  // 80 passages in slices of at most 10, and the indexes rewritten in between.
  expect(turns).toBeGreaterThanOrEqual(10);
  await store.close();
});

it('goes on with an erasure that a kill interrupted when the guild is opened next', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const guild = await guildOf(store);
  const { sourceId } = await withSecret(guild);
  await guild.finishJob(1, { at: NOON, end: 'done', leftReason: 'cancelled', spentMs: 0 });
  await store.close();
  // As after a kill between the decision and the slices, with one page taken out half.
  const db = new Database(join(directory, 'guilds', 'local.sqlite'));
  db.exec('UPDATE erasures SET pending = 1');
  db.prepare('UPDATE sources SET leaving = 1 WHERE id = ?').run(sourceId);
  db.exec("UPDATE passages SET page_id = NULL WHERE text LIKE '%Variant zqsecret1%'");
  db.close();

  const again = await openStore(directory);
  const reopened = await guildOf(again);
  expect((await reopened.sources()).map((source) => source.id)).not.toContain(sourceId);
  expect(await reopened.search('draupnirxq', 5)).toEqual([]);
  expect(await reopened.countPages()).toBe(1);
  expect(allBytes(directory)).not.toMatch(WORD);
  await again.close();
});

it('indexes what a kill left unindexed when the guild is opened next', async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await crawled(await guildOf(store), OTHER);
  await store.close();
  const db = new Database(join(directory, 'guilds', 'local.sqlite'));
  db.exec(`INSERT INTO passages (page_id, ordinal, headings, text)
           VALUES (1, 1, '[]', 'Sleipnir waits.')`);
  db.close();
  const again = await openStore(directory);
  expect(await (await guildOf(again)).search('sleipnir', 5)).toHaveLength(1);
  await again.close();
});
