import { expect, it } from 'vitest';
import { isAnswerable } from '../../src/knowledge/evidence.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import type { Page } from '../../src/page/page.ts';
import type { OpenStore } from './describe-store.ts';
import { NOON, guildOf, pageOf, passage, siteAt, startCrawl, toSave, visit } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const OUTSIDE = { channels: ['1'], roles: ['5'] };
const IN_CHANNEL = { channels: ['1', '2'], roles: [] };
const WITH_ROLE = { channels: ['1'], roles: ['6'] };
const EVERYBODY = { channels: [], roles: [] };

/** A guild with an open site and one that only channel 2 and role 6 may see. */
async function withSites(
  open: OpenStore,
  work: (guild: GuildKnowledge, sites: { readonly open: number; readonly bound: number }) => Promise<void>,
): Promise<void> {
  const store = await open(temporaryDirectory());
  const guild = await guildOf(store);
  const sites = {
    open: await crawlOf(guild, 'https://open.example/', [
      pageOf('https://open.example/gate', 'Gates', [passage('The gate opens at dawn for everybody.', 'Gates')]),
    ]),
    bound: await crawlOf(guild, 'https://bound.example/', [
      pageOf('https://bound.example/vault', 'Vault', [passage('The gate of the gjallarhorn vault opens at dusk.')]),
    ]),
  };
  await guild.bind(sites.bound, { kind: 'channel', target: '2' });
  await guild.bind(sites.bound, { kind: 'role', target: '6' });
  await work(guild, sites);
  await store.close();
}

async function crawlOf(guild: GuildKnowledge, url: string, pages: readonly Page[]): Promise<number> {
  const { sourceId, job } = await startCrawl(guild, url);
  for (const page of pages) await visit(guild, job.id, toSave(sourceId, page));
  return sourceId;
}

