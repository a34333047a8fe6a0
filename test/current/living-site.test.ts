import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { WatchMode } from '../../src/knowledge/freshness.ts';
import { crawl, guildOf, importPages, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { dice } from '../support/dice.ts';
import { filesAfterKill } from '../support/kill.ts';
import { startLivingSite, type LivingPage } from '../support/living-site.ts';
import { tick } from '../support/tick.ts';
import { DAY_MS } from '../support/upkeep.ts';

/** Sync and digest are due in the morning; an outage or a kill may come in between. */
const HOURS = [1.1, 2.5, 14];
const MONDAY = new Date('2026-03-02T05:00:00Z');
const RESTLESS_WEEKS = 12;
/** Longer than a refusing host is left alone, and than a page may be absent from its sitemap. */
const QUIET_WEEKS = 16;

/** The process is killed in the middle of what is due, so many turns of the event loop later: another goes on. */
async function killed(app: App, dataDir: string, turns: number, again: (copy: string) => Promise<App>): Promise<App> {
  const running = tick(app, () => {});
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const copy = filesAfterKill(dataDir);
  await running;
  await app.close();
  return again(copy);
}

async function watch(app: App, guildId: string, mode: WatchMode): Promise<void> {
  const guild = await guildOf(app, guildId);
  const [source] = await guild.sources();
  if (source !== undefined) await app.upkeep.watch(guild, source, mode);
}

/** What a guild has stored, by path. */
async function textsOf(app: App, guildId: string, origin: string): Promise<ReadonlyMap<string, string>> {
  const guild = await guildOf(app, guildId);
  const texts = new Map<string, string>();
  for (const { id, url } of await guild.pages({ limit: 500, offset: 0 }))
    texts.set(url.slice(origin.length), (await guild.page(id))?.markdown ?? '');
  return texts;
}

const isThere = ({ answer, noindex }: LivingPage): boolean => answer === 'page' && !noindex;

/** What a guild has stored is there and says what its page says; what belongs to it is stored. */
function expectKnown(
  guildId: string,
  texts: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, LivingPage>,
): void {
  for (const [path, text] of texts) {
    const one = pages.get(path);
    expect(one?.answer, `${guildId} has ${path}`).toBe('page');
    // An imported page is kept also where it asks not to be indexed (rule 5.6).
    if (guildId !== 'imported') expect(one?.noindex, `${guildId} has ${path}`).toBe(false);
    expect(text, `${guildId} ${path}`).toContain(`# ${one?.text}\n`);
  }
  for (const [path, one] of pages) {
    const belongs = guildId === 'watched' ? one.linked : guildId === 'synced' && one.listed;
    if (!belongs || !isThere(one) || texts.has(path)) continue;
    // A page that moved and came back says the same in two places, and one of them is enough.
    expect([...texts.values()].join('\n'), `${guildId} lacks ${path}`).toContain(`# ${one.text}\n`);
  }
}

describe('whatever a site does for weeks, with kills in between', () => {
  it.each([1, 2, 3])('the guilds know it as it is when it has come to rest (seed %i)', async (seed) => {
    const roll = dice(seed);
    const clock = createFakeClock(MONDAY);
    let dataDir = tempDir();
    let app = await startApp({ clock, dataDir });
    const { site, pages, live, settle } = await startLivingSite(clock, roll);
    const again = async (copy: string): Promise<App> => {
      dataDir = copy;
      return startApp({ clock, dataDir });
    };
    await crawl(app, `${site.origin}/`, { guild: 'watched' });
    await crawl(app, `${site.origin}/`, { guild: 'synced', sitemap: 'auto' });
    await importPages(
      app,
      [...pages.keys()].map((path) => site.origin + path),
      'imported',
    );
    await watch(app, 'watched', 'weekly');
    await watch(app, 'synced', 'sitemap');

    let told: string[] = [];
    let askedFrom = 0;
    for (let week = 0; week < RESTLESS_WEEKS + QUIET_WEEKS; week += 1) {
      const isRestless = week < RESTLESS_WEEKS;
      if (week === RESTLESS_WEEKS) settle();
      told = [];
      askedFrom = site.requests.length;
      for (let day = 0; day < 7; day += 1) {
        for (const hours of HOURS) {
          clock.advance(MONDAY.getTime() + (week * 7 + day) * DAY_MS + hours * 3_600_000 - clock.now().getTime());
          if (isRestless && roll(40) === 0) app = await killed(app, dataDir, roll(400), again);
          await tick(app, (guildId) => told.push(guildId));
        }
        if (isRestless && roll(3) === 0) live();
      }
    }

    for (const guildId of ['watched', 'synced', 'imported'])
      expectKnown(guildId, await textsOf(app, guildId, site.origin), pages);
    expect(told, 'news in the last week, in which there were none').toEqual([]);
    const asked = site.requests.slice(askedFrom).map(({ path }) => path);
    // Once for each guild at most; what they all have is asked for by the look, and by the check for the others.
    for (const path of pages.keys())
      expect(asked.filter((other) => other === path).length, path).toBeLessThanOrEqual(3);
  });
});
