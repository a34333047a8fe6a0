import { describe, expect, it } from 'vitest';
import { createTwinMemory } from '../../src/crawler/markdown-twin.ts';
import { crawl, serve, startApp } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import { pageWithTwin, twinSite, twinOf } from '../support/twin-site.ts';

const NOINDEX = '<meta name="robots" content="noindex">';

describe('what a job remembers of Markdown twins', () => {
  it('turns them off after two misses in a row', async () => {
    const gone = new Map(['/p3.md', '/p5.md', '/p6.md'].map((path) => [path, { status: 404 }]));
    const twins = await twinSite(10, gone);
    await crawl(twins.app, twins.url('/'));
    const asked = twins.asked().filter((path) => path.endsWith('.md'));
    expect(asked).toEqual(['/p1.md', '/p2.md', '/p3.md', '/p4.md', '/p5.md', '/p6.md']);
  });

  it('spends two requests a host and job on what is of no use, whatever they were for', () => {
    const seen = (path: string, alternate: string | null) => ({
      url: `https://a.example${path}`,
      shape: { headings: 1, codeBlocks: 0, characters: 500 },
      alternate,
      generator: '',
      namesList: true,
      restricted: false,
    });
    const readThree = (alternate: string | null) => {
      const twins = createTwinMemory();
      for (const path of ['/a', '/b', '/c']) twins.sawHtml(seen(path, alternate));
      return twins;
    };
    const url = 'https://a.example/c';
    const listed = readThree(null);
    const list = listed.nextTrial(url);
    if (list?.kind !== 'list') throw new Error('no list is asked for');
    const trial = listed.sawList(list, true);
    if (trial?.kind !== 'twin') throw new Error('no twin is tried');
    listed.sawTwin(trial, false);
    expect(listed.forKept(url)).toBe('page');
    // A twin that is stored was asked for and is gone: what is left is one more of them, and no trial.
    const missed = readThree(`${url}.md`);
    missed.asked(url, false);
    expect(missed.nextTrial(url)).toBeNull();
    expect(missed.forKept(url)).toBe('twin');
    missed.asked(url, false);
    expect(missed.forKept(url)).toBe('page');
  });

  it('asks for no twin of a page that robots.txt forbids by the time a crawl goes on', async () => {
    const twins = await twinSite(8);
    await crawl(twins.app, twins.url('/'), { pages: 6 });
    expect(twins.asked()).toEqual(['/', '/p0', '/p1', '/p1.md', '/p2.md', '/p3.md']);
    const body = 'User-agent: *\nDisallow: /p7$';
    twins.instead.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
    await crawl(twins.app, twins.url('/'), { pages: 6 });
    expect(twins.asked()).toEqual(['/p4', '/p5', '/p6', '/p6.md']);
  });

  it('asks a page whose HTML ever said noindex for its HTML, not for its twin', async () => {
    const app = await startApp();
    const names = Array.from({ length: 7 }, (_, n) => `/p${n}`);
    let noindex = NOINDEX;
    const site = await serve((path) => {
      if (path === '/') return page('Home', links(...names));
      if (names.includes(path)) return pageWithTwin(path, path === '/p5' ? noindex : '');
      const of = path.replace(/\.md$/, '');
      return names.includes(of) && noindex === ''
        ? { headers: { 'content-type': 'text/markdown' }, body: twinOf(of) }
        : undefined;
    });
    await crawl(app, `${site.origin}/`);
    const before = site.requests.length;
    // It comes back in; a twin would still have hidden what it said.
    noindex = '';
    await crawl(app, `${site.origin}/`, { fresh: true });
    const asked = site.requests.slice(before).map(({ path }) => path);
    expect(asked).toContain('/p4.md');
    expect(asked).toContain('/p6.md');
    expect(asked).toContain('/p5');
    expect(asked).not.toContain('/p5.md');
  });

  it('prefers no Markdown where the HTML of that very address ever said noindex', async () => {
    const app = await startApp();
    const names = Array.from({ length: 6 }, (_, n) => `/p${n}`);
    let servesMarkdown = false;
    const site = await serve((path, { headers }) => {
      if (path === '/') return page('Home', links(...names));
      if (!names.includes(path)) return undefined;
      if (servesMarkdown && headers.accept?.startsWith('text/markdown') === true)
        return { headers: { 'content-type': 'text/markdown' }, body: twinOf(path) };
      return page(path, '', path === '/p4' && !servesMarkdown ? NOINDEX : '');
    });
    await crawl(app, `${site.origin}/`);
    const before = site.requests.length;
    servesMarkdown = true;
    await crawl(app, `${site.origin}/`, { fresh: true });
    const wished = site.requests
      .slice(before)
      .filter(({ headers }) => headers.accept?.startsWith('text/markdown') === true)
      .map(({ path }) => path);
    expect(wished).toEqual(['/p2', '/p3', '/p5']);
  });
});
