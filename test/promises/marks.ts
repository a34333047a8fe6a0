import { expect } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

/** Below a folder, pages with a word to crawlers, in each of the places where one may stand. */
function marked(folder: string, word: string, content = ''): Readonly<Record<string, SiteAnswer>> {
  const meta = (name: string): string => `<meta name="${name}" content="${word}">`;
  const header = (value: string): SiteAnswer => ({
    headers: { 'x-robots-tag': ['otherbot: all', value] },
    body: page(`${folder} by ${value}`, content),
  });
  return {
    [`${folder}/robots`]: page(`${folder} robots`, content, meta('robots')),
    [`${folder}/our-name`]: page(`${folder} our name`, content, meta('HEIMDALLBOT')),
    [`${folder}/header`]: header(word),
    [`${folder}/named-header`]: header(`HeimdallBot: ${word}`),
    [`${folder}/not-us`]: page(`${folder} not us`, '', meta('otherbot')),
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
    const { stored } = await crawled({ ...marked('/a', 'noindex'), ...marked('/b', 'none') });
    expect(stored).toEqual(['/', '/a/not-us', '/b/not-us']);
  },

  async nofollow() {
    const beyond = links('/beyond');
    const { asked } = await crawled({ ...marked('/a', 'nofollow', beyond), ...marked('/b', 'none', beyond) });
    expect(asked).toHaveLength(11);
    expect(asked).not.toContain('/beyond');
  },

  async 'unavailable-after'() {
    // The tests' clock stands in March 2026.
    const pages = {
      ...marked('/over', 'unavailable_after: 2026-02-01'),
      ...marked('/open', 'unavailable_after: 2026-12-01'),
    };
    const { stored } = await crawled(pages);
    expect(stored.filter((path) => path.startsWith('/over'))).toEqual(['/over/not-us']);
    expect(stored.filter((path) => path.startsWith('/open'))).toHaveLength(5);
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
