import { expect, it } from 'vitest';
import { eraseTime } from '../../src/knowledge/removal.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import type { OpenStore } from './describe-store.ts';
import { LATER, NOON, crawled, guildOf, pageOf, passage, siteAt, startCrawl, toSave, visit } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const DAY_LATER = new Date(NOON.getTime() + 24 * 3_600_000);

const SITE = 'https://docs.example/';
const HOME = pageOf(SITE, 'Home', [
  passage('Welcome to Asgard.', 'Home'),
  ...Array.from({ length: 15 }, (_, index) => passage(`Hall number${index}`, 'Home', 'Halls')),
]);
const GATES = pageOf(`${SITE}gates`, 'Gates', [passage('The gates of Asgard.')]);

/** Everything a guild tells of pages to those who do not ask for removed ones. */
async function shown(guild: GuildKnowledge): Promise<unknown> {
  const pages = await guild.pages({ limit: 50, offset: 0 });
  return {
    pages,
    details: await Promise.all(pages.map(({ id }) => guild.page(id))),
    sources: await guild.sources(),
    counts: [await guild.countPages(), await guild.countPages(1)],
    suggested: await guild.suggestPages('', 50),
    found: (await guild.search('asgard', 50))
      .map(({ url, anchor, headings, text }) => ({ url, anchor, headings, text }))
      .toSorted((one, other) => one.url.localeCompare(other.url)),
    halls: (await guild.search('number14', 50)).map(({ text }) => text),
  };
}

async function guildWithPages(open: OpenStore): Promise<{ guild: GuildKnowledge; close(): Promise<void> }> {
  const store = await open(temporaryDirectory());
  const guild = await guildOf(store);
  await crawled(guild, HOME, GATES);
  return { guild, close: () => store.close() };
}

async function importOf(guild: GuildKnowledge, url: string): Promise<{ sourceId: number; jobId: number }> {
  const { id } = await guild.addSource({ kind: 'page', url }, NOON);
  const spec = { kind: 'import', urls: [url] } as const;
  const job = await guild.createJob({ spec, sourceId: null, createdAt: NOON, continues: null });
  return { sourceId: id, jobId: job.id };
}

