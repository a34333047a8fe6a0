import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import type { App } from '../../src/app/app.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;
const robots = (content: string): string => `<meta name="robots" content="${content}">`;

async function stored(app: App): Promise<string[]> {
  const pages = await (await guildOf(app)).pages({ limit: 100, offset: 0 });
  return pages.map(({ url }) => new URL(url).pathname).toSorted();
}

describe('the same text under two addresses (rule 5.7)', () => {
  it('is stored once', async () => {
    const { origin } = await serve({ '/': page('Home', links('/a', '/b')), '/a': page('Same'), '/b': page('Same') });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings[`${origin}/b`]).toBe('duplicate-content');
    expect(await stored(app)).toEqual(['/', '/a']);
    await expectAccounted(app, ran);
  });

  it('is stored under the address that calls itself canonical, whichever came first', async () => {
    const same = page('Same', '', canonical('/real'));
    const { origin } = await serve({ '/': page('Home', links('/print', '/real')), '/print': same, '/real': same });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    expect(await stored(app)).toEqual(['/', '/real']);
  });

  it('is found under a canonical that no link leads to', async () => {
    const same = page('Same', '', canonical('/real#top'));
    const { origin, pagePaths } = await serve({ '/': page('Home', links('/print')), '/print': same, '/real': same });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/print', '/real']);
    expect(await stored(app)).toEqual(['/', '/real']);
  });

  it('moves with its page: the old address redirects now, and the text goes to the new one', async () => {
    let moved = false;
    const { origin } = await serve({
      '/': page('Home', links('/old')),
      '/old': () => (moved ? { status: 301, headers: { location: '/new' } } : page('Same')),
      '/new': page('Same'),
    });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    moved = true;
    await crawl(app, `${origin}/`);
    expect(await stored(app)).toEqual(['/', '/new']);
  });

  it('leaves no old text behind where a page had one of its own before', async () => {
    let merged = false;
    const { origin } = await serve({
      '/': page('Home', links('/a', '/b')),
      '/a': page('A'),
      '/b': () => page(merged ? 'A' : 'B'),
    });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    expect(await stored(app)).toEqual(['/', '/a', '/b']);
    merged = true;
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings[`${origin}/b`]).toBe('removed');
    expect(await stored(app)).toEqual(['/', '/a']);
    await expectAccounted(app, ran);
  });
});

describe('a canonical that names another page', () => {
  it('makes it a candidate; text that differs is never stored under it', async () => {
    const { origin, pagePaths } = await serve({
      '/': page('Home', links('/v1/page')),
      '/v1/page': page('Old version', '', canonical('/latest/page')),
      '/latest/page': page('New version'),
    });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/v1/page', '/latest/page']);
    const guild = await guildOf(app);
    expect((await guild.pageAt(`${origin}/v1/page`))?.title).toBe('Old version');
    expect((await guild.pageAt(`${origin}/latest/page`))?.title).toBe('New version');
  });

  it('on another site stores the page under its own address', async () => {
    const { origin } = await serve({ '/': page('Home', '', canonical('https://elsewhere.example/')) });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings).toEqual({ [`${origin}/`]: 'new', 'https://elsewhere.example/': 'other-origin' });
  });
});

describe('what a page asks of a crawler (rules 5.4 to 5.6)', () => {
  it('noindex keeps it out, and its links are followed', async () => {
    const { origin } = await serve({
      '/': page('Home', links('/list', '/header')),
      '/list': page('List', links('/a'), robots('noindex')),
      '/a': page('A'),
      '/header': { headers: { 'x-robots-tag': ['otherbot: nofollow', 'noindex'] }, body: page('Header') },
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings).toMatchObject({
      [`${origin}/list`]: 'noindex',
      [`${origin}/header`]: 'noindex',
      [`${origin}/a`]: 'new',
    });
    expect(await stored(app)).toEqual(['/', '/a']);
  });

  it('nofollow leaves its links alone, unless another page leads there too', async () => {
    const { origin, pagePaths } = await serve({
      '/': page('Home', links('/closed', '/open')),
      '/closed': page('Closed', links('/only-here', '/both'), robots('nofollow')),
      '/open': page(
        'Open',
        `${links('/both')}<a rel="UGC noopener" href="/ugc">u</a><a rel="sponsored" href="/ad">a</a><a rel="nofollow" href="/twice">t</a><a href="/twice">t</a>`,
      ),
      '/both': page('Both'),
      '/twice': page('Twice'),
    });
    const app = await startApp();
    const ran = await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/closed', '/open', '/both', '/twice']);
    expect(ran.endings).toMatchObject({
      [`${origin}/only-here`]: 'nofollow-page',
      [`${origin}/ugc`]: 'nofollow-link',
      [`${origin}/ad`]: 'nofollow-link',
      [`${origin}/both`]: 'new',
      [`${origin}/twice`]: 'new',
    });
    await expectAccounted(app, ran);
  });

  it('a link that may be followed counts in the run that continues too, when the one before saw only nofollow', async () => {
    const { origin, pagePaths } = await serve({
      '/': page('Home', `${links('/a', '/b')}<a rel="nofollow" href="/c">c</a>`),
      '/a': page('A'),
      '/b': page('B', links('/c')),
      '/c': page('C'),
    });
    const app = await startApp();
    await expectAccounted(app, await crawl(app, `${origin}/`, { pages: 2 }));
    const rest = await crawl(app, `${origin}/`);
    expect(pagePaths()).toEqual(['/', '/a', '/b', '/c']);
    expect(rest.endings).toEqual({ [`${origin}/b`]: 'new', [`${origin}/c`]: 'new' });
  });

  it('a page that turned noindex leaves the knowledge at the next crawl', async () => {
    let closed = false;
    const { origin } = await serve({
      '/': page('Home', links('/a')),
      '/a': (): SiteAnswer => page('A', '', closed ? robots('none') : ''),
    });
    const app = await startApp();
    await crawl(app, `${origin}/`);
    closed = true;
    const ran = await crawl(app, `${origin}/`);
    expect(ran.endings[`${origin}/a`]).toBe('removed');
    expect(await stored(app)).toEqual(['/']);
    expect(await (await guildOf(app)).search('says something that no other page', 9)).toHaveLength(1);
  });

  it('a page that an admin names is imported all the same, and the reply says so', async () => {
    const { origin } = await serve({ '/a': page('A', '', robots('noindex')) });
    const app = await startApp();
    const ran = await importPages(app, [`${origin}/a`]);
    expect(ran.events).toContainEqual(
      expect.objectContaining({ kind: 'page', change: 'new', note: expect.stringContaining('noindex') }),
    );
    await crawl(app, `${origin}/a`);
    expect(await stored(app)).toEqual(['/a']);
  });
});

it('follows the links of a page that needs JavaScript for its text, and stores nothing of it', async () => {
  const shell =
    '<!doctype html><title>App</title><div id="app"></div><noscript><a href="/a">A</a></noscript><script src="/app.js"></script>';
  const { origin } = await serve({ '/': shell, '/a': page('A') });
  const app = await startApp();
  const ran = await crawl(app, `${origin}/`);
  expect(ran.endings).toEqual({ [`${origin}/`]: 'empty-shell', [`${origin}/a`]: 'new' });
});