export function describeBindings(open: OpenStore): void {
  type Sites = { readonly open: number; readonly bound: number };
  const test = (name: string, work: (guild: GuildKnowledge, sites: Sites) => Promise<void>): void => {
    it(name, () => withSites(open, work));
  };
  const urlsFor = async (guild: GuildKnowledge, query: string, audience?: typeof OUTSIDE): Promise<string[]> =>
    (await guild.search(query, 20, audience)).map(({ url }) => new URL(url).hostname).toSorted();

  test('a bound source is found by who has its channel or its role, and by an admin', async (guild) => {
    const both = ['bound.example', 'open.example'];
    expect(await urlsFor(guild, 'gate opens', OUTSIDE)).toEqual(['open.example']);
    expect(await urlsFor(guild, 'gate opens', EVERYBODY)).toEqual(['open.example']);
    expect(await urlsFor(guild, 'gate opens', IN_CHANNEL)).toEqual(both);
    expect(await urlsFor(guild, 'gate opens', WITH_ROLE)).toEqual(both);
    expect(await urlsFor(guild, 'gate opens')).toEqual(both);
  });

  test('bindings are listed, and taken back', async (guild, { bound }) => {
    const [channel, role] = [
      { kind: 'channel', target: '2' },
      { kind: 'role', target: '6' },
    ] as const;
    expect(await guild.bind(bound, channel)).toBe(false);
    expect(await guild.bindings()).toEqual(new Map([[bound, [channel, role]]]));
    expect(await guild.unbind(bound, channel)).toBe(true);
    expect(await guild.unbind(bound, channel)).toBe(false);
    expect(await urlsFor(guild, 'gate opens', IN_CHANNEL)).toEqual(['open.example']);
    await guild.unbind(bound, role);
    expect(await guild.bindings()).toEqual(new Map());
    expect(await urlsFor(guild, 'gate opens', OUTSIDE)).toEqual(['bound.example', 'open.example']);
  });

  test('a page that a source for everybody has too is for everybody, as long as that source is there', async (guild) => {
    const vault = pageOf('https://bound.example/vault', 'Vault', [passage('The gate of the vault opens at dusk.')]);
    const single = await guild.addSource({ kind: 'page', url: vault.url }, NOON);
    const job = await guild.createJob({
      spec: { kind: 'import', urls: [vault.url] },
      sourceId: null,
      createdAt: NOON,
      continues: null,
    });
    await visit(guild, job.id, toSave(single.id, vault));
    expect(await urlsFor(guild, 'vault', OUTSIDE)).toEqual(['bound.example']);
    await guild.removeSource(single.id, NOON);
    expect(await urlsFor(guild, 'vault', OUTSIDE)).toEqual([]);
    expect(await urlsFor(guild, 'vault', IN_CHANNEL)).toEqual(['bound.example']);
  });

  test('many hidden passages do not keep the one that may be seen from being found', async (guild, { bound }) => {
    const hidden = Array.from({ length: 150 }, (_, n) => passage(`Mead mead mead, hall ${n}.`, `Mead ${n}`));
    const url = 'https://bound.example/mead';
    const { job } = await startCrawl(guild, 'https://bound.example/');
    await visit(guild, job.id, toSave(bound, pageOf(url, 'Mead', hidden)));
    await crawlOf(guild, 'https://open.example/', [
      pageOf('https://open.example/kitchen', 'Kitchen', [
        passage('In the kitchen of the long house there is some mead.'),
      ]),
    ]);
    expect(await urlsFor(guild, 'mead', OUTSIDE)).toEqual(['open.example']);
  });

  test('words of hidden pages are as unknown as those of no page, and no misspelt word is taken for one', async (guild) => {
    for (const question of ['How does the gate open by gjallarhorn?', 'How does the gate open by gjallarhron?']) {
      const outside = await guild.retrieve(question, 5, OUTSIDE);
      expect(outside.evidence.words.at(-1)).toMatchObject({ passages: 0 });
      expect(outside.evidence.words.at(-1)?.used).toBe(outside.evidence.words.at(-1)?.asked);
      expect(isAnswerable(outside)).toBe(false);
      const inside = await guild.retrieve(question, 5, IN_CHANNEL);
      expect(inside.evidence.words.at(-1)).toMatchObject({ used: 'gjallarhorn', passages: 1 });
    }
  });

  test('neither languages nor half-read sites tell of hidden sources', async (guild) => {
    const languagesFor = async (audience?: typeof OUTSIDE) => (await guild.languages(audience)).toSorted();
    const french = { ...pageOf('https://secret.example/', 'Clés', [passage('Les clés.')]), language: 'fr' };
    const { sourceId, job } = await startCrawl(guild, 'https://secret.example/');
    await visit(guild, job.id, toSave(sourceId, french));
    await guild.finishJob(job.id, { at: NOON, end: 'page-limit', leftReason: 'page-limit', spentMs: 0 });
    expect(await languagesFor(OUTSIDE)).toEqual(['en', 'fr']);
    expect(await guild.hasPartialSource(OUTSIDE)).toBe(true);
    await guild.bind(sourceId, { kind: 'role', target: '6' });
    expect(await languagesFor(OUTSIDE)).toEqual(['en']);
    expect(await guild.hasPartialSource(OUTSIDE)).toBe(false);
    expect(await languagesFor(WITH_ROLE)).toEqual(['en', 'fr']);
    expect(await guild.hasPartialSource(WITH_ROLE)).toBe(true);
    expect(await languagesFor()).toEqual(['en', 'fr']);
  });

  test('pages are judged one by one, and a removed source does not open what it held', async (guild, sites) => {
    const [open1] = await guild.pages({ sourceId: sites.open, limit: 1, offset: 0 });
    const [bound1] = await guild.pages({ sourceId: sites.bound, limit: 1, offset: 0 });
    const [a, b] = [open1?.id ?? 0, bound1?.id ?? 0];
    expect(await guild.maySee(OUTSIDE, [a])).toBe(true);
    expect(await guild.maySee(OUTSIDE, [a, b])).toBe(false);
    expect(await guild.maySee(IN_CHANNEL, [a, b])).toBe(true);
    await guild.removeSource(sites.bound, NOON);
    expect(await guild.maySee(OUTSIDE, [b])).toBe(false);
    await guild.restoreSource(sites.bound);
    expect(await urlsFor(guild, 'gate opens', OUTSIDE)).toEqual(['open.example']);
    await guild.eraseSource(sites.bound);
    expect(await guild.bindings()).toEqual(new Map());
    expect((await guild.addSource(siteAt('https://bound.example/'), NOON)).id).not.toBe(sites.bound);
  });

  test('a lesson may be for a channel or a role', async (guild) => {
    const lesson = { question: 'Who?', answer: 'We.', taughtBy: '5', taughtAt: NOON };
    await guild.teach({ ...lesson, boundTo: null });
    await guild.teach({ ...lesson, boundTo: { kind: 'channel', target: '2' } });
    await guild.teach({ ...lesson, boundTo: { kind: 'role', target: '6' } });
    const idsFor = async (audience?: typeof OUTSIDE) => (await guild.taught(audience)).map(({ id }) => id);
    expect(await idsFor(OUTSIDE)).toEqual([1]);
    expect(await idsFor(IN_CHANNEL)).toEqual([1, 2]);
    expect(await idsFor(WITH_ROLE)).toEqual([1, 3]);
    expect(await idsFor()).toEqual([1, 2, 3]);
  });
}
