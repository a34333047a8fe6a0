import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { afterTest, guildOf, serve, startApp, tempDir } from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';
import { links, page } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, type Bot } from './bot.ts';

const started = ({ buttons }: Transcript): boolean => buttons.some(({ label }) => label === 'Cancel');
/** A receipt came; `again` where the message that was pressed has one already. */
const again = ({ last, messages }: Transcript): boolean => messages.length > 1 && (last?.attachments.length ?? 0) > 0;
const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);

/** A site that holds a crawl up until it is let go, and the crawl's card as it stands. */
async function heldCrawl({ discord }: Bot) {
  const site = await holdingSite();
  const urls = `${site.origin}/first ${site.origin}/hold`;
  const handle = discord.beginSlash({ ...ADMIN, command: 'knowledge import', options: { urls } });
  afterTest(() => site.letGo());
  const card = await handle.settled({ until: started });
  await site.until('/hold');
  return { site, handle, card };
}

describe('the card of a job', () => {
  it('is edited at most every two seconds, and ends with the receipt', async () => {
    const site = await serve((path) => (path === '/robots.txt' ? undefined : page(`Page ${path}`, links(`${path}a`))));
    const { discord } = await startBot({ clock: systemClock, rateLimits: true });
    const options = { url: `${site.origin}/`, pages: 12 };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge crawl', options, until: over, timeoutMs: 18_000 });
    const edits = t.history.slice(1).map(({ at }) => at);
    const gaps = edits.slice(1).map((at, index) => at - (edits[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(0);
    // Measured where they arrive: the one before may have taken a little longer on its way.
    expect(Math.min(...gaps)).toBeGreaterThan(1900);
    expect(t.text).toContain('12 pages stored (page-limit)');
    expect(t.buttons.map(({ label }) => label)).toEqual(['Continue']);
  });

  it('shows the bar, the counts, the current address and the pace', async () => {
    const bot = await startBot();
    const { card, site, handle } = await heldCrawl(bot);
    const shown = await handle.settled({ until: ({ text }) => text.includes('**1** new') });
    expect(shown.text).toContain('`██████████░░░░░░░░░░` 1 of 2');
    expect(shown.text).toContain(`Now: ${site.origin}/first`);
    expect(shown.text).toContain('Pace: at most 2 requests a second');
    expect(shown.text).toMatch(/Time left: \d:\d\d/);
    expect(card.embed.footer.text).toBe('Job 1');
    site.letGo();
    expect((await handle.settled({ until: over })).text).toContain('2 pages stored');
  });

  it('cancels for any admin of the server, and for nobody else', async () => {
    const bot = await startBot();
    const { card, handle } = await heldCrawl(bot);
    const eve = await bot.discord.press('Cancel', { user: 'eve', on: card });
    expect(eve).toMatchObject({ ephemeral: true });
    expect(eve.content).toBe('You need the permission Manage Server for this.');
    await bot.discord.press('Cancel', { user: 'odin', permissions: ['ManageGuild'], on: card });
    const t = await handle.settled({ until: over });
    expect(t.text).toContain('(cancelled)');
    const guild = await guildOf(bot.app, bot.discord.guildId);
    expect(await guild.countPages()).toBe(1);
    const discarded = await bot.discord.press('Discard its pages', {
      user: 'odin',
      permissions: ['ManageGuild'],
      on: t,
    });
    expect(discarded.last?.content).toBe('Discarded 1 page of job 1. This can be undone for a day.');
    expect(await guild.countPages()).toBe(0);
    const undone = await bot.discord.press('Undo', { user: 'odin', permissions: ['ManageGuild'], on: discarded });
    expect(undone.text).toContain('1 page of job 1 is back');
    expect(await guild.countPages()).toBe(1);
  });

  it('shows the place in the queue of a crawl that waits for another one', async () => {
    const site = await holdingSite();
    const { discord } = await startBot();
    const begin = (path: string) =>
      discord.beginSlash({ ...ADMIN, command: 'knowledge crawl', options: { url: `${site.origin}${path}` } });
    begin('/hold/1');
    await site.until('/hold/1');
    const second = await begin('/hold/2').settled({ until: started });
    expect(second.text).toContain('Waits for its turn: it is the next one.');
    const third = begin('/hold/3');
    await third.settled({ until: ({ text }) => text.includes('number 2 in the queue') });
    await discord.press('Cancel', { ...ADMIN, on: second });
    const moved = await third.settled({ until: ({ text }) => text.includes('it is the next one') });
    expect(moved.text).toContain('Waits for its turn: it is the next one.');
    site.letGo();
    expect((await third.settled({ until: over })).text).toContain('1 page stored');
  });

  it('goes on as an ordinary message when its token has died', async () => {
    const bot = await startBot({ tokenLifetimeMs: 300, refused: [/50027/] });
    const { site, card, handle } = await heldCrawl(bot);
    await systemClock.sleep(400);
    site.letGo();
    await handle.settled({ until: over });
    const { id } = card.original ?? { id: '' };
    expect(bot.discord.messagesIn().filter(({ embeds }) => embeds.length > 0)).toHaveLength(1);
    expect(bot.discord.view(id)?.embeds[0].title).toContain('2 pages stored');
    expect(
      bot.discord.rest.requests.some(
        (r: { method: string; path: string }) => r.method === 'PATCH' && r.path.endsWith(`/messages/${id}`),
      ),
    ).toBe(true);
  });

  it('may be deleted: the job goes on, and its receipt comes as a new message', async () => {
    const bot = await startBot({ refused: [/10008/] });
    const { site, card, handle } = await heldCrawl(bot);
    const message = bot.discord.world.messages.get(bot.discord.channelId).get(card.original?.id);
    bot.discord.rest.removeMessage(message, 'somebody');
    site.letGo();
    const t = await handle.settled({ until: over });
    expect(t.live).toHaveLength(1);
    expect(t.text).toContain('2 pages stored');
  });

  it('is found in the channel even when its token died before it was ever written', async () => {
    const bot = await startBot({ tokenLifetimeMs: 0, refused: [/50027/] });
    const site = await serve({ '/': page('Home') });
    const options = { urls: `${site.origin}/` };
    const t = await bot.discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    expect(t.messages).toHaveLength(1);
    expect(t.text).toContain('1 page stored');
  });

  it('comes as a new message when it is too old to be edited any more', async () => {
    const bot = await startBot({ tokenLifetimeMs: 100, refused: [/50027|30046/] });
    const { site, card, handle } = await heldCrawl(bot);
    await systemClock.sleep(150);
    bot.discord.fault({ method: 'PATCH', route: /^\/channels/, status: 400, code: 30_046, times: 5 });
    site.letGo();
    const receipts = () => bot.discord.messagesIn().filter(({ attachments }) => attachments.length > 0);
    await expect.poll(() => receipts().length, { timeout: 8000 }).toBe(1);
    expect(receipts()[0]?.id).not.toBe(card.original?.id);
    expect(receipts()[0]?.embeds[0].title).toContain('2 pages stored');
    expect(handle.transcript().pinged).toBe(false);
  });

  it.each([
    ['channel', (bot: Bot) => bot.discord.deleteChannel(bot.discord.channelId)],
    ['permission', (bot: Bot) => bot.discord.setBotPermissions([])],
  ])('may lose its %s: the job goes on, and nothing crashes', async (_what, lose) => {
    const everyone = ['SendMessages', 'UseApplicationCommands'] as const;
    const bot = await startBot({
      guilds: [{ channels: ['general', 'other'], everyone }],
      tokenLifetimeMs: 100,
      refused: [/50027|10003|50001|10008/],
    });
    bot.discord.setBotPermissions(['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles']);
    const { site } = await heldCrawl(bot);
    await systemClock.sleep(150);
    lose(bot);
    site.letGo();
    const guild = await guildOf(bot.app, bot.discord.guildId);
    await expect.poll(async () => (await guild.job(1))?.end, { timeout: 8000 }).toBe('done');
    await expect.poll(() => bot.said.join('\n'), { timeout: 8000 }).toContain('The end of a job could not be shown');
  });

  it('is for the asker alone where Heimdall does not see the channel', async () => {
    const site = await serve({ '/': page('Home') });
    const { discord } = await startBot({
      guilds: [{ everyone: ['SendMessages', 'UseApplicationCommands'], botPermissions: ['SendMessages'] }],
    });
    const options = { urls: `${site.origin}/` };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    expect(t).toMatchObject({ ephemeral: true });
  });

  it('goes on after a restart, in the same message', async () => {
    const site = await holdingSite();
    const dataDir = tempDir();
    const first = await startApp({ dataDir });
    const before = await startBot({ app: first });
    const { discord } = before;
    const urls = `${site.origin}/first ${site.origin}/hold`;
    const handle = discord.beginSlash({ ...ADMIN, command: 'knowledge import', options: { urls } });
    await handle.settled({ until: started });
    await site.until('/hold');
    site.letGo();
    await before.leave();
    await first.close();
    expect(handle.transcript().text).toMatch(/goes on by itself|2 pages stored/);
    const app = await startApp({ dataDir });
    const background = await app.crawling.resume(await guildOf(app, discord.guildId));
    await startBot({ app, discord, background });
    const id = handle.transcript().original?.id ?? '';
    await expect.poll(() => discord.view(id)?.embeds[0].title, { timeout: 8000 }).toContain('2 pages stored');
    expect(await app.store.notes.under('card:')).toEqual([]);
  });
});

describe('the buttons of a receipt', () => {
  it('Retry failed asks again for what failed, and for nothing else', async () => {
    let broken = true;
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      return path === '/b' && broken ? { status: 404, body: 'gone' } : page(`Page ${path}`);
    });
    const { discord } = await startBot();
    const options = { urls: `${site.origin}/a ${site.origin}/b` };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    broken = false;
    const before = site.pagePaths().length;
    const retried = await discord.press('Retry failed', { ...ADMIN, on: t, until: again });
    expect(retried).toMatchObject({ ephemeral: false });
    expect(retried.last?.embeds[0].title).toContain('Job 2: import of 1 address: 1 page stored');
    expect(site.pagePaths().slice(before)).toEqual(['/b']);
    // What was pressed leads nowhere a second time.
    expect(discord.view(t.original?.id ?? '')?.components).toEqual([]);
  });

  it('Retry failed asks again inside the site, and what was left for later stays so', async () => {
    let broken = true;
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/b' && broken) return { status: 500, body: 'broken' };
      return page(`Page ${path}`, path === '/' ? links('/a', '/b', '/c', '/d') : path === '/b' ? links('/e') : '');
    });
    const { discord, app } = await startBot();
    const options = { url: `${site.origin}/`, pages: 4, sitemap: 'off' };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge crawl', options, until: over });
    broken = false;
    const before = site.pagePaths().length;
    const retried = await discord.press('Retry failed', { ...ADMIN, on: t, until: again });
    expect(site.pagePaths().slice(before)).toEqual(['/b', '/e']);
    expect(retried.last?.embeds[0].title).toContain('2 pages stored (page-limit)');
    const guild = await guildOf(app, discord.guildId);
    expect((await guild.sources()).map(({ pages }) => pages)).toEqual([4]);
    const continued = await discord.press('Continue', { ...ADMIN, on: retried, until: again });
    expect(continued.last?.embeds[0].title).toContain('stored');
    expect(site.pagePaths().slice(before)).toEqual(['/b', '/e', '/c', '/d']);
    expect((await guild.sources()).map(({ pages }) => pages)).toEqual([6]);
  });

  it('Continue goes on from where the crawl ended, and fetches nothing twice', async () => {
    const site = await serve((path) => (path === '/robots.txt' ? undefined : page(`Page ${path}`, links(`${path}a`))));
    const { discord } = await startBot();
    const options = { url: `${site.origin}/`, pages: 2, sitemap: 'off' };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge crawl', options, until: over });
    const continued = await discord.press('Continue', { ...ADMIN, on: t, until: again });
    expect(continued.last?.embeds[0].title).toContain('2 pages stored (page-limit)');
    expect(site.pagePaths()).toEqual(['/', '/a', '/aa', '/aaa']);
  });

  it('say in a sentence when there is nothing to do any more', async () => {
    const site = await serve({ '/': page('Home') });
    const { discord, app } = await startBot();
    const options = { urls: `${site.origin}/ ${site.origin}/gone` };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    await app.store.deleteGuild(discord.guildId);
    const said = ({ last }: Transcript): boolean => (last?.content ?? '') !== '';
    const pressed = await discord.press('Retry failed', { ...ADMIN, on: t, until: said });
    expect(pressed.last?.content).toBe('That job is not known any more.');
    expect(pressed.ephemeral).toBe(true);
  });
});