export function describeRemoval(open: OpenStore): void {
  it('takes a page out of every answer, list, search, suggestion and count, and puts it back as it was', async () => {
    const { guild, close } = await guildWithPages(open);
    const before = await shown(guild);
    const pageId = (await guild.pageAt(SITE))?.id ?? 0;
    expect(await guild.removePage(pageId, 'admin', NOON)).toBe(true);
    expect(await guild.removePage(pageId, 'admin', NOON)).toBe(false);
    expect(await guild.page(pageId)).toBeNull();
    expect(await guild.pageAt(SITE)).toBeNull();
    expect(await guild.twinOf(1, HOME.contentHash, GATES.url)).toBeNull();
    expect(await shown(guild)).toMatchObject({
      pages: [{ url: GATES.url }],
      sources: [{ pages: 1 }],
      counts: [1, 1],
      suggested: [{ url: GATES.url }],
      found: [{ url: GATES.url }],
      halls: [],
    });
    const removed = { id: pageId, url: SITE, title: 'Home', why: 'admin', removedAt: NOON, eraseAt: DAY_LATER };
    expect(await guild.removedPages({ limit: 5, offset: 0 })).toEqual([removed]);
    expect(await guild.removedPage(SITE)).toEqual(removed);
    expect(await guild.countRemovedPages()).toBe(1);

    expect(await guild.restorePage(pageId)).toBe('restored');
    expect(await guild.restorePage(pageId)).toBe('not-removed');
    expect(await shown(guild)).toEqual(before);
    expect(await guild.countRemovedPages()).toBe(0);
    await close();
  });

  it('takes a source out with its pages, and puts it back with its options', async () => {
    const { guild, close } = await guildWithPages(open);
    const before = await shown(guild);
    expect(await guild.removeSource(1, NOON)).toBe(2);
    expect(await guild.removeSource(1, NOON)).toBe(0);
    expect(await guild.siteWith([SITE])).toBeNull();
    expect(await shown(guild)).toMatchObject({ pages: [], sources: [], counts: [0, 0], suggested: [], found: [] });
    expect(await guild.removedSources()).toMatchObject([{ id: 1, pages: 2, removedAt: NOON, eraseAt: DAY_LATER }]);
    expect(await guild.restorePage(1)).toBe('without-source');
    expect(await guild.restoreSource(1)).toMatchObject({ id: 1, pages: 2 });
    expect(await guild.restoreSource(1)).toBeNull();
    expect(await shown(guild)).toEqual(before);
    await close();
  });

  it('leaves a page that another source has, until that one goes too', async () => {
    const { guild, close } = await guildWithPages(open);
    const { sourceId, jobId } = await importOf(guild, SITE);
    await visit(guild, jobId, toSave(sourceId, HOME));
    expect(await guild.removeSource(1, NOON)).toBe(1);
    expect((await guild.pageAt(SITE))?.sourceIds).toEqual([sourceId]);
    expect(await guild.removeSource(sourceId, NOON)).toBe(1);
    expect(await guild.pageAt(SITE)).toBeNull();
    expect(await guild.restoreSource(1)).toMatchObject({ pages: 2 });
    expect((await guild.pageAt(SITE))?.sourceIds).toEqual([1]);
    await close();
  });

  it('keeps a page for a removed source when the other one that has it is erased', async () => {
    const { guild, close } = await guildWithPages(open);
    const { sourceId, jobId } = await importOf(guild, SITE);
    await visit(guild, jobId, toSave(sourceId, HOME));
    await guild.removeSource(1, NOON);
    await guild.eraseSource(sourceId);
    expect(await guild.pageAt(SITE)).toBeNull();
    expect(await guild.restoreSource(1)).toMatchObject({ pages: 2 });
    await close();
  });

  it('hands the pages of a removed source over to one that was added anew meanwhile', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removeSource(1, NOON);
    const anew = await guild.addSource(siteAt(SITE), LATER);
    expect(anew).toMatchObject({ pages: 0 });
    expect(anew.id).not.toBe(1);
    expect(await guild.restoreSource(1)).toMatchObject({ id: anew.id, pages: 2 });
    expect(await guild.sources()).toHaveLength(1);
    expect((await guild.pageAt(SITE))?.sourceIds).toEqual([anew.id]);
    await close();
  });

  it('removes a source that was nothing but the page with it, and either brings the other back', async () => {
    for (const what of ['page', 'source'] as const) {
      const store = await open(temporaryDirectory());
      const guild = await guildOf(store);
      const { sourceId, jobId } = await importOf(guild, SITE);
      const { pageId = 0 } = await visit(guild, jobId, toSave(sourceId, HOME));
      await guild.removePage(pageId, 'admin', NOON);
      expect(await guild.sources()).toEqual([]);
      expect(await guild.removedSources()).toMatchObject([{ id: sourceId, pages: 1 }]);
      if (what === 'page') expect(await guild.restorePage(pageId)).toBe('restored');
      else await guild.restoreSource(sourceId);
      expect(await guild.pageAt(SITE)).toMatchObject({ sourceIds: [sourceId] });
      await store.close();
    }
  });

  it('brings a page back that is fetched again, under its old number, with its new text', async () => {
    const { guild, close } = await guildWithPages(open);
    const pageId = (await guild.pageAt(SITE))?.id ?? 0;
    await guild.removePage(pageId, 'gone', NOON);
    const anew = pageOf(SITE, 'Home', [passage('Welcome to Midgard.')]);
    const { job } = await startCrawl(guild);
    expect(await visit(guild, job.id, toSave(1, anew, LATER))).toEqual({ pageId, change: 'new' });
    expect(await guild.search('midgard', 5)).toHaveLength(1);
    expect(await guild.search('number3', 5)).toEqual([]);
    expect(await guild.countRemovedPages()).toBe(0);
    await guild.removePage(pageId, 'gone', LATER);
    expect(await visit(guild, job.id, toSave(1, anew, LATER))).toEqual({ pageId, change: 'new' });
    expect(await guild.search('midgard', 5)).toHaveLength(1);
    await close();
  });

  it('names the addresses that an admin took out of a site, until an admin’s job brings them in again', async () => {
    const { guild, close } = await guildWithPages(open);
    const ids = (await guild.pages({ limit: 5, offset: 0 })).map(({ id }) => id);
    await guild.removePage(ids[0] ?? 0, 'admin', NOON);
    await guild.erasePage(ids[1] ?? 0);
    expect(await guild.withheldUrls(1)).toEqual([SITE, GATES.url]);
    await guild.expireRemoved(DAY_LATER);
    expect(await guild.withheldUrls(1)).toEqual([SITE, GATES.url]);
    const { job } = await startCrawl(guild);
    await visit(guild, job.id, toSave(1, GATES));
    expect(await guild.withheldUrls(1)).toEqual([SITE]);
    await guild.eraseSource(1);
    expect(await guild.withheldUrls(1)).toEqual([]);
    await close();
  });

  it('withholds nothing that went by itself, or was put back', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removePage(1, 'gone', NOON);
    await guild.removePage(2, 'admin', NOON);
    await guild.restorePage(2);
    expect(await guild.withheldUrls(1)).toEqual([]);
    await close();
  });

  it('erases what was removed once its time is over, a day or ninety, and no sooner', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removePage(1, 'absent', NOON);
    await guild.removePage(2, 'admin', NOON);
    expect(await guild.expireRemoved(new Date(DAY_LATER.getTime() - 1))).toBe(0);
    expect(await guild.countRemovedPages()).toBe(2);
    expect(await guild.expireRemoved(DAY_LATER)).toBe(1);
    expect(await guild.removedPage(2)).toBeNull();
    expect(await guild.restorePage(2)).toBe('not-removed');
    expect(await guild.removedPage(1)).toMatchObject({ eraseAt: new Date('2026-05-30T12:00:00.000Z') });
    expect(await guild.expireRemoved(eraseTime('absent', NOON))).toBe(1);
    expect(await guild.countRemovedPages()).toBe(0);
    await close();
  });

  it('erases a removed source with its pages and jobs once its day is over', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removeSource(1, NOON);
    expect(await guild.jobs(5)).toHaveLength(1);
    expect(await guild.expireRemoved(DAY_LATER)).toBe(2);
    expect(await guild.removedSources()).toEqual([]);
    expect(await guild.countRemovedPages()).toBe(0);
    expect(await guild.jobs(5)).toEqual([]);
    expect(await guild.restoreSource(1)).toBeNull();
    await close();
  });

  it('erases at once what is removed already', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removePage(1, 'admin', NOON);
    expect(await guild.erasePage(1)).toBe(true);
    expect(await guild.countRemovedPages()).toBe(0);
    await guild.removeSource(1, NOON);
    expect(await guild.eraseSource(1)).toBe(1);
    expect(await guild.removedSources()).toEqual([]);
    await close();
  });

  it('makes way for a page that moves to the address of a removed one', async () => {
    const { guild, close } = await guildWithPages(open);
    await guild.removePage(1, 'gone', NOON);
    const { job } = await startCrawl(guild);
    await guild.addUrls(job.id, [{ url: SITE, via: null, depth: 0 }]);
    const ending = { kind: 'duplicate', of: 2, moveTo: SITE, at: NOON } as const;
    expect(await guild.recordVisit(job.id, { url: SITE, ending, met: [], spentMs: 0 })).toEqual({ pageId: 2 });
    expect(await guild.pageAt(SITE)).toMatchObject({ id: 2, title: 'Gates' });
    expect(await guild.countRemovedPages()).toBe(0);
    await close();
  });
}
