import { describe, expect, it } from 'vitest';
import { crawl, guildOf, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { page } from '../support/site.ts';
import { nextWeek, runDue, setMode, WEEK_MS, weeklyCheck } from '../support/upkeep.ts';

describe('what is put back', () => {
  it('as a page is checked again, though its host was left meanwhile', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    let gone = false;
    const site = await serve({ '/a': () => (gone ? { status: 404 } : page('A')) });
    await importPages(app, [`${site.origin}/a`]);
    gone = true;
    for (let week = 0; week < 3; week += 1) await nextWeek(app, clock, site);
    gone = false;
    const guild = await guildOf(app);
    const [removed] = await guild.removedPages({ limit: 1, offset: 0 });
    expect(await guild.restorePage(removed?.id ?? 0)).toBe('restored');
    expect((await nextWeek(app, clock, site)).endings).toEqual({ [`${site.origin}/a`]: 'unchanged' });
  });

  it('as a source is checked and watched again, though its hour passed meanwhile', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const site = await serve({ '/': page('One') });
    const other = await serve({ '/': page('Two') });
    await crawl(app, `${site.origin}/`);
    await crawl(app, `${other.origin}/`);
    for (const source of [1, 2]) await setMode(app, 'weekly', source);
    await runDue(app, 'watch');
    const guild = await guildOf(app);
    await guild.removeSource(1, clock.now());
    await runLine(app, 'knowledge', 'watch', '--source', '2', '--mode', 'off');
    clock.advance(WEEK_MS);
    await weeklyCheck(app);
    await guild.restoreSource(1);
    clock.advance(WEEK_MS);
    expect(await runDue(app, 'watch')).toHaveLength(1);
    clock.advance(WEEK_MS);
    expect((await weeklyCheck(app)).endings).toMatchObject({ [`${site.origin}/`]: 'unchanged' });
  });
});
