import { expect, it } from 'vitest';
import type { SkipReason } from '../../src/crawler/skip-reason.ts';
import type { MetUrl, VisitEnding, VisitResult } from '../../src/knowledge/ledger.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import type { OpenStore } from './describe-store.ts';
import { CRAWL_OPTIONS, LATER, NOON, guildOf, pageOf, passage, startCrawl, toSave, visit } from './samples.ts';
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

export function describeJobs(open: OpenStore): void {
  it('keeps a job as it was ordered', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    const spec = { kind: 'crawl', startUrls: [START], options: CRAWL_OPTIONS };
    const nothing = { finishedAt: null, end: null, detail: null, continues: null, movedStart: null };
    const expected = {
      id: job.id,
      spec,
      state: 'queued',
      sourceId,
      createdAt: NOON,
      visited: 0,
      spentMs: 0,
      ...nothing,
    };
    expect(job).toEqual(expected);
    expect(await guild.job(job.id)).toEqual(expected);
    expect(await guild.job(job.id + 1)).toBeNull();
    await store.close();
  });

  it('knows newest, unfinished and last jobs', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job: first, sourceId } = await startCrawl(guild);
    const { job: second } = await startCrawl(guild);
    await guild.markRunning(first.id);
    await guild.finishJob(second.id, {
      at: LATER,
      end: 'failed',
      detail: 'why',
      leftReason: 'interrupted',
      spentMs: 9,
    });
    expect((await guild.jobs(1)).map((job) => job.id)).toEqual([second.id]);
    expect(await guild.unfinishedJobs()).toMatchObject([{ id: first.id, state: 'running' }]);
    const ended = { id: second.id, state: 'finished', finishedAt: LATER, end: 'failed', detail: 'why', spentMs: 9 };
    expect(await guild.lastJobOf(sourceId, 'crawl')).toMatchObject(ended);
    expect(await guild.lastJobOf(sourceId + 1, 'crawl')).toBeNull();
    await guild.markRunning(second.id);
    expect(await guild.job(second.id)).toMatchObject({ state: 'finished' });
    await store.close();
  });

  it('keeps URLs in the order met, each once, skipped ones with their reason', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    await guild.addUrls(job.id, [
      { url: url('z'), via: null, depth: 0 },
      { url: url('a'), via: 'sitemap', depth: 1, skip: 'file-url' },
    ]);
    await guild.addUrls(job.id, [
      { url: url('z'), via: START, depth: 5, skip: 'noindex' },
      { url: url('m'), via: START, depth: 1 },
    ]);
    const rest = { attempts: 0, change: null, pageId: null, failure: null, note: null };
    expect(await guild.urlsOf(job.id)).toEqual([
      { url: url('z'), state: 'queued', via: null, depth: 0, reason: null, ...rest },
      { url: url('a'), state: 'skipped', via: 'sitemap', depth: 1, reason: 'file-url', ...rest },
      { url: url('m'), state: 'queued', via: START, depth: 1, reason: null, ...rest },
    ]);
    await store.close();
  });

  it('takes a URL that was skipped provisionally back in, and gives URLs in parts', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job, sourceId } = await startCrawl(guild);
    const met = (path: string, skip?: 'nofollow-link' | 'nofollow-page' | 'file-url') => ({
      url: url(path),
      via: START,
      depth: 1,
      ...(skip === undefined ? {} : { skip }),
    });
    await guild.addUrls(job.id, [met('a', 'nofollow-link'), met('b', 'nofollow-page'), met('c', 'nofollow-link')]);
    await guild.addUrls(job.id, [met('a'), met('b', 'file-url'), met('c', 'nofollow-page')]);
    await guild.addUrls(job.id, [met('a', 'nofollow-link')]);
    const lines = (await guild.urlsOf(job.id)).map((line) => [line.url, line.state, line.reason]);
    const [a, b, c] = [
      [url('a'), 'queued', null],
      [url('b'), 'skipped', 'file-url'],
      [url('c'), 'skipped', 'nofollow-link'],
    ];
    expect(lines).toEqual([a, b, c]);
    const part = await guild.urlsOf(job.id, { limit: 1, offset: 1 });
    expect(part.map((line) => line.url)).toEqual([url('b')]);
    await guild.finishJob(job.id, { at: LATER, end: 'cancelled', leftReason: 'cancelled', spentMs: 1 });
    const next = await guild.createJob({ spec: job.spec, sourceId, createdAt: LATER, continues: job.id });
    expect(await guild.knownUrls(next.id)).toEqual([url('b')]);
    await store.close();
  });

  it('counts each request before it is sent, and the time as the job total', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    await guild.addUrls(job.id, [{ url: START, via: null, depth: 0 }]);
    await guild.recordDispatch(job.id, START, 100);
    expect(await guild.urlsOf(job.id)).toMatchObject([{ state: 'in-flight', attempts: 1 }]);
    await guild.recordDispatch(job.id, START, 700);
    await guild.recordVisit(job.id, {
      url: START,
      ending: { kind: 'skip', reason: 'not-html' },
      met: [],
      spentMs: 500,
    });
    expect(await guild.job(job.id)).toMatchObject({ visited: 2, spentMs: 700 });
    await expect(guild.recordDispatch(job.id, url('never-met'), 0)).rejects.toThrow('has not met');
    await store.close();
  });

  it('leaves what was not asked for, with the reason, when the job ends', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job } = await startCrawl(guild);
    await visit(guild, job.id, toSave(sourceId, HOME));
    await guild.addUrls(job.id, [
      { url: url('a'), via: START, depth: 1 },
      { url: url('b'), via: START, depth: 1 },
      { url: url('c.pdf'), via: START, depth: 1, skip: 'file-url' },
    ]);
    await guild.recordDispatch(job.id, url('b'), 3);
    await guild.finishJob(job.id, { at: LATER, end: 'page-limit', leftReason: 'page-limit', spentMs: 5 });
    const states = (await guild.urlsOf(job.id)).map((line) => [line.state, line.reason]);
    const left = ['left', 'page-limit'];
    expect(states).toEqual([['page', null], left, left, ['skipped', 'file-url']]);
    await store.close();
  });

  it('continues a partial job from what it left, and knows what the whole chain dealt with', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { sourceId, job: first } = await startCrawl(guild);
    await visit(guild, first.id, toSave(sourceId, HOME));
    await guild.recordMovedStart(first.id, url('moved'));
    await guild.addUrls(
      first.id,
      ['a', 'b', 'c'].map((path) => ({ url: url(path), via: START, depth: 1 })),
    );
    await guild.finishJob(first.id, { at: NOON, end: 'page-limit', leftReason: 'page-limit', spentMs: 5 });

    const { job: second } = await startCrawl(guild, START, first.id);
    expect(second).toMatchObject({ continues: first.id, movedStart: url('moved'), visited: 0, spentMs: 0 });
    const queued = { state: 'queued', via: START, depth: 1, attempts: 0, reason: null };
    expect(await guild.urlsOf(second.id)).toMatchObject(['a', 'b', 'c'].map((path) => ({ url: url(path), ...queued })));
    expect(await guild.knownUrls(second.id)).toEqual([START]);
    await end(guild, second.id, 'a', { kind: 'skip', reason: 'not-html' });
    await guild.finishJob(second.id, { at: NOON, end: 'page-limit', leftReason: 'page-limit', spentMs: 5 });

    const { job: third } = await startCrawl(guild, START, second.id);
    expect((await guild.urlsOf(third.id)).map((line) => line.url)).toEqual([url('b'), url('c')]);
    expect((await guild.knownUrls(third.id)).toSorted()).toEqual([START, url('a')]);
    expect(await guild.knownUrls(first.id)).toEqual([]);
    await store.close();
  });

  it('keeps the frontier of an interrupted job, and what was in flight may be asked again', async () => {
    const place = temporaryDirectory();
    const store = await open(place);
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    await guild.markRunning(job.id);
    await guild.addUrls(job.id, [{ url: START, via: null, depth: 0 }]);
    await guild.recordDispatch(job.id, START, 77);
    await store.close();
    const reopened = await open(place);
    expect(await reopened.guildsWithOpenJobs()).toEqual(['local']);
    const again = await guildOf(reopened);
    expect(await again.unfinishedJobs()).toMatchObject([{ id: job.id, state: 'running', visited: 1, spentMs: 77 }]);
    expect(await again.urlsOf(job.id)).toMatchObject([{ state: 'in-flight', attempts: 1 }]);
    await again.recordDispatch(job.id, START, 80);
    expect(await again.urlsOf(job.id)).toMatchObject([{ state: 'in-flight', attempts: 2 }]);
    await reopened.close();
  });

  it('keeps what robots.txt said, bytes included', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    const body = new Uint8Array([0, 255, 10]);
    const rules = {
      status: 200,
      verdict: 'rules',
      group: 'HeimdallBot',
      crawlDelaySeconds: 1.5,
      aiInput: false,
    } as const;
    const nothing = {
      status: 'unreachable',
      verdict: 'nothing',
      group: null,
      crawlDelaySeconds: null,
      aiInput: null,
    } as const;
    const read = [
      { host: 'https://docs.example', ...rules, sitemaps: [url('sitemap.xml')], body, readAt: NOON },
      { host: 'https://a.example', ...nothing, sitemaps: [], body: new Uint8Array(), readAt: LATER },
    ];
    for (const each of read) await guild.recordRobots(job.id, each);
    const stored = await guild.robotsOf(job.id);
    expect(stored.map((each) => ({ ...each, body: new Uint8Array(each.body) }))).toEqual(read);
    await store.close();
  });

  it('takes a URL skipped provisionally for one not yet met, in the same job and in one that continues it', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const { job } = await startCrawl(guild);
    const met = (path: string, skip?: SkipReason): MetUrl => ({
      url: url(path),
      via: START,
      depth: 1,
      ...(skip && { skip }),
    });
    await guild.addUrls(job.id, [
      met('a', 'nofollow-link'),
      met('b', 'nofollow-page'),
      met('c', 'nofollow-link'),
      met('d'),
    ]);
    await guild.addUrls(job.id, [met('a'), met('b', 'file-url'), met('c', 'nofollow-page'), met('d', 'nofollow-link')]);
    const lines = (await guild.urlsOf(job.id)).map((line) => [line.url, line.state, line.reason]);
    expect(lines).toEqual([
      [url('a'), 'queued', null],
      [url('b'), 'skipped', 'file-url'],
      [url('c'), 'skipped', 'nofollow-link'],
      [url('d'), 'queued', null],
    ]);
    await guild.finishJob(job.id, { at: NOON, end: 'page-limit', leftReason: 'page-limit', spentMs: 5 });
    const { job: next } = await startCrawl(guild, START, job.id);
    expect(await guild.knownUrls(next.id)).toEqual([url('b')]);
    await store.close();
  });
}
