import { expect, it } from 'vitest';
import type { OpenStore } from './describe-store.ts';
import {
  CRAWL_OPTIONS,
  LATER,
  NOON,
  crawled,
  guildOf,
  pageOf,
  passage,
  siteAt,
  startCrawl,
  toSave,
  visit,
} from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const HOME = pageOf('https://docs.example/', 'Home', [
  passage('Welcome to Asgard.', 'Home'),
  passage('Gates.', 'Gates'),
]);

export function describePages(open: OpenStore): void {
  it('keeps one source for the same URLs in any order, with its newest options', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const first = await guild.addSource(siteAt('https://a.example/x', 'https://a.example/y'), NOON);
    const options = { ...CRAWL_OPTIONS, pages: 7 };
    const spec = { kind: 'site', startUrls: ['https://a.example/y', 'https://a.example/x'], options } as const;
    const second = await guild.addSource(spec, LATER);
    expect(second).toEqual({ id: first.id, spec, addedAt: NOON, pages: 0, checkedAt: null });
    expect(await guild.sources()).toEqual([second]);
    expect(await guild.siteWith(['https://a.example/x', 'https://a.example/y'])).toEqual(second);
    expect(await guild.siteWith(['https://a.example/x'])).toBeNull();
    await store.close();
  });

  it('tells a page source from a site source with the same URL', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const page = await guild.addSource({ kind: 'page', url: 'https://a.example/' }, NOON);
    const site = await guild.addSource(siteAt('https://a.example/'), NOON);
    expect(site.id).not.toBe(page.id);
    expect(await guild.siteWith(['https://a.example/'])).toEqual(site);
    await store.close();
  });

  it('keeps a page with all that was read of it', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const input = {
      ...toSave(sourceId, HOME),
      noindex: true,
      aiInput: false,
      validators: { etag: 'W/"x"', lastModified: 'then' },
    };
    const { pageId } = await visit(guild, job.id, input);
    const { links, passages, url, ...content } = HOME;
    const fetched = { noindex: true, aiInput: false, fetchedAt: NOON, changedAt: NOON, validators: input.validators };
    const expected = { id: pageId, url, ...content, ...fetched, passages: passages.length, sourceIds: [sourceId] };
    expect(links).toEqual([]);
    expect(await guild.page(pageId ?? 0)).toEqual(expected);
    expect(await guild.source(sourceId)).toMatchObject({ pages: 1, checkedAt: NOON });
    await store.close();
  });

  it('saves the same content as unchanged: passages stay, validators and time are the new ones', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const first = await visit(guild, job.id, toSave(sourceId, HOME));
    const again = await visit(guild, job.id, { ...toSave(sourceId, HOME, LATER), validators: { etag: '"2"' } });
    expect(first.change).toBe('new');
    expect(again).toEqual({ pageId: first.pageId, change: 'unchanged' });
    const stored = await guild.pageAt(HOME.url);
    expect(stored).toMatchObject({ validators: { etag: '"2"' }, fetchedAt: LATER, changedAt: NOON });
    expect(await guild.search('asgard', 5)).toHaveLength(1);
    await store.close();
  });

  it('saves other content as updated: the old words find nothing any more', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const old = Array.from({ length: 30 }, (_, index) => passage(`Asgard ${index}`));
    const first = await visit(guild, job.id, toSave(sourceId, pageOf(HOME.url, 'Home', old)));
    const next = pageOf(HOME.url, 'Home', [passage('Welcome to Midgard.')]);
    expect(await visit(guild, job.id, toSave(sourceId, next, LATER))).toEqual({
      pageId: first.pageId,
      change: 'updated',
    });
    expect(await guild.search('asgard', 50)).toEqual([]);
    expect(await guild.search('midgard', 50)).toHaveLength(1);
    expect(await guild.page(first.pageId ?? 0)).toMatchObject({
      passages: 1,
      changedAt: LATER,
      markdown: 'Welcome to Midgard.',
    });
    await store.close();
  });

  it('indexes every passage of a long page', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const passages = Array.from({ length: 60 }, (_, index) => passage(`Rune number${index}`));
    await crawled(guild, pageOf(HOME.url, 'Runes', passages));
    expect(await guild.search('number59', 5)).toMatchObject([{ text: 'Rune number59' }]);
    expect(await guild.search('rune', 100)).toHaveLength(50);
    await store.close();
  });

  it('keeps a page of two sources until the last of them goes', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const siteId = await crawled(guild, HOME);
    const single = await guild.addSource({ kind: 'page', url: HOME.url }, NOON);
    const spec = { kind: 'import', urls: [HOME.url] } as const;
    const job = await guild.createJob({ spec, sourceId: null, createdAt: NOON, continues: null });
    await visit(guild, job.id, toSave(single.id, HOME));
    expect((await guild.pageAt(HOME.url))?.sourceIds).toEqual([siteId, single.id]);
    expect(await guild.eraseSource(siteId)).toBe(0);
    expect((await guild.pageAt(HOME.url))?.sourceIds).toEqual([single.id]);
    expect(await guild.eraseSource(single.id)).toBe(1);
    expect(await guild.pageAt(HOME.url)).toBeNull();
    expect(await guild.eraseSource(single.id)).toBe(0);
    await store.close();
  });

  it('removes a source with its pages, passages and jobs', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const passages = Array.from({ length: 20 }, (_, index) => passage(`Valhalla hall ${index}`));
    const other = pageOf('https://docs.example/b', 'B', [passage('Valhalla feast')]);
    const sourceId = await crawled(guild, pageOf(HOME.url, 'Home', passages), other);
    expect(await guild.eraseSource(sourceId)).toBe(2);
    expect(await guild.sources()).toEqual([]);
    expect(await guild.jobs(10)).toEqual([]);
    expect(await guild.countPages()).toBe(0);
    expect(await guild.search('valhalla', 10)).toEqual([]);
    await store.close();
  });

  it('removes one page, and with it the source that was nothing but this page', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const siteId = await crawled(guild, HOME);
    const single = await guild.addSource({ kind: 'page', url: HOME.url }, NOON);
    const spec = { kind: 'import', urls: [HOME.url] } as const;
    const job = await guild.createJob({ spec, sourceId: null, createdAt: NOON, continues: null });
    const { pageId } = await visit(guild, job.id, toSave(single.id, HOME));
    expect(await guild.erasePage(pageId ?? 0)).toBe(true);
    expect(await guild.erasePage(pageId ?? 0)).toBe(false);
    expect((await guild.sources()).map((source) => source.id)).toEqual([siteId]);
    expect(await guild.search('asgard', 5)).toEqual([]);
    await store.close();
  });

  it('lists pages in the order they came, of one source or of all, a part at a time', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const urls = ['c', 'a', 'b'].map((path) => `https://docs.example/${path}`);
    const sourceId = await crawled(guild, ...urls.map((url) => pageOf(url, url, [passage(url)])));
    expect((await guild.pages({ limit: 10, offset: 0 })).map((page) => page.url)).toEqual(urls);
    expect((await guild.pages({ sourceId, limit: 1, offset: 1 })).map((page) => page.url)).toEqual([urls[1]]);
    expect(await guild.pages({ sourceId: sourceId + 1, limit: 10, offset: 0 })).toEqual([]);
    expect([await guild.countPages(), await guild.countPages(sourceId), await guild.countPages(99)]).toEqual([3, 3, 0]);
    await store.close();
  });

  it('suggests pages by their number, address or title', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await crawled(guild, HOME);
    await crawled(guild, pageOf('https://docs.example/keys', 'Rotate the Keys', [passage('Keys.')]));
    const found = async (typed: string, limit = 25): Promise<readonly string[]> =>
      (await guild.suggestPages(typed, limit)).map(({ title }) => title);
    expect(await found('')).toEqual(['Home', 'Rotate the Keys']);
    expect(await found('', 1)).toEqual(['Home']);
    expect(await found('rotate')).toEqual(['Rotate the Keys']);
    expect(await found('EXAMPLE/KEYS')).toEqual(['Rotate the Keys']);
    expect(await found('1')).toEqual(['Home']);
    expect(await found('%')).toEqual([]);
    await store.close();
  });

  it('finds a twin only in the same source and under another URL', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const sourceId = await crawled(guild, HOME);
    const twin = await guild.twinOf(sourceId, HOME.contentHash, 'https://docs.example/copy');
    expect(twin?.url).toBe(HOME.url);
    expect(await guild.twinOf(sourceId, HOME.contentHash, HOME.url)).toBeNull();
    expect(await guild.twinOf(sourceId, 'other', 'https://docs.example/copy')).toBeNull();
    expect(await guild.twinOf(sourceId + 1, HOME.contentHash, 'https://docs.example/copy')).toBeNull();
    await store.close();
  });
}
