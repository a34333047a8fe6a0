import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAsGood, pageOfTwin, shapeOf } from '../../src/crawler/markdown-twin.ts';
import { readPage } from '../../src/page/read.ts';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { nextWeek } from '../support/upkeep.ts';

const built = join(import.meta.dirname, '../data/pages/built');
const html = (name: string) => readFileSync(join(built, `docusaurus3/${name}.html`), 'utf8');
const markdown = (name: string) => readFileSync(join(built, `twins/docs/${name}.md`), 'utf8');

/** As `twins.json` says to serve them: two traps among them. */
const TYPES: Readonly<Record<string, string>> = { configuration: 'text/plain; charset=utf-8' };
const NAMES = ['introduction', 'configuration', 'troubleshooting', 'installation', 'api'];
const DISCOVERED = new Set(['/robots.txt', '/llms.txt']);

function handbook(extra: Readonly<Record<string, SiteAnswer>> = {}): Record<string, SiteAnswer> {
  const pages: Record<string, SiteAnswer> = { '/': page('Handbook', links(...NAMES.map((name) => `/docs/${name}`))) };
  for (const name of NAMES) {
    pages[`/docs/${name}`] = html(name);
    const headers = { 'content-type': TYPES[name] ?? 'text/markdown; charset=utf-8', etag: `"${name}"` };
    pages[`/docs/${name}.md`] = { headers, body: markdown(name) };
  }
  return { ...pages, ...extra };
}

