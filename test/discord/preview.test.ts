import { describe, expect, it } from 'vitest';
import { guildOf, serve, startApp, tempDir } from '../support/app.ts';
import { links, page, type TestSite } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, type Bot } from './bot.ts';

const FOLDERS = ['', 'de/', 'pt-BR/', 'v1.2/'];
const NAMES = Array.from({ length: 60 }, (_, n) => `page-${n}`);

/** A site whose sitemap names 240 pages: three languages and an old version. */
async function manual(): Promise<TestSite> {
  const site: TestSite = await serve((path) => {
    if (path === '/robots.txt') return undefined;
    if (path !== '/sitemap.xml') return page(`Page ${path}`, path === '/docs/' ? links('/docs/page-1') : '');
    return {
      headers: { 'content-type': 'text/plain' },
      body: FOLDERS.flatMap((folder) => NAMES.map((name) => `${site.origin}/docs/${folder}${name}`)).join('\n'),
    };
  });
  return site;
}

async function preview({ discord }: Bot, { origin }: TestSite, options = {}): Promise<Transcript> {
  const asked = { url: `${origin}/docs/`, preview: true, ...options };
  return discord.slash({ ...ADMIN, command: 'knowledge crawl', options: asked, until: showing('Preview of a crawl') });
}

const showing =
  (part: string) =>
  ({ text }: Transcript): boolean =>
    text.includes(part);

describe('the preview of a crawl', () => {
  it('groups the sitemap, says how many runs and days it takes, asks for little and stores nothing', async () => {
    const [bot, site] = [await startBot(), await manual()];
    const t = await preview(bot, site);
    expect(t).toMatchObject({ ephemeral: true });
    expect(t.text).toContain('Languages');
    expect(t.text).toContain('60 × de (German) exclude /docs/de/ to leave it out');
    expect(t.text).toContain('60 × v1.2 exclude /docs/v1.2/ to leave it out');
    expect(t.text).toContain('All 241 known pages take 3 runs; each goes on where the last one ended (Continue).');
    expect(t.text).toContain('one run a day: about 3 days');
    expect(site.pagePaths()).toEqual(['/docs/', '/docs/page-1']);
    expect(await bot.app.store.guildIds()).toEqual([]);
  });

  it('is taken again without a language at one choice, and with it at the next', async () => {
    const [bot, site] = [await startBot(), await manual()];
    const first = await preview(bot, site, { exclude: '/docs/page-5' });
    const [menu] = first.selects;
    expect(menu.options.map(({ value }: { value: string }) => value)).toEqual([
      '/docs/de/',
      '/docs/pt-BR/',
      '/docs/v1.2/',
    ]);
    const second = await bot.discord.select(/^choose|^kept/, ['/docs/de/', '/docs/v1.2/'], {
      ...ADMIN,
      on: first,
      until: showing('de (German) left out by /docs/de/'),
    });
    expect(second).toMatchObject({ ackKind: 'deferUpdate' });
    expect(second.text).toContain('One run would visit 100 of 110 known pages');
    expect(second.selects[0].options.map((entry: { default: boolean }) => entry.default)).toEqual([true, false, true]);
    const third = await bot.discord.select(/^choose|^kept/, ['/docs/v1.2/'], {
      ...ADMIN,
      on: second,
      until: showing('exclude /docs/de/ to leave it out'),
    });
    expect(third.text).toContain('of 170 known pages');
  });

  it('becomes the crawl with everything that was left out, after a restart too', async () => {
    const dataDir = tempDir();
    const [bot, site] = [await startBot({ app: await startApp({ dataDir }) }), await manual()];
    const long = Array.from({ length: 30 }, (_, n) => `/docs/nowhere-${n}`).join(',');
    const first = await preview(bot, site, { exclude: long, pages: 2 });
    const second = await bot.discord.select(/^choose|^kept/, ['/docs/de/', '/docs/pt-BR/', '/docs/v1.2/'], {
      ...ADMIN,
      on: first,
      until: showing('left out by /docs/de/'),
    });
    await bot.leave();
    await bot.app.close();
    const { discord, app } = await startBot({ app: await startApp({ dataDir }), discord: bot.discord });
    const t = await discord.press('Import', {
      ...ADMIN,
      on: second,
      until: ({ text }) => text.includes('2 pages stored'),
    });
    expect(t.last).toMatchObject({ flags: 0 });
    const [source] = await (await guildOf(app, discord.guildId)).sources();
    expect(source?.spec).toMatchObject({
      options: { pages: 2, exclude: [...long.split(','), '/docs/de/', '/docs/pt-BR/', '/docs/v1.2/'] },
    });
  });

  it('changes its scope in a form, which says what is wrong with it', async () => {
    const [bot, site] = [await startBot(), await manual()];
    const first = await preview(bot, site, { exclude: '/docs/de/' });
    const form = await bot.discord.press('Change scope', { ...ADMIN, on: first });
    expect(form.modal.title).toBe('Change /knowledge crawl');
    expect(form).toMatchObject({ ackKind: 'modal' });
    const wrong = await bot.discord.submit(form, { exclude: 'de', pages: '', sitemap: '' }, ADMIN);
    expect(wrong.text).toContain('Option exclude takes paths that start with /');
    const again = await bot.discord.press('Change scope', { ...ADMIN, on: first });
    const fields = { exclude: '/docs/de/,/docs/v1.2/', pages: '10', sitemap: '' };
    const t = await bot.discord.submit(again, fields, { ...ADMIN, until: showing('left out by /docs/v1.2/') });
    expect(t.text).toContain('One run would visit 10 of 121 known pages');
    expect(t.text).toContain('All 121 known pages take 13 runs');
  });

  it('is changed by nobody but the person who asked', async () => {
    const [bot, site] = [await startBot(), await manual()];
    const t = await preview(bot, site);
    bot.discord.world.messages.get(bot.discord.channelId).get(t.original?.id).flags = 0;
    const odin = { user: 'odin', permissions: ['ManageGuild'], on: t } as const;
    for (const answer of [
      await bot.discord.press('Change scope', odin),
      await bot.discord.select(/^choose|^kept/, '/docs/de/', odin),
    ]) {
      expect(answer.last?.content).toMatch(/^Only the person who asked may press this/);
    }
  });
});
