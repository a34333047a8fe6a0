import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import { crawl, guildOf, importPages, serve, startApp, tempDir } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import { runLine } from '../support/run-line.ts';

/** An app that knows a site of three pages, one of them imported too, and one that an admin removed. */
async function knowing(): Promise<{ readonly app: App; readonly origin: string }> {
  const site = await serve({
    '/': page('Handbook', links('/keys', '/gates', '/old')),
    '/keys': page(
      'Keys',
      '<h2 id="rotate">Rotating keys</h2><p>Turn the key twice.</p><img src="/key.png" alt="A key">',
    ),
    '/gates': page('Gates', '<h2 id="open">Opening</h2><p>The gates open at dawn.</p>'),
    '/old': page('Old', '<p>This was long ago.</p>'),
  });
  const app = await startApp();
  await crawl(app, `${site.origin}/`);
  await importPages(app, [`${site.origin}/keys`]);
  const guild = await guildOf(app);
  const old = await guild.pageAt(`${site.origin}/old`);
  await guild.removePage(old?.id ?? 0, 'admin', app.clock.now());
  return { app, origin: site.origin };
}

/** Everything but the numbers, which are another instance's own. */
async function contentOf(guild: GuildKnowledge): Promise<unknown> {
  const sources = await guild.sources();
  const nameOf = (id: number): string => JSON.stringify(sources.find((source) => source.id === id)?.spec);
  const pages = await guild.pages({ limit: 100, offset: 0 });
  const found = await guild.search('turn the key at dawn', 10);
  return {
    sources: sources.map(({ id: _, ...rest }) => rest),
    withheld: await Promise.all(sources.map(({ id }) => guild.withheldUrls(id))),
    pages: await Promise.all(
      pages.map(async ({ id, sourceIds }) => ({
        ...(await guild.page(id)),
        id: null,
        sourceIds: sourceIds.map(nameOf),
        passages: await guild.passagesOf(id),
      })),
    ),
    found: found.map(({ url, anchor, headings, text, score }) => ({ url, anchor, headings, text, score })),
  };
}

describe('an export', () => {
  it.each(['knowledge.jsonl', 'knowledge.jsonl.gz'])(
    'as %s is the same knowledge on another instance',
    async (name) => {
      const { app } = await knowing();
      const file = join(tempDir(), name);
      expect(await runLine(app, 'knowledge', 'export', '--file', file)).toMatchObject({ code: 0, err: '' });
      const other = await startApp();
      const taken = await runLine(other, 'knowledge', 'import', '--export', file);
      expect(taken.out).toBe(`Took in 2 sources from ${file}\n  3 new pages, 0 updated, 0 unchanged.\n`);
      expect(await contentOf(await guildOf(other))).toEqual(await contentOf(await guildOf(app)));
      // Once more changes nothing.
      expect((await runLine(other, 'knowledge', 'import', '--export', file)).out).toContain(
        '0 new pages, 0 updated, 3 unchanged',
      );
      expect(await contentOf(await guildOf(other))).toEqual(await contentOf(await guildOf(app)));
    },
  );

  it('does not replace what was fetched later', async () => {
    const { app, origin } = await knowing();
    const file = join(tempDir(), 'k.jsonl');
    await runLine(app, 'knowledge', 'export', '--file', file);
    await importPages(app, [`${origin}/keys`]);
    const before = await contentOf(await guildOf(app));
    expect((await runLine(app, 'knowledge', 'import', '--export', file)).out).toContain('1 left as they are');
    expect(await contentOf(await guildOf(app))).toEqual(before);
  });

  it('overwrites no file, needs a name for it, and says what it holds', async () => {
    const { app } = await knowing();
    const file = join(tempDir(), 'k.jsonl');
    writeFileSync(file, 'mine');
    expect((await runLine(app, 'knowledge', 'export', '--file', file)).err).toMatch(/is there already/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const nameless = await runLine(app, 'knowledge', 'export');
    expect([nameless.code, nameless.err]).toEqual([2, 'Name the file to write it to: --file FILE\n']);
    expect(nameless.out).toMatch(/^Export of 2 sources and 3 pages\n/);
    const nowhere = join(tempDir(), 'no', 'k.jsonl');
    expect((await runLine(app, 'knowledge', 'export', '--file', nowhere)).code).toBe(1);
    expect(existsSync(nowhere)).toBe(false);
  });

  it('that is damaged, cut short, or none at all changes nothing', async () => {
    const { app } = await knowing();
    const folder = tempDir();
    const file = join(folder, 'k.jsonl.gz');
    await runLine(app, 'knowledge', 'export', '--file', file);
    const text = gunzipSync(readFileSync(file)).toString();
    const other = await startApp();
    await guildOf(other);
    const refused = async (name: string, bytes: string | Buffer): Promise<string> => {
      writeFileSync(join(folder, name), bytes);
      const { code, err } = await runLine(other, 'knowledge', 'import', '--export', join(folder, name));
      expect(code).toBe(1);
      return err;
    };
    expect(await refused('half.jsonl', text.slice(0, text.length / 2))).toMatch(/Line \d|cut short/);
    expect(await refused('half.jsonl.gz', readFileSync(file).subarray(0, 200))).toMatch(/cannot be unpacked/);
    expect(await refused('packed.jsonl', gzipSync(text))).toMatch(/not an export/);
    expect(await refused('plain.jsonl.gz', text)).toMatch(/cannot be unpacked/);
    const missing = await runLine(other, 'knowledge', 'import', '--export', join(folder, 'none'));
    expect(missing.err).toMatch(/cannot be read/);
    expect(await (await guildOf(other)).sources()).toEqual([]);
  });
});

describe('an import from a file of addresses', () => {
  it('takes them with those that were typed, and leaves comments out', async () => {
    const { app, origin } = await knowing();
    const file = join(tempDir(), 'urls.txt');
    writeFileSync(file, `# our pages\n${origin}/keys ${origin}/gates # two\r\n\n${origin}/keys#rotate\n`);
    const ran = await runLine(app, 'knowledge', 'import', '--list', file, '--urls', `${origin}/`);
    expect(ran.out).toContain('import of 3 addresses: 3 pages stored');
  });

  it('names wrong lines, files too large and files that are no text', async () => {
    const app = await startApp();
    const file = join(tempDir(), 'urls.txt');
    const wrong = async (content: string | Buffer): Promise<string> => {
      writeFileSync(file, content);
      const { code, err } = await runLine(app, 'knowledge', 'import', '--list', file);
      expect(code).toBe(2);
      return err;
    };
    expect(await wrong('https://a.example/\ndocs\nftp://b.example/')).toBe(
      'Option list takes addresses that start with https:// or http://; what stands in these lines is none: 2 ("docs"), 3 ("ftp://b.example/").\n',
    );
    expect(await wrong('#')).toMatch(/has no addresses in it/);
    expect(await wrong('https://a.example/ '.repeat(4000))).toMatch(/at most 64 KB/);
    expect(await wrong(Buffer.from([0xff, 0xfe, 0x41]))).toMatch(/plain text file/);
    expect(await wrong(Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`).join('\n'))).toMatch(
      /at most 100 addresses, not 101/,
    );
    expect((await runLine(app, 'knowledge', 'import', '--list', `${file}.none`)).err).toMatch(/a file that is there/);
    expect((await runLine(app, 'knowledge', 'import')).err).toMatch(/^Name what to import/);
    expect((await runLine(app, 'knowledge', 'import', '--list', file, '--export', file)).code).toBe(2);
  });
});