describe('Markdown twins', () => {
  it('are used once one has shown to be as good as its page, and the traps are not', async () => {
    const app = await startApp();
    const site = await serve(handbook());
    await crawl(app, `${site.origin}/`, { exclude: ['/blog'] });
    const asked = site.requests.map(({ path }) => path).filter((path) => path.startsWith('/docs/'));
    expect(asked).toEqual([
      '/docs/introduction',
      '/docs/configuration',
      '/docs/configuration.md',
      '/docs/troubleshooting.md',
      '/docs/installation.md',
      '/docs/installation',
      '/docs/api.md',
      '/docs/api',
    ]);
    const guild = await guildOf(app);
    const stored = async (name: string) => {
      const found = await guild.pageAt(`${site.origin}/docs/${name}`);
      return found === null ? null : guild.page(found.id);
    };
    expect((await stored('troubleshooting'))?.markdown).toContain(
      'Most trouble with a queue is trouble with whoever reads',
    );
    expect((await stored('troubleshooting'))?.validators).toEqual({ etag: '"troubleshooting"' });
    expect(shapeOf((await stored('api'))?.markdown ?? '').codeBlocks).toBeGreaterThanOrEqual(5);
    expect(await guild.pageAt(`${site.origin}/docs/troubleshooting.md`)).toBeNull();
  });

  it('are asked for again at the weekly check, with their own validators; where they are gone, the page is', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const pages = handbook();
    const site = await serve((path, { headers }) => {
      const answer = pages[path];
      const etag = typeof answer === 'object' ? answer.headers?.['etag'] : undefined;
      return etag !== undefined && headers['if-none-match'] === etag ? { status: 304 } : answer;
    });
    await crawl(app, `${site.origin}/`);
    const before = site.requests.length;
    const url = `${site.origin}/docs/troubleshooting`;
    expect((await nextWeek(app, clock, site)).endings[url]).toBe('unchanged');
    const paths = site.requests.slice(before).map(({ path }) => path);
    expect(paths).toContain('/docs/troubleshooting.md');
    expect(paths).not.toContain('/docs/troubleshooting');
    delete pages['/docs/troubleshooting.md'];
    await nextWeek(app, clock, site);
    expect(await (await guildOf(app)).freshness.checkedPageAt(url)).toMatchObject({ fetchedFrom: null });
  });

  it('cost a host without any at most two requests a job', async () => {
    const app = await startApp();
    const paths = Array.from({ length: 12 }, (_, n) => `/p${n}`);
    const plain = Object.fromEntries(paths.map((path) => [path, page(path)]));
    const site = await serve({ '/': page('Home', links(...paths)), ...plain });
    await crawl(app, `${site.origin}/`);
    const pages = new Set(['/', ...paths]);
    const extra = site.requests.map(({ path }) => path).filter((path) => !pages.has(path) && path !== '/robots.txt');
    expect(extra).toEqual([]);
    const listed = await serve({
      '/': page('Home', links(...paths)),
      ...plain,
      '/p1': page('/p1', links('/llms.txt')),
      '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '# Docs' },
    });
    await crawl(app, `${listed.origin}/`);
    const tried = listed.requests.map(({ path }) => path).filter((path) => !pages.has(path) && path !== '/robots.txt');
    expect(tried).toEqual(['/llms.txt', '/p1.md']);
    // The list is no page: it takes no page's place.
    expect(await (await guildOf(app)).job(2)).toMatchObject({ visited: pages.size + 1 });
  });

  it('are found by /llms.txt, where a page links to it', async () => {
    const app = await startApp();
    const paths = Array.from({ length: 6 }, (_, n) => `/p${n}`);
    const body = (path: string) => `# Page ${path}\n\nThe text of ${path}, as long as it has to be to say something.\n`;
    const type = { 'content-type': 'text/markdown' };
    const site = await serve((path) => {
      if (path === '/') return page('Home', links(...paths, '/llms.txt'));
      if (path === '/llms.txt') return { headers: { 'content-type': 'text/plain' }, body: '# Docs' };
      if (paths.includes(path))
        return `<title>${path}</title><main><h1>Page ${path}</h1><p>The text of ${path}, as long as it has to be to say something.</p></main>`;
      return paths.includes(path.replace(/\.md$/, '')) ? { headers: type, body: body(path.slice(0, -3)) } : undefined;
    });
    await crawl(app, `${site.origin}/`);
    const asked = site.requests.map(({ path }) => path);
    expect(asked).toEqual([
      '/robots.txt',
      '/',
      '/p0',
      '/p1',
      '/llms.txt',
      '/p1.md',
      '/p2.md',
      '/p3.md',
      '/p4.md',
      '/p5.md',
    ]);
  });

  it('are not used where pages carry directives or marked links, which twins would hide', async () => {
    const app = await startApp();
    const directed = html('introduction').replace('<head>', '<head><meta name="robots" content="noarchive">');
    const site = await serve(handbook({ '/docs/introduction': directed }));
    await crawl(app, `${site.origin}/`);
    expect(site.requests.filter(({ path }) => path.endsWith('.md') || DISCOVERED.has(path))).toHaveLength(1);
  });

  it('obey robots.txt and X-Robots-Tag', async () => {
    const app = await startApp();
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /*.md$' };
    const site = await serve(handbook({ '/robots.txt': robots }));
    await crawl(app, `${site.origin}/`);
    expect(site.requests.filter(({ path }) => path.endsWith('.md'))).toEqual([]);
    expect(await (await guildOf(app)).countPages()).toBe(6);
    const tagged = {
      headers: { 'content-type': 'text/markdown', 'x-robots-tag': 'noindex' },
      body: markdown('troubleshooting'),
    };
    const other = await serve(handbook({ '/docs/troubleshooting.md': tagged }));
    await crawl(app, `${other.origin}/`);
    expect(other.pagePaths()).toContain('/docs/troubleshooting');
  });

  it('compare by headings, code and length, and link to the pages they stand for', () => {
    const read = (name: string) => {
      const found = readPage(Buffer.from(html(name)), { url: `https://a.example/${name}`, fetchedAt: new Date(0) });
      return shapeOf('markdown' in found ? found.markdown : '');
    };
    const good = NAMES.filter((name) => isAsGood(shapeOf(markdown(name)), read(name)));
    expect(good).toEqual(['introduction', 'configuration', 'troubleshooting']);
    expect(pageOfTwin('https://a.example/docs/a.md#x')).toBe('https://a.example/docs/a#x');
    expect(pageOfTwin('https://a.example/docs/index.md')).toBe('https://a.example/docs/');
    expect(pageOfTwin('https://a.example/docs/a')).toBe('https://a.example/docs/a');
  });
});
