import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { App } from '../../src/app/app.ts';
import { runCommand } from '../../src/console/console.ts';
import { parseArguments } from '../../src/console/parse.ts';
import { createFakeClock } from '../support/clock.ts';
import { crawl, guildOf, importPages, serve, startApp, startImport, tempDir } from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';
import { createScreen } from '../support/screen.ts';
import { links, page } from '../support/site.ts';

async function run(app: App, ...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const screen = createScreen();
  const line = parseArguments(words, commands);
  if (line.kind !== 'command') throw new Error(line.kind);
  const code = await runCommand(line, app, screen, new AbortController().signal);
  return { code, ...screen.text };
}

async function pathsOf(app: App, guild = 'local'): Promise<string[]> {
  return (await (await guildOf(app, guild)).pages({ limit: 100, offset: 0 })).map(({ url }) => url);
}

const hostOf = (site: { readonly origin: string }): string => new URL(site.origin).host;

describe('heimdall purge', () => {
  it('deletes every page of the host in all servers, and nothing of another', async () => {
    const app = await startApp();
    const site = await serve({ '/': page('Home', links('/a')), '/a': page('A') });
    const other = await serve({ '/': page('Other') });
    for (const guild of ['one', 'two']) await crawl(app, `${site.origin}/`, { guild });
    await importPages(app, [`${other.origin}/`, `${site.origin}/a`], 'one');
    const purged = await run(app, 'purge', '--host', hostOf(site), '--json');
    expect(purged.code).toBe(0);
    expect(JSON.parse(purged.out)).toEqual({
      kind: 'result',
      host: hostOf(site),
      shut: true,
      pages: 4,
      servers: [
        { guildId: 'one', pages: 2 },
        { guildId: 'two', pages: 2 },
      ],
      problems: [],
    });
    expect(await pathsOf(app, 'one')).toEqual([`${other.origin}/`]);
    expect(await pathsOf(app, 'two')).toEqual([]);
    // A source that was nothing but a page of the host went with it.
    const sources = (await (await guildOf(app, 'one')).sources()).map(({ spec }) => spec.kind);
    expect(sources.toSorted()).toEqual(['page', 'site']);
  });

  it('erases the bytes, those of robots.txt that jobs keep as evidence too', async () => {
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const site = await serve({ '/robots.txt': { body: 'User-agent: *\n# Heimskringla' }, '/': page('Gjallarhorn') });
    await crawl(app, `${site.origin}/`);
    const files = (): string =>
      readdirSync(join(dataDir, 'guilds'))
        .map((name) => readFileSync(join(dataDir, 'guilds', name), 'latin1'))
        .join('');
    expect(files()).toMatch(/Gjallarhorn[^]*Heimskringla|Heimskringla[^]*Gjallarhorn/);
    await run(app, 'purge', '--host', hostOf(site));
    expect(files()).not.toMatch(/gjallarhorn|heimskringla/i);
  });

  it('lets no job reach the host any more: pages, robots.txt, sitemaps and redirects to it', async () => {
    const app = await startApp();
    const site = await serve({ '/': page('Home') });
    const way = await serve({ '/': { status: 301, headers: { location: `${site.origin}/` } } }, '127.0.0.2');
    await run(app, 'purge', '--host', hostOf(site));
    expect((await crawl(app, `${site.origin}/`, { sitemap: 'auto' })).endings).toEqual({
      [`${site.origin}/`]: 'host-purged',
    });
    expect(Object.values((await importPages(app, [`${way.origin}/`])).endings)).toContain('host-purged');
    const checked = await run(app, 'knowledge', 'check', '--url', `${site.origin}/`);
    expect(checked.out).toContain('is on a host that is left alone for good, as its owner asked');
    expect(site.requests).toEqual([]);
  });

  it('covers every port when no port is named', async () => {
    const app = await startApp();
    const site = await serve({ '/': page('Home') }, '127.0.0.3');
    await crawl(app, `${site.origin}/`);
    await run(app, 'purge', '--host', '127.0.0.3');
    expect(await pathsOf(app)).toEqual([]);
    expect((await importPages(app, [`${site.origin}/`])).endings).toEqual({ [`${site.origin}/`]: 'host-purged' });
  });

  it('tells the admins concerned, in the list of their sources, and nobody else', async () => {
    const app = await startApp();
    const site = await serve({ '/': page('Home') });
    const other = await serve({ '/': page('Other') });
    await crawl(app, `${site.origin}/`, { guild: 'one' });
    await crawl(app, `${other.origin}/`, { guild: 'two' });
    await run(app, 'purge', '--host', hostOf(site));
    const notice = `The owner of ${hostOf(site)} asked to be left alone: on 2026-03-01`;
    expect((await run(app, 'knowledge', 'list', '--guild', 'one')).out).toContain(notice);
    expect((await run(app, 'knowledge', 'list', '--guild', 'two')).out).not.toContain('asked to be left alone');
  });

  it('is taken back with --undo: the host may be visited, and the notice goes', async () => {
    const app = await startApp();
    const site = await serve({ '/': page('Home') });
    await crawl(app, `${site.origin}/`);
    await run(app, 'purge', '--host', hostOf(site));
    expect((await run(app, 'purge', '--host', hostOf(site), '--undo')).out).toContain('may be visited again');
    expect(await pathsOf(app)).toEqual([]);
    expect((await run(app, 'knowledge', 'list')).out).not.toContain('asked to be left alone');
    expect((await crawl(app, `${site.origin}/`)).endings).toEqual({ [`${site.origin}/`]: 'new' });
    const again = await run(app, 'purge', '--host', hostOf(site), '--undo');
    expect([again.code, again.err]).toEqual([1, `${hostOf(site)} is not shut out.\n`]);
  });

  it('drops what was under way: an answer that comes afterwards is not stored', async () => {
    const app = await startApp({ clock: createFakeClock() });
    const { origin, until, letGo } = await holdingSite();
    const { ran } = await startImport(app, [`${origin}/hold`]);
    await until('/hold');
    const purging = run(app, 'purge', '--host', new URL(origin).host);
    letGo();
    expect((await ran).endings).toEqual({ [`${origin}/hold`]: 'host-purged' });
    expect((await purging).code).toBe(0);
    expect(await pathsOf(app)).toEqual([]);
  });

  it('is kept over a restart', async () => {
    const dataDir = tempDir();
    const first = await startApp({ dataDir });
    await run(first, 'purge', '--host', 'Docs.Example.org');
    await first.close();
    const second = await startApp({ dataDir });
    expect(await second.store.shutHosts.all()).toEqual(['docs.example.org']);
  });

  it.each([
    ['https://docs.example.org/guide', 'docs.example.org'],
    ['docs.example.org:8080', 'docs.example.org:8080'],
    ['docs.example.org:443', 'docs.example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('takes %s for %s', async (written, host) => {
    const app = await startApp();
    await run(app, 'purge', '--host', written);
    expect(await app.store.shutHosts.all()).toEqual([host]);
  });

  it('refuses what is no host, and whoever does not run Heimdall', async () => {
    const app = await startApp();
    const wrong = await run(app, 'purge', '--host', 'docs example');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/is the name of a host, such as docs\.example\.org/);
    const purge = commands.find(({ path }) => path[0] === 'purge');
    const context = {
      app,
      guildId: 'one',
      operator: false,
      asksFirst: true,
      member: null,
      signal: new AbortController().signal,
    };
    const answer = await purge?.start(new Map([['host', 'example.org']]), context).next();
    expect([answer?.value]).toEqual([
      { kind: 'problem', usage: false, sentence: 'This is for whoever runs Heimdall.' },
    ]);
    expect(await app.store.shutHosts.all()).toEqual([]);
  });
});
