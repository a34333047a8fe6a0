import { expect } from 'vitest';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { weeklyCheck, WEEK_MS } from '../support/upkeep.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const WITH_TWIN = '<link rel="alternate" type="text/markdown" href="/b.md">';
const SENTENCE = 'Heimdall hears the grass grow on the ground, and the wool on the sheep. ';

function twin(name: string, tag: Readonly<Record<string, string>> = {}): SiteAnswer {
  return {
    headers: { 'content-type': 'text/markdown; charset=utf-8', ...tag },
    body: `# ${name}\n\nThis is the twin of ${name}. ${SENTENCE.repeat(6)}`,
  };
}

export const twinProofs = {
  async 'markdown-twins'() {
    const site = await serve({
      '/robots.txt': { body: 'User-agent: *\nDisallow: /d.md' },
      '/': page('Home', links(...NAMES.map((name) => `/${name}`)), WITH_TWIN),
      ...Object.fromEntries(NAMES.map((name) => [`/${name}`, page(name, '', WITH_TWIN)])),
      ...Object.fromEntries(NAMES.map((name) => [`/${name}.md`, twin(name)])),
      '/f.md': twin('f', { 'x-robots-tag': 'noindex' }),
    });
    const clock = createFakeClock();
    const app = await startApp({ clock });
    await crawl(app, `${site.origin}/`);
    // Three pages first, whose twins would have hidden what they say to crawlers.
    expect(site.pagePaths()).toEqual(['/', '/a', '/b', '/b.md', '/c.md', '/d', '/e.md', '/f.md', '/f']);
    const guild = await guildOf(app);
    const stored = await guild.pages({ limit: 100, offset: 0 });
    const texts = await Promise.all(stored.map(async ({ id }) => (await guild.page(id))?.markdown ?? ''));
    const ofTwins = texts.flatMap((text) => /twin of (\w)/.exec(text)?.[1] ?? []);
    expect(ofTwins.toSorted()).toEqual(['c', 'e']);
    expect(stored).toHaveLength(7);
    const before = site.pagePaths().length;
    clock.advance(4 * WEEK_MS);
    await weeklyCheck(app);
    expect(site.pagePaths().slice(before)).toEqual(expect.arrayContaining(['/c', '/e']));
  },
};
