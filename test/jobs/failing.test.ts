import { describe, expect, it } from 'vitest';
import { StoreError, type GuildKnowledge } from '../../src/knowledge/store.ts';
import { expectAccounted, ledgerOf } from '../support/account.ts';
import { crawl, guildOf, importPages, plainCrawl, serve, startApp, watch } from '../support/app.ts';
import { links, page } from '../support/site.ts';

describe('an exception that nobody foresaw', () => {
  /** The guild's store with one door that breaks. */
  function broken(guild: GuildKnowledge, error: Error): GuildKnowledge {
    return {
      ...guild,
      recordDispatch: (id, url, spent) =>
        url.endsWith('/bad') ? Promise.reject(error) : guild.recordDispatch(id, url, spent),
    };
  }

  async function runBroken(error: Error) {
    const bugs: unknown[] = [];
    const site = await serve({ '/': page('Home', links('/bad', '/never')), '/ok': page('Ok') });
    const app = await startApp({ reportBug: (bug) => bugs.push(bug) });
    const guild = await guildOf(app);
    const startUrls = [`${site.origin}/`];
    const source = await guild.addSource({ kind: 'site', startUrls, options: plainCrawl }, new Date());
    const job = await guild.createJob({
      spec: { kind: 'crawl', startUrls, options: plainCrawl },
      sourceId: source.id,
      createdAt: new Date(),
      continues: null,
    });
    const ran = await watch(app.runner.submit(broken(guild, error), job));
    return { app, site, bugs, ran };
  }

  it('ends that job as failed, each URL accounted for, and nothing else', async () => {
    const mistake = new Error('a mistake');
    const { app, site, bugs, ran } = await runBroken(mistake);
    expect(bugs).toEqual([mistake]);
    expect([ran.end, ran.detail]).toEqual(['failed', expect.stringContaining('made a mistake')]);
    expect(await ledgerOf(app, ran.jobId)).toEqual(ran.endings);
    expect((await (await guildOf(app)).job(ran.jobId))?.state).toBe('finished');
    expect((await importPages(app, [`${site.origin}/ok`])).end).toBe('done');
  });

  it('is told from a full disk, whose job goes on when there is room again', async () => {
    const { app, site, bugs, ran } = await runBroken(
      new StoreError({ code: 'disk-full', sentence: 'The disk is full.' }, undefined),
    );
    expect(bugs).toEqual([]);
    expect([ran.end, ran.detail]).toEqual(['failed', 'The disk is full.']);
    const again = await crawl(app, `${site.origin}/`);
    expect(again.end).toBe('done');
    expect(again.events[0]).toMatchObject({ resumes: 'interrupted' });
    expect(site.pagePaths()).toEqual(['/', '/bad', '/never']);
    await expectAccounted(app, again);
  });

  it('in several hosts of an import at once is one failure, and nobody is left with the others', async () => {
    const full = new StoreError({ code: 'disk-full', sentence: 'The disk is full.' }, undefined);
    const sites = await Promise.all([1, 2, 3, 4, 5].map((n) => serve({ '/': page(`Site ${n}`) }, `127.0.3.${n}`)));
    const app = await startApp();
    const guild = await guildOf(app);
    const urls = sites.map(({ origin }) => `${origin}/`);
    const job = await guild.createJob({
      spec: { kind: 'import', urls },
      sourceId: null,
      createdAt: new Date(),
      continues: null,
    });
    const ran = await watch(app.runner.submit({ ...guild, recordVisit: () => Promise.reject(full) }, job));
    expect(ran).toMatchObject({ end: 'failed', detail: 'The disk is full.' });
    const [again] = await app.crawling.resume(guild);
    if (again === undefined) throw new Error('nothing to go on with');
    expect(Object.values((await watch(again)).endings)).toEqual(urls.map(() => 'new'));
  });
});
