import { describe, expect, it } from 'vitest';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import type { SayTranscript } from '../support/discord/standin.mjs';
import { channelNamed } from './blocking.ts';
import { ADMIN, startBot, type Bot, type BotOptions } from './bot.ts';
import { replyAtOnce } from './reply-at-once.ts';

const KEYS = `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>Signing keys are rotated every 90 days by the operator.</p></main></body></html>`;
const question = 'How often are signing keys rotated?';
const FORUM = 15;

interface Answering extends Bot {
  readonly help: string;
  /** Messages of the bot in a channel, as text. */
  saidIn(channelId: string): readonly string[];
}

/** A bot that knows one page, and answers by itself in #help and in the forum #posts. */
async function startAnswering(options: BotOptions = {}): Promise<Answering> {
  const site = await serve({ '/keys': KEYS });
  const app = await startApp();
  const bot = await startBot({
    app,
    guilds: [{ channels: ['general', 'help', { name: 'posts', type: FORUM }] }],
    ...options,
  });
  const { discord } = bot;
  await importPages(app, [`${site.origin}/keys`], discord.guildId);
  await discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 0 } });
  const help = channelNamed(discord, 'help');
  for (const channel of [help, channelNamed(discord, 'posts')]) {
    await discord.slash({ ...ADMIN, command: 'odin channel', options: { channel } });
  }
  await discord.waitFor(() => discord.gateway.identified.length > 1 || null, { what: 'the ear' });
  const saidIn = (channelId: string): readonly string[] =>
    discord
      .messagesIn(channelId)
      .filter(({ authorId }) => authorId === discord.bot.id)
      .map(({ embeds }) => JSON.stringify(embeds[0]));
  return { ...bot, help, saidIn };
}

type Saying = Parameters<Bot['discord']['say']>[0];

const answered = ({ text }: SayTranscript): boolean => text.includes('90 days');

/** Says all of it to no answer, and then a question that gets one. */
async function onlyLastAnswered({ discord, help, saidIn }: Answering, sayings: readonly Saying[]): Promise<void> {
  for (const saying of sayings) await discord.say({ user: 'eve', channelId: help, watchMs: 1, ...saying });
  await discord.say({ user: 'bob', channelId: help, content: question, until: answered });
  await discord.quiet();
  expect(saidIn(help)).toHaveLength(1);
}

/** A forum post with its first message, which has the post's own id. */
async function post(bot: Answering, name: string, more: Saying): Promise<SayTranscript> {
  const { discord } = bot;
  const forum = discord.world.channels.get(channelNamed(discord, 'posts'));
  const thread = discord.world.addThread(forum, { name, ownerId: discord.owner.id });
  discord.gateway.dispatch('THREAD_CREATE', { ...thread, newly_created: true }, discord.guildId);
  return discord.say({ user: 'eve', channelId: thread.id, fields: { id: thread.id }, ...more });
}

describe('a channel where Odin answers by himself', () => {
  it('gets an answer to a question, as a reply that pings nobody', async () => {
    const bot = await startAnswering();
    const t = await bot.discord.say({ user: 'eve', channelId: bot.help, content: question, until: answered });
    expect(t.pinged).toBe(false);
    expect(t.buttons.map(({ label }) => label)).toEqual(['Helpful', 'Not helpful']);
    expect(await (await guildOf(bot.app, bot.discord.guildId)).question(1)).toMatchObject({ channel: bot.help });
  });

  it('is followed up by a reply, however soon it comes', async () => {
    const bot = await startAnswering();
    const replied = replyAtOnce(bot.discord, 'and who does it?');
    await bot.discord.say({ user: 'eve', channelId: bot.help, content: question, until: answered });
    await replied;
    expect(await (await guildOf(bot.app, bot.discord.guildId)).question(2)).toMatchObject({ parent: 1 });
  });

  it('hears nothing from him where he is not sure, or nobody asked him', async () => {
    const bot = await startAnswering();
    const { discord } = bot;
    await onlyLastAnswered(bot, [
      { content: 'How do I bake sourdough bread?' },
      { content: 'signing keys are rotated by the operator' },
      { content: `<@${discord.owner.id}> ${question}` },
      { content: question, replyTo: discord.messagesIn(bot.help)[0]?.id ?? '1' },
      { content: question, asBot: true },
      { content: question, webhook: true },
      { content: question, channelId: discord.channelId },
    ]);
    expect(bot.saidIn(discord.channelId).join()).not.toContain('90 days');
  });

  it('gets one answer to a message, whatever previews come after it', async () => {
    const bot = await startAnswering();
    const unfurl = [{ type: 'link', url: 'https://a.example/', title: 'A' }];
    await bot.discord.say({
      user: 'eve',
      channelId: bot.help,
      content: question,
      unfurl,
      unfurlAfterMs: 1,
      until: answered,
    });
    await bot.discord.quiet();
    expect(bot.saidIn(bot.help)).toHaveLength(1);
  });

  it('is left alone again when it is taken away, and nothing is read any more', async () => {
    const bot = await startAnswering();
    const { discord } = bot;
    for (const channel of [bot.help, channelNamed(discord, 'posts')]) {
      await discord.slash({ ...ADMIN, command: 'odin channel', options: { channel, remove: true } });
    }
    const t = await discord.slash({ ...ADMIN, command: 'odin channel' });
    expect(t.text).toContain('Odin answers only when asked to');
    expect(bot.app.answerChannels.guildsInUse.size).toBe(0);
  });
});

describe('a forum post', () => {
  it('is answered once, by its title and the questions of its first message', async () => {
    const bot = await startAnswering();
    const content = 'Hello folks, my zeppelin broke down yesterday. Are keys rotated by the operator?';
    const t = await post(bot, 'How often are signing keys rotated', { content, until: answered });
    await bot.discord.say({ user: 'eve', channelId: t.message.channelId, content: question, watchMs: 1 });
    await bot.discord.quiet();
    expect(bot.saidIn(t.message.channelId)).toHaveLength(1);
  });

  it('is followed up by a reply, however soon it comes', async () => {
    const bot = await startAnswering();
    const replied = replyAtOnce(bot.discord, 'and who does it?');
    await post(bot, question, { content: 'Does anybody know?', until: answered });
    await replied;
    expect(await (await guildOf(bot.app, bot.discord.guildId)).question(2)).toMatchObject({ parent: 1 });
  });

  it('about something unknown gets no answer', async () => {
    const bot = await startAnswering();
    const t = await post(bot, 'Sourdough bread', { content: 'How is it baked?', watchMs: 1 });
    await onlyLastAnswered(bot, []);
    expect(bot.saidIn(t.message.channelId)).toEqual([]);
  });
});

it('where the portal does not let Heimdall read messages, the command says which switch is missing', async () => {
  const { discord } = await startBot({ privilegedIntents: [] });
  const options = { channel: discord.channelId };
  const t = await discord.slash({ ...ADMIN, command: 'odin channel', options });
  expect(t.text).toContain('switch on Message Content Intent');
});
