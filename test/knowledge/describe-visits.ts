import { expect, it } from 'vitest';
import type { VisitEnding, VisitResult } from '../../src/knowledge/ledger.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import type { OpenStore } from './describe-store.ts';
import { LATER, NOON, guildOf, pageOf, passage, startCrawl, toSave, visit } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const START = 'https://docs.example/';
const HOME = pageOf(START, 'Home', [passage('Welcome to Asgard.')]);

function url(path: string): string {
  return START + path;
}

async function end(guild: GuildKnowledge, jobId: number, path: string, ending: VisitEnding): Promise<VisitResult> {
  await guild.addUrls(jobId, [{ url: url(path), via: START, depth: 1 }]);
  await guild.recordDispatch(jobId, url(path), 10);
  return guild.recordVisit(jobId, { url: url(path), ending, met: [], spentMs: 20 });
}

export function describeVisits(open: OpenStore): void {
  it('writes a visit down as a whole: page, ending, links and time', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    await guild.addUrls(job.id, [{ url: START, via: null, depth: 0 }]);
    const met = [{ url: url('a'), via: START, depth: 1 }];
    const ending = { kind: 'save', page: toSave(sourceId, HOME), note: 'it moved' } as const;
    const result = await guild.recordVisit(job.id, { url: START, ending, met, spentMs: 42 });
    const lines = await guild.urlsOf(job.id);
    expect(lines).toMatchObject([
      { state: 'page', change: 'new', pageId: result.pageId, note: 'it moved' },
      { url: url('a'), state: 'queued', via: START },
    ]);
    expect(await guild.job(job.id)).toMatchObject({ spentMs: 42 });
    await store.close();
  });

  it('writes nothing of a visit that cannot be written as a whole', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const ending = { kind: 'save', page: toSave(sourceId, HOME) } as const;
    const met = [{ url: url('a'), via: START, depth: 1 }];
    await expect(guild.recordVisit(job.id, { url: url('unmet'), ending, met, spentMs: 1 })).rejects.toThrow('not met');
    expect(await guild.countPages()).toBe(0);
    expect(await guild.urlsOf(job.id)).toEqual([]);
    expect(await guild.search('asgard', 5)).toEqual([]);
    await store.close();
  });

  it('keeps skips and failures as they happened', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    await end(guild, job.id, 'a', { kind: 'skip', reason: 'soft-404', note: 'says so' });
    const failure = { code: 'http-status', status: 429, retryAfterMs: 5 } as const;
    expect(await end(guild, job.id, 'b', { kind: 'fail', failure })).toEqual({});
    expect(await guild.urlsOf(job.id)).toMatchObject([
      { state: 'skipped', reason: 'soft-404', note: 'says so', failure: null },
      { state: 'failed', reason: null, failure },
    ]);
    await store.close();
  });

  it('takes a 304 as a check: validators that did not come again stay', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const { pageId = 0 } = await visit(guild, job.id, toSave(sourceId, HOME));
    const ending = { kind: 'unchanged', pageId, validators: { lastModified: 'now' }, checkedAt: LATER } as const;
    expect(await end(guild, job.id, 'a', ending)).toEqual({ change: 'unchanged', pageId });
    const validators = { etag: '"1"', lastModified: 'now' };
    expect(await guild.pageAt(START)).toMatchObject({ validators, fetchedAt: LATER, changedAt: NOON });
    expect(await guild.page(pageId)).toMatchObject({ readAt: NOON });
    expect(await guild.search('asgard', 5)).toHaveLength(1);
    await store.close();
  });

  it('removes a page that is gone from its source, keeping the line in the receipt', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const { pageId = 0 } = await visit(guild, job.id, toSave(sourceId, HOME));
    await end(guild, job.id, 'a', { kind: 'remove', pageId, sourceId, why: 'gone', at: NOON, note: 'gone (410)' });
    expect(await guild.page(pageId)).toBeNull();
    expect(await guild.search('asgard', 5)).toEqual([]);
    expect((await guild.urlsOf(job.id)).at(-1)).toMatchObject({ state: 'page', change: 'removed', note: 'gone (410)' });
    await store.close();
  });

  it('moves a page to the address that its duplicate names', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const { pageId = 0 } = await visit(guild, job.id, toSave(sourceId, HOME));
    const ending = { kind: 'duplicate', of: pageId, moveTo: url('canonical'), at: NOON } as const;
    expect(await end(guild, job.id, 'copy', ending)).toEqual({ pageId });
    expect(await guild.pageAt(START)).toBeNull();
    expect(await guild.pageAt(url('canonical'))).toMatchObject({ id: pageId });
    expect((await guild.urlsOf(job.id)).at(-1)).toMatchObject({
      state: 'skipped',
      reason: 'duplicate-content',
      pageId,
    });
    await store.close();
  });

  it('lets the page that has the address already take over when its text is the same, and only then', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const { pageId = 0 } = await visit(guild, job.id, toSave(sourceId, HOME));
    const different = pageOf(url('other'), 'Other', [passage('Something else.')]);
    const same = { ...HOME, url: url('canonical') };
    await visit(guild, job.id, toSave(sourceId, different));
    const single = await guild.addSource({ kind: 'page', url: same.url }, NOON);
    const taken = await visit(guild, job.id, toSave(single.id, same));
    const move = { kind: 'duplicate', of: pageId, at: NOON } as const;
    expect(await end(guild, job.id, 'x', { ...move, moveTo: different.url })).toEqual({ pageId });
    expect(await guild.pageAt(START)).not.toBeNull();
    const merged = await end(guild, job.id, 'y', { ...move, moveTo: same.url });
    expect(merged).toEqual({ pageId: taken.pageId });
    expect(await guild.pageAt(START)).toBeNull();
    expect(await guild.removedPage(START)).toMatchObject({ id: pageId, why: 'duplicate' });
    expect((await guild.pageAt(same.url))?.sourceIds).toEqual([sourceId, single.id]);
    await store.close();
  });

  it('refuses to save for a source that was removed meanwhile', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const spec = { kind: 'import', urls: [START] } as const;
    const imports = await guild.createJob({ spec, sourceId: null, createdAt: NOON, continues: null });
    const { sourceId } = await startCrawl(guild);
    await guild.eraseSource(sourceId);
    await expect(visit(guild, imports.id, toSave(sourceId, HOME))).rejects.toThrow(`no source ${sourceId}`);
    expect(await guild.countPages()).toBe(0);
    await store.close();
  });
}
