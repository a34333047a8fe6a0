import { describe, expect, it } from 'vitest';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, type Bot } from './bot.ts';

const page = (title: string, text: string): string =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
const QUESTION = 'How is sourdough bread baked?';

/** A server that knows of keys alone, where somebody asked for bread. */
async function startWithGap(): Promise<Bot & { readonly origin: string; ask(): Promise<string> }> {
  const site = await serve({
    '/keys': page('Keys', 'Signing keys are rotated every 90 days by the operator.'),
    '/bread': page('Bread', 'Sourdough bread is baked for forty minutes in a hot oven of stone.'),
  });
  const bot = await startBot({ app: await startApp() });
  const { discord } = bot;
  await importPages(bot.app, [`${site.origin}/keys`], discord.guildId);
  await discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 0 } });
  const ask = async (): Promise<string> => {
    const until = ({ text }: Transcript): boolean => /as of|do not know|taught by/.test(text);
    return (await discord.slash({ user: 'eve', command: 'ask', options: { question: QUESTION }, until })).text;
  };
  expect(await ask()).toContain('I do not know');
  return { ...bot, origin: site.origin, ask };
}

/** The gap's own view, chosen from the list. */
async function chosenGap({ discord }: Bot): Promise<Transcript> {
  const list = await discord.slash({ ...ADMIN, command: 'odin gaps' });
  expect(list.text).toContain(QUESTION);
  const until = ({ text }: Transcript): boolean => text.includes('Gap 1, open');
  return discord.select(/./, '1', { ...ADMIN, on: list, until });
}

describe('a gap', () => {
  it('is solved by a page that the team names in a form, and the question is answered from it', async () => {
    const bot = await startWithGap();
    const gap = await chosenGap(bot);
    const form = await bot.discord.press('Read a page', { ...ADMIN, on: gap });
    const until = ({ text }: Transcript): boolean => /1 page stored/.test(text);
    await bot.discord.submit(form, { url: `${bot.origin}/bread` }, { ...ADMIN, until });
    const guild = await guildOf(bot.app, bot.discord.guildId);
    await expect.poll(() => guild.gap(1)).toMatchObject({ state: 'solved', note: `read ${bot.origin}/bread` });
    expect(await bot.ask()).toContain('in a hot oven of stone');
  });

  it('stays open when the page cannot be read', async () => {
    const bot = await startWithGap();
    const form = await bot.discord.press('Read a page', { ...ADMIN, on: await chosenGap(bot) });
    const until = ({ text }: Transcript): boolean => /0 pages stored/.test(text);
    await bot.discord.submit(form, { url: `${bot.origin}/nothing` }, { ...ADMIN, until });
    expect(await (await guildOf(bot.app, bot.discord.guildId)).gap(1)).toMatchObject({ state: 'open' });
  });

  it('is solved by an answer that the team writes into a form, and cited as theirs', async () => {
    const bot = await startWithGap();
    const form = await bot.discord.press('Teach', { ...ADMIN, on: await chosenGap(bot) });
    const until = ({ text }: Transcript): boolean => text.includes('Taught as lesson');
    await bot.discord.submit(form, { answer: 'In the old mill, at night.' }, { ...ADMIN, until });
    const text = await bot.ask();
    expect(text).toContain('In the old mill, at night.');
    expect(text).toContain("taught by this server's team");
  });

  it('is ignored with one press, and opened again', async () => {
    const bot = await startWithGap();
    const until = ({ text }: Transcript): boolean => text.includes('No open gaps');
    await bot.discord.press('Ignore', { ...ADMIN, on: await chosenGap(bot), until });
    const guild = await guildOf(bot.app, bot.discord.guildId);
    expect(await guild.gap(1)).toMatchObject({ state: 'ignored' });
    const gap = await bot.discord.slash({ ...ADMIN, command: 'odin gaps', options: { gap: 1 } });
    await bot.discord.press('Open again', { ...ADMIN, on: gap, until: ({ text }) => text.includes('1 open gap') });
    expect(await guild.gap(1)).toMatchObject({ state: 'open' });
  });
});
