import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp } from '../../../src/knowledge/sqlite/backup.ts';
import { restoreBackup, type Restored } from '../../../src/knowledge/sqlite/restore.ts';
import type { GuildKnowledge, KnowledgeStore } from '../../../src/knowledge/store.ts';
import { LATER, NOON, guildOf } from '../samples.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { MIGRATIONS, openStore } from './open-for-tests.ts';
import { allBytes } from './snapshot.ts';

const AFTER = new Date(LATER.getTime() + 3_600_000);

function ask(guild: GuildKnowledge, asker: string, question: string, askedAt = NOON): Promise<number> {
  const rest = { channel: null, key: question, audience: '', parent: null, by: 'quotes', citations: [] } as const;
  return guild.keepQuestion({ ...rest, asker, question, askedAt, answer: `> ${question}`, translation: null });
}

/** A guild in which members 7 and 8 asked, rated and taught, and the backup made of it then. */
async function backedUp(): Promise<{ dataDir: string; backup: string }> {
  const dataDir = temporaryDirectory();
  await using(dataDir, async (store) => {
    const guild = await guildOf(store, 'one');
    await ask(guild, '7', 'fafnirxq');
    await guild.rate(await ask(guild, '8', 'ratatoskrxq'), '7', true, NOON);
    await guild.teach({ question: 'why', answer: 'so', taughtBy: '7', taughtAt: NOON, boundTo: null });
    await ask(await guildOf(store, 'two'), '7', 'nidhoggxq');
    await store.notes.set('press:one:k', `${NOON.toISOString()} again:knowledge search:7:query=hatixq`);
  });
  const backup = join(temporaryDirectory(), 'backup');
  await backUp(dataDir, backup, NOON);
  return { dataDir, backup };
}

async function using(dataDir: string, work: (store: KnowledgeStore) => Promise<void>): Promise<void> {
  const store = await openStore(dataDir);
  await work(store);
  await store.close();
}

function restore(directory: string, dataDir: string): Promise<Restored> {
  return restoreBackup({ directory, dataDir, replace: true, migrationsDir: MIGRATIONS });
}

it('what a member had deleted is not brought back by an older backup, bytes included; what others asked is', async () => {
  const { dataDir, backup } = await backedUp();
  await using(dataDir, async (store) => void (await (await guildOf(store, 'one')).forgetMember('7', LATER)));
  expect(allBytes(dataDir)).not.toContain('fafnirxq');
  expect(await restore(backup, dataDir)).toMatchObject({ ok: true, knewForgotten: true });
  expect(allBytes(dataDir)).not.toMatch(/fafnirxq|hatixq/);
  await using(dataDir, async (store) => {
    const guild = await guildOf(store, 'one');
    expect(await guild.keptOf('7')).toEqual({ questions: [], ratings: 0, lessons: 0 });
    expect((await guild.keptOf('8')).questions).toMatchObject([{ question: 'ratatoskrxq', good: 0 }]);
    expect(await guild.taught()).toMatchObject([{ answer: 'so', taughtBy: '' }]);
    expect((await (await guildOf(store, 'two')).keptOf('7')).questions).toHaveLength(1);
  });
});

it('nor by the same backup put back once more, after a kill or a later one', async () => {
  const { dataDir, backup } = await backedUp();
  await using(dataDir, async (store) => void (await (await guildOf(store, 'one')).forgetMember('7', LATER)));
  await restore(backup, dataDir);
  await restore(backup, dataDir);
  expect(allBytes(dataDir)).not.toContain('fafnirxq');
});

it('nor by a backup that is older than any question kept: a lesson has its name for ever', async () => {
  const { dataDir, backup } = await backedUp();
  await using(dataDir, async (store) => {
    const guild = await guildOf(store, 'one');
    await guild.forgetMember('7', LATER);
    await guild.forgetMember('8', new Date(LATER.getTime() + 400 * 86_400_000));
  });
  await restore(backup, dataDir);
  await using(dataDir, async (store) => {
    expect(await (await guildOf(store, 'one')).taught()).toMatchObject([{ answer: 'so', taughtBy: '' }]);
  });
});

it('what the member asked later is the member’s again, and comes back', async () => {
  const { dataDir } = await backedUp();
  await using(dataDir, async (store) => {
    const guild = await guildOf(store, 'one');
    await guild.forgetMember('7', LATER);
    await ask(guild, '7', 'sleipnirxq', AFTER);
  });
  const backup = join(temporaryDirectory(), 'later');
  await backUp(dataDir, backup, AFTER);
  await restore(backup, dataDir);
  await using(dataDir, async (store) => {
    const { questions } = await (await guildOf(store, 'one')).keptOf('7');
    expect(questions.map(({ question }) => question)).toEqual(['sleipnirxq']);
  });
});

it('a new folder knows of nobody who was forgotten, and the restore says so', async () => {
  const { dataDir, backup } = await backedUp();
  await using(dataDir, async (store) => void (await (await guildOf(store, 'one')).forgetMember('7', LATER)));
  expect(await restore(backup, join(temporaryDirectory(), 'new'))).toMatchObject({ ok: true, knewForgotten: false });
  rmSync(join(dataDir, 'heimdall.sqlite'));
  expect(await restore(backup, dataDir)).toMatchObject({ ok: true, knewForgotten: false });
});

it('nobody is named by what is remembered of him', async () => {
  const { dataDir } = await backedUp();
  const member = '123456789012345678';
  await using(dataDir, async (store) => {
    const guild = await guildOf(store, 'one');
    await ask(guild, member, 'garmxq');
    await guild.forgetMember(member, LATER);
  });
  expect(allBytes(dataDir)).not.toContain(member);
});

it('what is erased of the notes has left the disk while the program still runs', async () => {
  const dataDir = temporaryDirectory();
  await using(dataDir, async (store) => {
    await store.notes.set('press:one:k', 'again:knowledge search:7:query=hatixq');
    await store.notes.set('press:one:l', 'again:knowledge search:8:query=sleipnirxq');
    await store.notes.erase(['press:one:k']);
    expect(allBytes(dataDir)).not.toContain('hatixq');
    expect(await store.notes.under('press:')).toHaveLength(1);
  });
});
