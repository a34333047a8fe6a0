import { describe, expect, it } from 'vitest';
import { createPressWriter, keyOf, readPress } from '../../src/discord/custom-id.ts';
import { crawl, serve, startApp } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, startStandin, type Bot } from './bot.ts';

/** A server that knows 45 pages of one site. */
async function botWithPages(): Promise<Bot & { readonly origin: string }> {
  const paths = Array.from({ length: 44 }, (_, index) => `/p/${index + 1}`);
  const site = await serve((path) =>
    path === '/robots.txt' ? undefined : page(`Page ${path}`, path === '/p' ? links(...paths) : ''),
  );
  const app = await startApp();
  const discord = await startStandin();
  await crawl(app, `${site.origin}/p`, { guild: discord.guildId });
  return { ...(await startBot({ app, discord })), origin: site.origin };
}

/** Waits for what the button is to show. */
const showing =
  (part: string) =>
  ({ text }: Transcript): boolean =>
    text.includes(part);

describe('a list', () => {
  it('is turned page by page, with buttons disabled at its ends', async () => {
    const { discord } = await botWithPages();
    const t = await discord.slash({ ...ADMIN, command: 'knowledge pages', options: { source: '1' } });
    expect(t.text).toContain('Pages 1 to 20 of 45');
    expect(t.buttons).toMatchObject([
      { label: 'Previous', disabled: true },
      { label: 'Next', disabled: false },
    ]);
    const second = await discord.press('Next', { ...ADMIN, on: t, until: showing('Pages 21') });
    expect(second).toMatchObject({ ackKind: 'deferUpdate' });
    expect(second.text).toContain('Pages 21 to 40 of 45');
    const third = await discord.press('Next', { ...ADMIN, on: t, until: showing('Pages 41') });
    expect(third.text).toContain('Pages 41 to 45 of 45');
    expect(third.buttons).toMatchObject([{ disabled: false }, { disabled: true }]);
    expect((await discord.press('Previous', { ...ADMIN, on: t, until: showing('Pages 21') })).text).toContain(
      'Pages 21 to 40 of 45',
    );
  });

  it('of one page has no buttons', async () => {
    const { discord } = await botWithPages();
    expect((await discord.slash({ ...ADMIN, command: 'knowledge list' })).buttons).toEqual([]);
  });

  it('is turned by nobody but the person who asked', async () => {
    const { discord } = await botWithPages();
    const t = await discord.slash({ ...ADMIN, command: 'knowledge pages' });
    // Only its reader sees an ephemeral message; whoever presses it all the same is another one.
    const message = discord.world.messages.get(discord.channelId).get(t.original?.id);
    message.flags = 0;
    const pressed = await discord.press('Next', { user: 'odin', permissions: ['ManageGuild'], on: t });
    expect(pressed.last?.content).toMatch(/^Only the person who asked may press this/);
  });

  it('outlives a restart: what its buttons mean is written in them', async () => {
    const bot = await botWithPages();
    const t = await bot.discord.slash({ ...ADMIN, command: 'knowledge pages' });
    await bot.leave();
    await startBot({ app: bot.app, discord: bot.discord });
    expect((await bot.discord.press('Next', { ...ADMIN, on: t, until: showing('Pages 21') })).text).toContain(
      'Pages 21 to 40 of 45',
    );
  });
});

describe('a custom id', () => {
  it.each([
    { kind: 'job', action: 'cancel', jobId: 7 },
    {
      kind: 'again',
      path: ['knowledge', 'pages'],
      options: { source: '3', q: 'a:b=c&d' },
      userId: '123456789012345678',
    },
    { kind: 'again', path: ['knowledge', 'list'], options: {}, userId: '1' },
    {
      kind: 'choose',
      name: 'exclude',
      path: ['knowledge', 'crawl'],
      options: { url: 'https://a.example/' },
      userId: '1',
    },
    { kind: 'change', names: ['exclude', 'pages'], path: ['knowledge', 'crawl'], options: { pages: '5' }, userId: '1' },
  ] as const)('says what was written into it: %j', (press) => {
    const writer = createPressWriter();
    const id = writer.idOf(press);
    expect(id.length).toBeLessThanOrEqual(100);
    expect(writer.kept.size).toBe(0);
    expect(readPress(id)).toEqual(press);
  });

  it.each([
    '',
    'job',
    'job:cancel',
    'job:erase:1',
    'job:cancel:x',
    'again:knowledge pages:x:',
    'choose:a:b',
    'other:1',
  ])('that no button of ours has is not understood: %s', (id) => expect(readPress(id)).toBeNull());

  it('that would be too long for Discord is a key, under which the whole of it is kept', () => {
    const options = { source: `https://docs.example.org/${'deep/'.repeat(20)}` };
    const press = { kind: 'again', path: ['knowledge', 'pages'], options, userId: '1' } as const;
    const writer = createPressWriter();
    const id = writer.idOf(press);
    expect(id.length).toBeLessThanOrEqual(100);
    expect(readPress(writer.kept.get(keyOf(id) ?? '') ?? '')).toEqual(press);
  });
});

describe('suggestions', () => {
  it('name sources and pages by their numbers, whatever the address', async () => {
    const { discord, origin } = await botWithPages();
    const suggest = async (focused: string, command: string, value: string) =>
      (await discord.autocomplete({ ...ADMIN, command, focused, value })).choices;
    expect(await suggest('source', 'knowledge remove', '')).toEqual([
      { name: `1  ${origin}/p (45 pages)`, value: '1' },
    ]);
    expect(await suggest('source', 'knowledge pages', 'elsewhere')).toEqual([]);
    expect(await suggest('page', 'knowledge show', '')).toHaveLength(25);
    const found = await suggest('page', 'knowledge show', 'page /p/44');
    expect(found).toMatchObject([{ name: expect.stringContaining('Page /p/44 · http') }]);
    const shown = await discord.slash({ ...ADMIN, command: 'knowledge show', options: { page: found?.[0]?.value } });
    expect(shown.text).toContain('Page /p/44');
  });

  it('are none for those who may not use the command, nor where nothing is known', async () => {
    const { discord } = await botWithPages();
    const ask = { command: 'knowledge show', focused: 'page' };
    expect((await discord.autocomplete({ ...ask, user: 'eve', force: true })).choices).toEqual([]);
    const fresh = await startBot();
    expect((await fresh.discord.autocomplete({ ...ask, ...ADMIN })).choices).toEqual([]);
    expect(await fresh.app.store.guildIds()).toEqual([]);
  });
});
