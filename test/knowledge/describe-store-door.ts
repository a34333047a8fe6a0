import { expect, it } from 'vitest';
import { StoreError } from '../../src/knowledge/store.ts';
import type { OpenStore } from './describe-store.ts';
import { NOON, crawled, guildOf, pageOf, passage, siteAt, startCrawl } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export function describeStoreDoor(open: OpenStore): void {
  it('keeps what one guild knows from every other', async () => {
    const store = await open(temporaryDirectory());
    const [one, other] = [await guildOf(store, 'one'), await guildOf(store, 'other')];
    await crawled(one, pageOf('https://docs.example/', 'Gjallarhorn', [passage('The gjallarhorn sounds at dawn.')]));
    expect(await other.sources()).toEqual([]);
    expect(await other.countPages()).toBe(0);
    expect(await other.pageAt('https://docs.example/')).toBeNull();
    expect(await other.search('gjallarhorn', 10)).toEqual([]);
    expect(await one.search('gjallarhorn', 10)).toHaveLength(1);
    await store.close();
  });

  it('lists the guilds that have knowledge here', async () => {
    const store = await open(temporaryDirectory());
    for (const id of ['local', '123456789012345678', 'A_b-c']) await guildOf(store, id);
    expect(await store.guildIds()).toEqual(['123456789012345678', 'A_b-c', 'local']);
    await store.close();
  });

  it.each(['', '../x', 'a/b', 'a.b', 'ä', 'a b', 'x'.repeat(65), 'nul\0'])('refuses %j as a guild id', async (id) => {
    const store = await open(temporaryDirectory());
    const opened = await store.guild(id);
    expect(opened).toMatchObject({ ok: false, problem: { code: 'bad-guild-id' } });
    await expect(store.leaseJobs(id)).rejects.toBeInstanceOf(StoreError);
    await store.close();
  });

  it('finds everything again after closing and opening', async () => {
    const place = temporaryDirectory();
    const first = await open(place);
    await crawled(await guildOf(first), pageOf('https://docs.example/', 'Home', [passage('Bifrost bridge')]));
    await first.close();
    const second = await open(place);
    expect(await (await guildOf(second)).search('bifrost', 5)).toMatchObject([{ title: 'Home' }]);
    await second.close();
  });

  it('keeps what a guild has set over a restart, for that guild alone, until it is taken back', async () => {
    const place = temporaryDirectory();
    const first = await open(place);
    await (await guildOf(first, 'one')).set('log-channel', '1');
    await (await guildOf(first, 'one')).set('log-channel', '2');
    await first.close();
    const second = await open(place);
    const [one, other] = [await guildOf(second, 'one'), await guildOf(second, 'other')];
    expect([await one.setting('log-channel'), await other.setting('log-channel')]).toEqual(['2', null]);
    await one.set('log-channel', null);
    expect(await one.setting('log-channel')).toBeNull();
    await second.close();
  });

  it('keeps notes over a restart, and finds those that begin alike', async () => {
    const place = temporaryDirectory();
    const first = await open(place);
    await first.notes.set('card:1', 'here');
    await first.notes.set('card:1', 'there');
    await first.notes.set('card:2', 'gone');
    await first.notes.set('card:2', null);
    await first.notes.set('card_3', 'another');
    await first.close();
    const second = await open(place);
    expect(await second.notes.get('card:1')).toBe('there');
    expect(await second.notes.get('card:2')).toBeNull();
    expect(await second.notes.under('card:')).toEqual([['card:1', 'there']]);
    await second.close();
  });

  it('gives the right to run jobs to one at a time', async () => {
    const store = await open(temporaryDirectory());
    const lease = await store.leaseJobs('local');
    expect(lease).not.toBeNull();
    expect(await store.leaseJobs('local')).toBeNull();
    expect(await store.leaseJobs('another')).not.toBeNull();
    lease?.release();
    expect(await store.leaseJobs('local')).not.toBeNull();
    await store.close();
  });

  it('names the guilds whose jobs wait to go on, and no others', async () => {
    const store = await open(temporaryDirectory());
    const [one, other] = [await guildOf(store, 'one'), await guildOf(store, 'other')];
    const { job } = await startCrawl(one);
    await startCrawl(other);
    await one.finishJob(job.id, { at: NOON, end: 'done', leftReason: 'cancelled', spentMs: 1 });
    expect(await store.guildsWithOpenJobs()).toEqual(['other']);
    await store.close();
  });

  it('deletes a guild with everything it knew', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await guild.addSource(siteAt('https://docs.example/'), NOON);
    await startCrawl(guild);
    await store.deleteGuild('local');
    expect(await store.guildIds()).toEqual([]);
    expect(await store.guildsWithOpenJobs()).toEqual([]);
    expect(await (await guildOf(store)).sources()).toEqual([]);
    await store.close();
  });

  it('does not delete a guild whose jobs are running', async () => {
    const store = await open(temporaryDirectory());
    await guildOf(store);
    const lease = await store.leaseJobs('local');
    await expect(store.deleteGuild('local')).rejects.toMatchObject({ problem: { code: 'busy' } });
    lease?.release();
    await store.close();
  });
}
