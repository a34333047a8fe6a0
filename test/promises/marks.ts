import { expect } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

/** A page with a word to crawlers, in each of the places where one may stand. */
function marked(word: string, content = ''): Readonly<Record<string, SiteAnswer>> {
  const meta = (name: string): string => `<meta name="${name}" content="${word}">`;
  const header = (value: string): SiteAnswer => ({
    headers: { 'x-robots-tag': ['otherbot: all', value] },
    body: page(`${word} by ${value}`, content),
  });
  return {
    '/robots': page(`${word} robots`, content, meta('robots')),
    '/our-name': page(`${word} our name`, content, meta('HEIMDALLBOT')),
    '/header': header(word),
    '/named-header': header(`HeimdallBot: ${word}`),
    '/not-us': page(`${word} not us`, '', meta('otherbot')),
  };
}

/** Crawls a site whose start page links to all others; what was stored, and what was asked for. */
async function crawled(pages: Readonly<Record<string, SiteAnswer>>): Promise<{ stored: string[]; asked: string[] }> {
  const site = await serve({ ...pages, '/': page('Home', links(...Object.keys(pages))), '/beyond': page('Beyond') });
  const app = await startApp();
  await crawl(app, `${site.origin}/`);
  const stored = await (await guildOf(app)).pages({ limit: 100, offset: 0 });
  return { stored: stored.map(({ url }) => new URL(url).pathname).toSorted(), asked: site.pagePaths() };
}

export const markProofs = {
  async noindex() {
    for (const word of ['noindex', 'none']) expect((await crawled(marked(word))).stored).toEqual(['/', '/not-us']);
  },

  async nofollow() {
    for (const word of ['nofollow', 'none']) {
      const { asked } = await crawled(marked(word, links('/beyond')));
      expect(asked).toHaveLength(6);
      expect(asked).not.toContain('/beyond');
    }
  },

  async 'unavailable-after'() {
    // The tests' clock stands in March 2026.
    expect((await crawled(marked('unavailable_after: 2026-02-01'))).stored).toEqual(['/', '/not-us']);
    expect((await crawled(marked('unavailable_after: 2026-12-01'))).stored).toHaveLength(6);
  },

  async rel() {
    const link = (rel: string): string => `<a rel="${rel}" href="/${rel.toLowerCase()}">${rel}</a>`;
    const site = await serve({
      '/': page('Home', `${['nofollow', 'UGC', 'sponsored'].map(link).join(' ')}${link('noopener')}`),
      '/noopener': page('Open'),
    });
    await crawl(await startApp(), `${site.origin}/`);
    expect(site.pagePaths()).toEqual(['/', '/noopener']);
  },

  async 'named-noindex'() {
    const site = await serve({
      '/robots.txt': { body: 'User-agent: *\nDisallow: /shut' },
      '/a': page('A', '', '<meta name="robots" content="noindex">'),
      '/shut': page('Shut'),
    });
    const ran = await importPages(await startApp(), [`${site.origin}/a`, `${site.origin}/shut`]);
    expect(ran.endings).toEqual({ [`${site.origin}/a`]: 'new', [`${site.origin}/shut`]: 'robots-disallowed' });
    expect(ran.events).toContainEqual(
      expect.objectContaining({ kind: 'page', note: expect.stringMatching(/noindex/) }),
    );
    expect(site.pagePaths()).toEqual(['/a']);
  },

  async 'turned-noindex'() {
    let closed = false;
    const site = await serve({
      '/': page('Home', links('/a')),
      '/a': (): SiteAnswer => page('Gjallarhorn', '', closed ? '<meta name="robots" content="noindex">' : ''),
    });
    const app = await startApp();
    const guild = await guildOf(app);
    await crawl(app, `${site.origin}/`);
    expect(await guild.search('gjallarhorn', 5)).not.toEqual([]);
    closed = true;
    await crawl(app, `${site.origin}/`);
    expect(await guild.search('gjallarhorn', 5)).toEqual([]);
  },
};
