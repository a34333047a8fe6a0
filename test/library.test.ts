import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Library from '../src/index.ts';
import { root } from './support/built.ts';

const run = promisify(execFile);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const url = 'https://docs.example.org/guide/';

let lib: typeof Library;

beforeAll(async () => {
  lib = await import(join(root, 'dist/src/index.js'));
});

describe('the library, as it is built', () => {
  it('exports these functions and no others', () => {
    expect(Object.keys(lib).toSorted()).toEqual([
      'canonicalOf',
      'checkAddress',
      'checkUrl',
      'decideScope',
      'followableLinks',
      'judgeRobotsAnswer',
      'parseSitemap',
      'readDirectives',
      'readLastmod',
      'readPage',
      'readRobots',
      'sniffLink',
      'splitForDiscord',
    ]);
  });

  it('is imported by its name, with types', { timeout: 60_000 }, async () => {
    const script = `import { checkAddress } from 'heimdall'; console.log(checkAddress('8.8.8.8'));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    expect(stdout).toBe('public\n');
    const user = join(root, `dist/user-${process.pid}.mts`);
    writeFileSync(
      user,
      `import { readPage, readRobots, type Page, type PageRefusal, type RobotsPolicy, type SkipReason } from 'heimdall';
       const policy: RobotsPolicy = readRobots(new Uint8Array(), new URL('${url}'));
       const reason: SkipReason = 'noindex';
       const read: Page | { refused: PageRefusal } = readPage(new Uint8Array(), { url: '${url}', fetchedAt: new Date(0) });
       export const all: [boolean, SkipReason, string] = [policy.allows(new URL('${url}')), reason, 'refused' in read ? read.refused : read.title];\n`,
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
      '--ignoreConfig',
      user,
    ];
    const checked = await run(process.execPath, [tsc, ...flags], { cwd: root }).catch(
      (error: { stdout: string }) => error,
    );
    rmSync(user);
    expect(checked.stdout).toBe('');
  });

  it('checkAddress and checkUrl: public or acceptable, or the reason', () => {
    expect(lib.checkAddress('8.8.8.8')).toBe('public');
    expect(lib.checkAddress('10.0.0.1')).toBe('10.0.0.1 is a private address');
    expect(lib.checkUrl(url)).toBe('acceptable');
    expect(lib.checkUrl('http://0x7f.1/')).toBe('127.0.0.1 is a loopback address');
  });

  it('readRobots: what a group allows, its delay, the sitemaps', () => {
    const text =
      'User-agent: HeimdallBot\nDisallow: /private\nCrawl-delay: 99\n\nSitemap: https://docs.example.org/s.xml\n';
    const policy = lib.readRobots(bytes(text), new URL('https://docs.example.org/robots.txt'));
    expect(policy.allows(new URL(url))).toBe(true);
    expect(policy.allows(new URL('https://docs.example.org/private/x'))).toBe(false);
    expect(policy.crawlDelaySeconds).toBe(10);
    expect(policy.sitemaps).toEqual(['https://docs.example.org/s.xml']);
    expect(
      lib
        .readRobots(bytes(text), new URL('https://docs.example.org/robots.txt'), 'OtherBot')
        .allows(new URL('https://docs.example.org/private/x')),
    ).toBe(true);
  });

  it('judgeRobotsAnswer: a policy, nothing, or another try', () => {
    const robots = new URL('https://docs.example.org/robots.txt');
    const judged = lib.judgeRobotsAnswer({ status: 404, body: bytes('') }, robots);
    expect(judged.kind === 'policy' && judged.policy.allows(new URL(url))).toBe(true);
    expect(lib.judgeRobotsAnswer({ status: 429, body: bytes('') }, robots)).toEqual({ kind: 'fetch-nothing' });
    expect(lib.judgeRobotsAnswer({ status: 503, body: bytes('') }, robots)).toEqual({ kind: 'try-again' });
    expect(lib.judgeRobotsAnswer({ unreachable: true }, robots)).toEqual({ kind: 'try-again' });
  });

  it('readDirectives, followableLinks and canonicalOf: what a page says to crawlers', () => {
    const html = `<link rel="canonical" href="/guide"><meta name="robots" content="noindex">
      <a href="a">a</a> <a href="b" rel="nofollow">b</a>`;
    expect(lib.readDirectives({ html, headers: [], now: new Date(0) })).toEqual({ noindex: true, nofollow: false });
    expect(lib.readDirectives({ headers: [['X-Robots-Tag', 'none']], now: new Date(0) })).toEqual({
      noindex: true,
      nofollow: true,
    });
    expect(lib.followableLinks({ html, url: new URL(url), headers: [] })).toEqual(['https://docs.example.org/guide/a']);
    expect(lib.canonicalOf({ html, url: new URL(url), headers: [] })).toBe('https://docs.example.org/guide');
  });

  it('decideScope: crawl, or the first reason why not', () => {
    const options = { baseUrls: [url], pathsToExclude: ['/old'], excludeFileUrls: true, includeUrlWithParam: false };
    expect(lib.decideScope(options, new Set(), `${url}a`)).toEqual({ crawl: true });
    expect(lib.decideScope(options, new Set(), `${url}old/a`)).toEqual({ crawl: false, reason: 'excluded-path' });
    expect(lib.decideScope(options, new Set([`${url}a`]), `${url}a`)).toEqual({
      crawl: false,
      reason: 'already-visited',
    });
  });

  it('parseSitemap and readLastmod: entries and their times', () => {
    const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc><lastmod>2026-03-01</lastmod></url></urlset>`;
    expect(lib.parseSitemap(bytes(xml), { url: 'https://docs.example.org/sitemap.xml' })).toEqual({
      type: 'urlset',
      entries: [{ loc: url, lastmod: expect.stringMatching(/^2026-03-01/) }],
    });
    expect(lib.readLastmod('2026-03-01T12:00:00+02:00')).toBe('2026-03-01T10:00:00.000Z');
    expect(lib.readLastmod('yesterday')).toBeNull();
  });

  it('splitForDiscord: parts that Discord takes', () => {
    expect(lib.splitForDiscord('Turn the key **twice**.')).toEqual(['Turn the key **twice**.']);
    expect(lib.splitForDiscord('word '.repeat(1000)).every((part) => part.length <= 2000)).toBe(true);
  });

  it('readPage: a page, or why it is not worth keeping', () => {
    const html = `<!doctype html><html lang="en"><title>Keys</title><main><h1 id="keys">Keys</h1><p>${'Turn the key twice. '.repeat(20)}</p></main>`;
    const read = lib.readPage(bytes(html), { url, contentType: 'text/html; charset=utf-8', fetchedAt: new Date(0) });
    if ('refused' in read) throw new Error(read.refused);
    expect(read).toMatchObject({ title: 'Keys', language: 'en', links: [], images: [], videos: [] });
    expect(read.markdown).toMatch(/^# Keys\n\nTurn the key twice\./);
    expect(read.contentHash).toMatch(/^[\da-f]{64}$/);
    expect(read.passages[0]).toMatchObject({ anchor: 'keys', headings: ['Keys'] });
    expect(
      lib.readPage(bytes('<div id="root"></div><script src="/app.js"></script>'), { url, fetchedAt: new Date(0) }),
    ).toEqual({ refused: 'empty-shell' });
  });
});
