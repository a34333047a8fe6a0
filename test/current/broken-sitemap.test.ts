import { describe, expect, it } from 'vitest';
import { guildOf } from '../support/app.ts';
import type { SiteAnswer } from '../support/site.ts';
import { startSynced } from '../support/synced-site.ts';
import { untold } from '../support/upkeep.ts';

type World = Awaited<ReturnType<typeof startSynced>>;

function xml(kind: 'urlset' | 'sitemapindex', locs: readonly string[]): SiteAnswer {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  const entries = locs.map((loc) => `<${entry}><loc>${loc}</loc></${entry}>`).join('');
  return { headers: { 'content-type': 'application/xml' }, body: `<${kind}>${entries}</${kind}>` };
}

/** The sitemap becomes an index of files, each with the paths it names; null: it fails. */
function split({ site, state, answers }: World, files: Readonly<Record<string, readonly string[] | null>>): void {
  const address = (path: string) => site.origin + path;
  state.sitemap = xml('sitemapindex', Object.keys(files).map(address));
  for (const [file, paths] of Object.entries(files))
    answers.set(file, paths === null ? { status: 500 } : xml('urlset', paths.map(address)));
}

describe('a sitemap of which a part cannot be read', () => {
  it('is followed in what can be, takes nothing away, and is told of once until it is whole again', async () => {
    const world = await startSynced(9);
    const guild = await guildOf(world.app);
    const first = ['/', '/p0', '/p1', '/p2', '/p3', '/p4'];
    split(world, { '/1.xml': first, '/2.xml': ['/p5', '/p6', '/p7'] });
    await world.nextDay();
    world.texts.set('/fresh', 'new');
    split(world, { '/1.xml': [...first, '/fresh'], '/2.xml': null });
    const { asked, ran } = await world.nextDay(40);
    expect(asked).toContain('/fresh');
    expect(ran?.end).toBe('done');
    expect(ran?.detail).toMatch(
      /^The sitemap could be read only in part: \S+\/2\.xml answered 500\. .*tell the site's/,
    );
    await world.nextDay();
    expect((await guild.freshness.schedule(1)).outcome).toBe(ran?.detail);
    expect(await guild.countPages()).toBe(11);
    expect(await untold(world.app)).toEqual(['sitemap /sitemap.xml', 'new /fresh']);
    split(world, { '/1.xml': [...first, '/fresh'], '/2.xml': ['/p5', '/p6', '/p7'] });
    await world.nextDay();
    expect((await guild.freshness.schedule(1)).outcome).toBe('done');
    expect(await untold(world.app)).toEqual(['sitemap /sitemap.xml', 'new /fresh', 'gone /p8']);
  });

  it('is not taken for one that shrank, however little of it is left', async () => {
    const world = await startSynced(9);
    world.texts.set('/fresh', 'new');
    split(world, { '/1.xml': ['/', '/fresh'], '/2.xml': null });
    expect((await world.nextDay()).asked).toContain('/fresh');
    const { freshness } = await guildOf(world.app);
    expect(await freshness.schedule(1)).toMatchObject({ sitemapSize: 10, shrunkSince: null });
  });
});

describe('a sitemap that comes to no page of the site', () => {
  it.each<[string, (world: World) => void, RegExp]>([
    [
      'because all its files fail',
      (world) => split(world, { '/1.xml': null, '/2.xml': null }),
      /none of the files that \S+\/sitemap\.xml names could be read \(\S+\/1\.xml answered 500, and 1 more/,
    ],
    [
      'because it names those of another origin',
      ({ state }) => void (state.sitemap = xml('urlset', ['https://www.elsewhere.example/a'])),
      /names only pages outside of this source, such as https:\/\/www\.elsewhere\.example\/a \(.* crawl it from there\)/,
    ],
    [
      'because it names files of other hosts',
      ({ state }) => void (state.sitemap = xml('sitemapindex', ['https://www.elsewhere.example/1.xml'])),
      /names only files on other hosts, such as \S+, which count only if robots\.txt/,
    ],
    [
      'because it is empty',
      ({ state }) => void (state.sitemap = xml('urlset', [])),
      /\S+\/sitemap\.xml names no pages\./,
    ],
    ['because it fails', ({ state }) => void (state.sitemap = { status: 500 }), /: \S+\/sitemap\.xml answered 500\./],
  ])('%s counts as none: that is told once, and the site is crawled every 90 days', async (_, breakIt, reason) => {
    const world = await startSynced(2);
    breakIt(world);
    const { ran } = await world.nextDay();
    expect(ran).toMatchObject({ end: 'done', detail: expect.stringMatching(reason) });
    expect(ran?.detail).toMatch(/^No working sitemap was found.* 90 days instead; name another \(/);
    const guild = await guildOf(world.app);
    expect((await guild.freshness.schedule(1)).outcome).toBe(ran?.detail);
    expect(await guild.freshness.untoldChanges(9)).toMatchObject([{ kind: 'sitemap', note: ran?.detail, holds: true }]);
    world.texts.set('/late', 'late');
    const crawled: boolean[] = [];
    for (const days of [80, 10, 1]) crawled.push((await world.nextDay(days)).asked.includes('/late'));
    expect(crawled).toEqual([false, true, false]);
    expect((await untold(world.app)).filter((change) => change.startsWith('sitemap'))).toHaveLength(1);
    expect(await guild.countPages()).toBe(4);
  });
});
