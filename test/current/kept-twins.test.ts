import { describe, expect, it } from 'vitest';
import { crawl, guildOf } from '../support/app.ts';
import type { SiteAnswer } from '../support/site.ts';
import { crawledTwins, pageWithTwin, twinOf, type TwinSite } from '../support/twin-site.ts';
import { nextWeek, runDue, setMode, untold, WEEK_MS } from '../support/upkeep.ts';

const isTwin = (path: string) => path.endsWith('.md');
const NOINDEX = '<meta name="robots" content="noindex">';
const markdown = (body: string): SiteAnswer => ({ headers: { 'content-type': 'text/markdown' }, body });

async function stored({ app, url }: TwinSite, path: string) {
  const guild = await guildOf(app);
  const found = await guild.pageAt(url(path));
  return found === null ? null : guild.page(found.id);
}

const kept = async ({ app, url }: TwinSite, path: string) =>
  (await (await guildOf(app)).freshness.checkedPageAt(url(path)))?.fetchedFrom ?? null;

/** Every twin answers so from now on. */
function answerTwins({ names, instead }: TwinSite, answer: (path: string) => SiteAnswer): void {
  for (const name of names) instead.set(`${name}.md`, answer(name));
}

describe('a page that is stored from its Markdown twin', () => {
  const useless: Readonly<Record<string, (path: string) => SiteAnswer>> = {
    'are gone': () => ({ status: 404 }),
    'are pages': (path) => pageWithTwin(path),
    redirect: (path) => ({ status: 302, headers: { location: path } }),
    fail: () => ({ status: 500 }),
    'became stubs': (path) => markdown(`# ${path}\n\nThis document is only to be had in the browser, and not here.\n`),
  };

  for (const [what, answer] of Object.entries(useless)) {
    it(`costs its host two requests beside the pages, where twins ${what}`, async () => {
      const twins = await crawledTwins(8);
      answerTwins(twins, answer);
      await nextWeek(twins.app, twins.clock, twins.site);
      const asked = twins.asked();
      expect(asked.filter(isTwin)).toEqual(['/p2.md', '/p3.md']);
      expect(asked.filter((path) => !isTwin(path)).toSorted()).toEqual(['/', ...twins.names]);
      expect((await stored(twins, '/p7'))?.markdown).toContain('And more of it.');
      expect(await kept(twins, '/p7')).toBeNull();
      expect(await untold(twins.app)).not.toContain('changed /p7');
    });
  }

  it('costs a watch two as well, the trial of its new pages among them', async () => {
    const twins = await crawledTwins(8);
    answerTwins(twins, () => ({ status: 404 }));
    await setMode(twins.app, 'weekly');
    twins.clock.advance(WEEK_MS);
    await runDue(twins.app, 'watch');
    const asked = twins.asked();
    expect(asked.filter(isTwin)).toHaveLength(2);
    expect(asked.filter((path) => !isTwin(path)).toSorted()).toEqual(['/', ...twins.names]);
  });

  it('stays with a twin that says less once its page does too', async () => {
    const twins = await crawledTwins(8);
    const shorter = (text: string) => text.replace(/(?:<h2>|## )[\s\S]*?it\.(?:<\/p>)?/, '');
    twins.instead.set('/p7', shorter(pageWithTwin('/p7')));
    twins.instead.set('/p7.md', markdown(shorter(twinOf('/p7')).replace('goes on', 'still goes on')));
    await nextWeek(twins.app, twins.clock, twins.site);
    expect(twins.asked()).toContain('/p7.md');
    expect((await stored(twins, '/p7'))?.markdown).toContain('still goes on');
    expect(await kept(twins, '/p7')).toBe(twins.url('/p7.md'));
  });

  it('is asked for by its twin alone, but for the first pages and the quarter whose turn it is', async () => {
    const twins = await crawledTwins(14);
    const turns: string[] = [];
    for (let week = 0; week < 4; week += 1) {
      await nextWeek(twins.app, twins.clock, twins.site);
      const asked = twins.asked();
      expect(asked.filter(isTwin)).toHaveLength(12);
      turns.push(...asked.filter((path) => !isTwin(path) && !['/', '/p0', '/p1'].includes(path)));
    }
    // Home and two pages are HTML, which leaves none to be read first.
    expect(turns.toSorted()).toEqual(twins.names.slice(2).toSorted());
    expect(await untold(twins.app)).toEqual([]);
  });

  it('leaves the answers within four weeks when its HTML turns noindex and the twin does not say so', async () => {
    const twins = await crawledTwins(8);
    twins.instead.set('/p7', pageWithTwin('/p7', NOINDEX));
    for (let week = 0; week < 4; week += 1) await nextWeek(twins.app, twins.clock, twins.site);
    expect(await stored(twins, '/p7')).toBeNull();
    expect(await untold(twins.app)).toContain('gone /p7');
  });

  it('is read as HTML, whoever saw it say noindex', async () => {
    const twins = await crawledTwins(8);
    twins.instead.set('/p6', pageWithTwin('/p6', NOINDEX));
    await crawl(twins.app, twins.url('/p6'));
    expect(await kept(twins, '/p6')).toBe(twins.url('/p6.md'));
    twins.asked();
    await nextWeek(twins.app, twins.clock, twins.site);
    expect(twins.asked().filter((path) => path.startsWith('/p6'))).toEqual(['/p6']);
    expect(await stored(twins, '/p6')).toBeNull();
  });

  it('is read as HTML, as all that are kept of its site, once one page of it said noindex', async () => {
    const twins = await crawledTwins(8);
    const { app, clock, site, instead } = twins;
    // What the twins say differs from their pages in form; that is no change to tell of.
    answerTwins(twins, (path) => markdown(`${twinOf(path)}\nAs Markdown.\n`));
    await nextWeek(app, clock, site);
    const { freshness } = await guildOf(app);
    await freshness.markTold((await freshness.untoldChanges(99)).at(-1)?.id ?? 0, clock.now());
    instead.set('/p7', pageWithTwin('/p7', NOINDEX));
    await crawl(app, twins.url('/p7'));
    instead.set('/p5', pageWithTwin('/p5', NOINDEX));
    twins.asked();
    await nextWeek(app, clock, site);
    expect(twins.asked().toSorted()).toEqual(['/', ...twins.names].toSorted());
    expect(await stored(twins, '/p5')).toBeNull();
    expect(await kept(twins, '/p6')).toBeNull();
    expect(await untold(app)).toEqual(['gone /p5', 'gone /p7']);
  });

  it('takes its turn in a crawl that an admin asks for, too', async () => {
    const twins = await crawledTwins(8);
    twins.instead.set('/p7', pageWithTwin('/p7', NOINDEX));
    twins.clock.advance(4 * WEEK_MS);
    await crawl(twins.app, twins.url('/'), { fresh: true });
    expect(await stored(twins, '/p7')).toBeNull();
  });

  for (const how of ['weekly check', 'watch'] as const) {
    it(`goes at once with all others in a ${how}, when every page of its host turns noindex`, async () => {
      const twins = await crawledTwins(8);
      await setMode(twins.app, 'weekly');
      for (const name of twins.names) twins.instead.set(name, pageWithTwin(name, NOINDEX));
      if (how === 'weekly check') await nextWeek(twins.app, twins.clock, twins.site);
      else {
        twins.clock.advance(WEEK_MS);
        await runDue(twins.app, 'watch');
      }
      expect(await (await guildOf(twins.app)).countPages()).toBe(1);
      expect(twins.asked().filter(isTwin)).toEqual([]);
    });
  }

  it('is not asked for by its twin when robots.txt forbids the page alone', async () => {
    const twins = await crawledTwins(8);
    const rules = ['/p2$', '/p6$', '/p7$'].map((path) => `Disallow: ${path}`).join('\n');
    twins.instead.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: `User-agent: *\n${rules}` });
    const { endings } = await nextWeek(twins.app, twins.clock, twins.site);
    for (const path of ['/p2', '/p6', '/p7']) expect(endings[twins.url(path)]).toBe('robots-disallowed');
    expect(twins.asked().filter((path) => /p[267]/.test(path))).toEqual([]);
    expect(await stored(twins, '/p7')).not.toBeNull();
    expect(await untold(twins.app)).toContain('disallowed /p7');
  });

  it('is not asked for by its twin in a watch either, when robots.txt forbids the page alone', async () => {
    const twins = await crawledTwins(8);
    const body = 'User-agent: *\nDisallow: /p7$';
    twins.instead.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
    await setMode(twins.app, 'weekly');
    twins.clock.advance(WEEK_MS);
    await runDue(twins.app, 'watch');
    expect(twins.asked().filter((path) => path.startsWith('/p7'))).toEqual([]);
  });
});
