import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { afterTest, startApp, tempDir } from '../support/app.ts';
import { runLine, type RanLine } from '../support/run-line.ts';
import { links, page, startSite } from '../support/site.ts';

let app: App;
let origin: string;
let dataDir: string;

const run = (...words: readonly string[]): Promise<RanLine> => runLine(app, ...words);

beforeEach(async () => {
  const site = await startSite({
    '/': page('Handbook', links('/keys', '/hidden', '/gone', '/file.pdf', 'https://elsewhere.example/')),
    '/keys': page(
      'Keys',
      '<h2 id="rotate">Rotating keys</h2><p>Turn the key twice, then wait for the green light.</p><p>Do so each month, by daylight and with a witness: the lock counts how often it was opened, and the logbook of the tower wants a line for each time. Whoever turned it signs, and whoever watched signs below. A key that does not turn is never forced; ask the harbour office instead.</p>',
    ),
    '/hidden': page('Hidden', '', '<meta name="robots" content="noindex">'),
  });
  afterTest(() => site.close());
  origin = site.origin;
  dataDir = tempDir();
  app = await startApp({ dataDir });
});

const crawl = (): Promise<RanLine> => run('knowledge', 'crawl', '--url', `${origin}/`, '--sitemap', 'off');

describe('the commands', () => {
  it('crawl: shows what happens, then what became of every URL met', async () => {
    const { code, out, err } = await crawl();
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain(`new      ${origin}/keys  Keys`);
    expect(out).toContain(
      `Job 1: crawl of ${origin}/: 2 pages stored\n  2 new, 0 updated, 0 unchanged, 0 removed; 6 URLs met in`,
    );
    expect(out).toContain(`1 ×  is a file, and files are excluded  ${origin}/file.pdf`);
    expect(out).toContain(`${origin}/gone (http-404): The page does not exist (404)`);
  });

  it('crawl --json: every event as it happens, the result last, and its counts add up to the URLs met', async () => {
    const ran = await run('knowledge', 'crawl', '--url', `${origin}/`, '--sitemap', 'off', '--json');
    const objects: { kind: string }[] = ran.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects[0]).toMatchObject({ kind: 'started', jobId: 1, at: '2026-03-01T12:00:00.000Z' });
    expect(objects.filter(({ kind }) => kind === 'page')).toHaveLength(2);
    expect(objects.at(-2)).toMatchObject({ kind: 'finished', end: 'done' });
    const { kind, receipt, met, seconds, tally } = ran.result();
    expect({ kind, met, seconds: typeof seconds, tally }).toMatchObject({
      kind: 'result',
      met: 6,
      seconds: 'number',
      tally: { met: 6 },
    });
    expect(receipt).toEqual({
      new: 2,
      updated: 0,
      unchanged: 0,
      removed: 0,
      noindex: 1,
      'file-url': 1,
      'other-origin': 1,
      'http-404': 1,
    });
  });

  it('crawl: nothing stored is a failure', async () => {
    expect((await run('knowledge', 'crawl', '--url', `${origin}/gone`)).code).toBe(1);
    expect((await run('knowledge', 'import', '--urls', `${origin}/gone`)).code).toBe(1);
  });

  it('an address that cannot be fetched is wrong usage, says how to open it, and leaves no file behind', async () => {
    for (const words of [
      ['knowledge', 'crawl', '--url', 'http://10.1.2.3/'],
      ['knowledge', 'crawl', '--url', `${origin}/`, '--sitemap', 'http://10.1.2.3/sitemap.xml'],
      ['knowledge', 'crawl', '--url', 'http://10.1.2.3/', '--preview'],
      ['knowledge', 'import', '--urls', `${origin}/ http://10.1.2.3/`],
      ['knowledge', 'check', '--url', 'http://10.1.2.3/'],
    ]) {
      const { code, out, err } = await run(...words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(
        /^Heimdall does not fetch http:\/\/10\.1\.2\.3\/.*: 10\.1\.2\.3 is a private address \(.*CRAWLER_ALLOW_NETWORKS.*\)\.\n$/,
      );
    }
    expect(existsSync(join(dataDir, 'guilds/local.sqlite'))).toBe(false);
  });

  it('reading for a guild that is not there says which are, and makes nothing', async () => {
    expect((await run('knowledge', 'list', '--guild', 'typo')).err).toMatch(
      /^Nothing is known here yet\. Start with: /,
    );
    await crawl();
    for (const words of [
      ['list'],
      ['pages'],
      ['jobs'],
      ['search', '--query', 'x'],
      ['show', '--page', '1'],
      ['remove', '--page', '1'],
    ]) {
      const { code, err } = await run('knowledge', ...words, '--guild', 'typo');
      expect([code, err]).toEqual([1, 'Guild typo has no knowledge here; these have: local.\n']);
    }
    expect(await app.store.guildIds()).toEqual(['local']);
  });

  it('search: title, address with anchor, and the words around what was asked', async () => {
    await crawl();
    const { out, code } = await run('knowledge', 'search', '--query', 'rotating keys', '--limit', '1');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^1 passage for "rotating keys"\n {2}Keys › Rotating keys\n {6}http:\S+\/keys#rotate\n {6}Turn the key twice/,
    );
    const { passages } = (
      await run('knowledge', 'search', '--query', 'rotating keys', '--limit', '1', '--json')
    ).result();
    expect(passages).toMatchObject([
      { url: `${origin}/keys`, anchor: 'rotate', title: 'Keys', score: expect.any(Number) },
    ]);
    expect((await run('knowledge', 'search', '--query', 'zzz')).out).toBe('Nothing found for "zzz"\n');
  });

  it('list, pages and show: what is stored, the Markdown as it is', async () => {
    await crawl();
    expect((await run('knowledge', 'list')).out).toMatch(
      /^1 source\n {2}1 {2}http\S+\n {6}site, 2 pages, last checked 2026-03-01 12:\d\d UTC\n$/,
    );
    expect((await run('knowledge', 'pages')).out).toMatch(/^Pages 1 to 2 of 2\n {2}1 {2}Handbook\n/);
    expect((await run('knowledge', 'pages', '--from', '9')).out).toBe('There are only 2 pages\n');
    const shown = await run('knowledge', 'show', '--page', `${origin}/keys`);
    const { markdown } = (await run('knowledge', 'show', '--page', '2', '--json')).result();
    expect(shown.out.endsWith(`\n\n${String(markdown)}\n`)).toBe(true);
    const facts = shown.out.split('\n\n')[0]?.split('\n').slice(1) ?? [];
    expect(facts.join('\n')).toMatch(/Came from +job 1, found on http\S+\/\n/);
    expect(facts.join('\n')).toMatch(/robots\.txt +404, everything may be fetched, read 2026-03-01 12:00 UTC by job 1/);
    expect(facts.join('\n')).toMatch(/Sources +1 \(site http\S+\)\n/);
    expect(new Set(facts.map((row) => /^ {2}\S+(?: \S+)?\s{2,}/.exec(row)?.[0].length)).size).toBe(1);
    expect((await run('knowledge', 'show', '--page', '77')).err).toBe(
      'There is no page "77". List them with: knowledge pages\n',
    );
  });

  it('jobs: the list, one in full, and its file, which never overwrites another', async () => {
    await crawl();
    expect((await run('knowledge', 'jobs')).out).toMatch(
      /^1 job, newest first\n {2}1 {2}crawl of http\S+\n {6}done, begun 2026-03-01 12:00 UTC, 4 page requests\n$/,
    );
    const file = join(dataDir, 'receipt.csv');
    const one = await run('knowledge', 'jobs', '--job', '1', '--file', file);
    expect(one.code).toBe(0);
    expect(one.out).toContain(`1 × noindex: asks not to be indexed (noindex)\n      ${origin}/hidden\n`);
    expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(8);
    writeFileSync(file, 'mine');
    const again = await run('knowledge', 'jobs', '--job', '1', '--file', file);
    expect([again.code, again.err]).toEqual([1, `${file} is there already: choose another name, or move it away.\n`]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await run('knowledge', 'jobs', '--job', '1', '--file', join(dataDir, 'no/such/x.csv'))).code).toBe(1);
    expect((await run('knowledge', 'jobs', '--file', join(dataDir, 'y.csv'))).code).toBe(1);
    expect((await run('knowledge', 'jobs', '--job', '9')).err).toBe(
      'There is no job 9. List them with: knowledge jobs\n',
    );
    expect((await run('knowledge', 'jobs', '--job', '1', '--cancel', '1')).code).toBe(2);
    expect((await run('knowledge', 'jobs', '--cancel', '1')).err).toBe('Job 1 is over already.\n');
  });

  it('remove: a page, a source, and never both at once', async () => {
    await crawl();
    expect((await run('knowledge', 'remove')).code).toBe(2);
    expect((await run('knowledge', 'remove', '--page', '1', '--source', '1')).code).toBe(2);
    expect((await run('knowledge', 'remove', '--page', `${origin}/keys`)).out).toBe(
      `Removed page 2 (${origin}/keys)\n  For a day it can be put back with: knowledge restore --page 2\n`,
    );
    expect((await run('knowledge', 'remove', '--page', '2')).code).toBe(1);
    expect((await run('knowledge', 'remove', '--page', '2', '--erase')).out).toBe(`Erased page 2 (${origin}/keys)\n`);
    expect((await run('knowledge', 'remove', '--source', '1')).out).toBe(
      `Removed source 1 (${origin}/) and 1 page\n  For a day it can be put back with: knowledge restore --source 1\n`,
    );
    expect((await run('knowledge', 'remove', '--source', '1', '--erase')).out).toMatch(
      /^Erased source 1 .* and 1 page\n$/,
    );
  });

  it('restore: a source, a page, and what lists say of both', async () => {
    await crawl();
    expect((await run('knowledge', 'restore')).code).toBe(2);
    expect((await run('knowledge', 'restore', '--page', '1')).err).toBe(
      'There is no removed page "1". List them with: knowledge pages --removed\n',
    );
    await run('knowledge', 'remove', '--page', '2');
    expect((await run('knowledge', 'pages', '--removed')).out).toMatch(
      /^1 removed page\n {2}Put one back with: .*\n {2}2 {2}Keys\n {6}http\S+\/keys\n {6}was removed by an admin; can be put back until 2026-03-02 12:\d\d UTC\n$/,
    );
    expect((await run('knowledge', 'restore', '--page', '2')).out).toBe(`Page 2 (${origin}/keys) is back\n`);
    await run('knowledge', 'remove', '--source', '1');
    expect((await run('knowledge', 'list', '--removed')).out).toMatch(
      /^1 removed source\n.*\n {2}1 {2}http\S+\n {6}site, 2 pages, can be put back until 2026-03-02 12:\d\d UTC\n$/,
    );
    expect((await run('knowledge', 'restore', '--source', `${origin}/`)).out).toBe(
      `Source 1 (${origin}/) is back\n  It has 2 pages.\n`,
    );
    expect((await run('knowledge', 'restore', '--job', '1')).err).toBe('No discarded pages of job 1 are kept.\n');
    expect((await run('knowledge', 'pages', '--removed')).out).toBe('No removed pages\n');
    expect((await run('knowledge', 'list', '--removed')).out).toBe(
      'No removed sources\n  Removed pages are listed with: knowledge pages --removed\n',
    );
  });

  it('check and preview: say what would happen, and store nothing', async () => {
    const checked = await run('knowledge', 'check', '--url', `${origin}/keys`);
    expect(checked.out).toContain(`${origin}/keys would be stored\n  "Keys": `);
    const previewed = await run('knowledge', 'crawl', '--url', `${origin}/`, '--preview');
    expect(previewed.code).toBe(0);
    expect(previewed.out).toContain('nothing was stored\n  One run would visit');
    expect(await app.store.guildIds()).toEqual([]);
  });

  it('an import says what was noticed about a page', async () => {
    const { out, code } = await run('knowledge', 'import', '--urls', `${origin}/hidden ${origin}/keys`);
    expect(code).toBe(0);
    expect(out).toContain('Job 1: import of 2 addresses: 2 pages stored\n');
    expect(out).toMatch(/\/hidden: .*noindex/);
  });
});
