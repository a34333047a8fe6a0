import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeApp } from '../../src/app/compose.ts';
import { afterTest, guildOf, plainCrawl, startApp, tempDir } from '../support/app.ts';
import { page, startSite } from '../support/site.ts';

describe('the composed app', () => {
  it('closes everything, once, however often it is asked: jobs interrupted, workers ended, files shut', async () => {
    const site = await startSite({ '/': page('Home'), '/never': { silent: true } });
    afterTest(() => site.close());
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const guild = await guildOf(app);
    const read = await app.crawling.crawl(guild, [`${site.origin}/`], plainCrawl, false);
    if (!read.ok) throw new Error(read.sentence);
    expect(await read.handle.ended).toBe('done');
    const stuck = await app.crawling.import(guild, [`${site.origin}/never`]);
    if (!stuck.ok) throw new Error(stuck.sentence);

    const closing = app.close();
    expect(app.close()).toBe(closing);
    await closing;
    expect(await stuck.handle.ended).toBe('interrupted');
    // SQLite removes its log and index when the last connection closes.
    const left = [...readdirSync(dataDir), ...readdirSync(join(dataDir, 'guilds'))].filter((name) =>
      /-wal$|-shm$/.test(name),
    );
    expect(left).toEqual([]);

    const again = await composeApp({ dataDir, openNetworks: [], maxJobs: 1 });
    if (!again.ok) throw new Error(again.problem.sentence);
    expect(await again.value.store.guildsWithOpenJobs()).toEqual(['local']);
    await again.value.close();
  });

  it('says in one sentence why it cannot be', async () => {
    const opened = await composeApp({ dataDir: '/dev/null', openNetworks: [], maxJobs: 1 });
    expect(opened).toMatchObject({
      ok: false,
      problem: { code: 'not-a-directory', sentence: expect.stringMatching(/^\/dev\/null is not a directory/) },
    });
  });
});
