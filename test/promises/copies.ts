import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { purgeHost } from '../../src/app/purge.ts';
import { startWeb } from '../../src/web/web.ts';
import { afterTest, crawl, guildOf, importPages, serve, startApp, tempDir } from '../support/app.ts';
import { page } from '../support/site.ts';

/** Every file below a folder with what it holds. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name}: ${readFileSync(join(parentPath, name), 'latin1')}`);
}

export const copyProofs = {
  async purge() {
    const site = await serve({ '/': page('Gjallarhorn') });
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    for (const guild of ['one', 'two']) await crawl(app, `${site.origin}/`, { guild });
    expect(contents(dataDir).join('')).toMatch(/Gjallarhorn/);
    await purgeHost(app.store, app.clock, new URL(site.origin).host);
    for (const guild of ['one', 'two']) expect(await (await guildOf(app, guild)).countPages()).toBe(0);
    expect(contents(dataDir).join('')).not.toMatch(/gjallarhorn/i);
    const before = site.requests.length;
    const ran = await importPages(app, [`${site.origin}/`], 'one');
    expect(ran.endings).toEqual({ [`${site.origin}/`]: 'host-purged' });
    expect((await app.attachments.check(new URL(`${site.origin}/`), 'one')).judgement.verdict).toBe('unknown');
    expect(site.requests).toHaveLength(before);
  },

  async 'check-form'() {
    const site = await serve({ '/': page('Home') });
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const started = await startWeb(app, { host: '127.0.0.1', port: 0, operator: null, probes: [], reportBug() {} });
    if (!started.ok) throw new Error(started.sentence);
    afterTest(() => started.value.close());
    const before = contents(dataDir);
    const answer = await fetch(`${started.value.origin}/docs/crawler`, {
      method: 'POST',
      body: new URLSearchParams({
        robots: 'User-agent: *\nDisallow: /x\nSitemap: /gjallarhorn.xml',
        url: `${site.origin}/x`,
      }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/would not fetch/);
    expect(site.requests).toEqual([]);
    expect(contents(dataDir)).toEqual(before);
    const [again] = [await (await fetch(`${started.value.origin}/docs/crawler`)).text()];
    expect(again).not.toMatch(/gjallarhorn/);
  },
};
