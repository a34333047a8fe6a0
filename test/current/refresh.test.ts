import { expect, it } from 'vitest';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';
import { refreshSource, untold, WEEK_MS } from '../support/upkeep.ts';

it('a check that an admin asked for asks for each address once, wherever redirects lead', async () => {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  let moved = false;
  const to = (location: string): SiteAnswer => ({ status: 301, headers: { location } });
  const site = await serve({
    '/': page('Home', links('/a', '/b', '/c', '/d')),
    '/a': () => (moved ? to('/b') : page('A')),
    '/b': page('B'),
    '/c': () => (moved ? to('/new') : page('C')),
    '/d': () => (moved ? to('/new') : page('D')),
    '/new': page('C'),
  });
  await crawl(app, `${site.origin}/`);
  moved = true;
  const guild = await guildOf(app);
  const before = site.pagePaths().length;
  const { end, endings } = await refreshSource(app);
  expect(end).toBe('done');
  expect(site.pagePaths().slice(before).toSorted()).toEqual(['/', '/a', '/b', '/c', '/d', '/new']);
  expect(endings).toMatchObject({ [`${site.origin}/a`]: 'redirected', [`${site.origin}/b`]: 'unchanged' });
  // A page with a new home that nobody asked for yet is followed there.
  expect(await guild.pageAt(`${site.origin}/new`)).toMatchObject({ title: 'C' });
  expect(await untold(app)).toEqual(['moved /c']);
});

it('a check that an admin asked for says that a page redirects to another text, and not that it answered 404', async () => {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  let moved = false;
  const to = (location: string): SiteAnswer => ({ status: 301, headers: { location } });
  const site = await serve({
    '/': page('Home', links('/a', '/b')),
    '/a': () => (moved ? to('/other') : page('A')),
    '/b': () => (moved ? to('/?from=b') : page('B')),
    '/?from=b': page('Home', links('/a', '/b')),
    '/other': page('Other'),
  });
  await crawl(app, `${site.origin}/`);
  moved = true;
  const { events } = await refreshSource(app);
  expect(events.filter(({ kind }) => kind === 'skipped' || kind === 'failed')).toMatchObject(
    ['/a', '/other', '/b', '/?from=b'].map((path, n) => ({
      kind: 'skipped',
      url: site.origin + path,
      reason: n % 2 === 0 ? 'redirected' : 'redirected-to-other-text',
    })),
  );
  expect(await untold(app)).toEqual(['missing /a', 'missing /b']);
  clock.advance(WEEK_MS);
  await refreshSource(app);
  const changes = await (await guildOf(app)).freshness.untoldChanges(9);
  expect(changes.slice(2).map(({ kind, url, note }) => [kind, url, note])).toEqual([
    ['moved', `${site.origin}/a`, `${site.origin}/other`],
    [
      'gone',
      `${site.origin}/b`,
      `It redirects to ${site.origin}/?from=b, which says something else, and was missing a week ago.`,
    ],
  ]);
});
