import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { startModelServer, streamOf } from '../support/model-server.ts';
import type { SayTranscript } from '../support/discord/standin.mjs';
import { channelNamed } from './blocking.ts';
import { ADMIN, startBot, type Bot, type BotOptions } from './bot.ts';
import { replyAtOnce } from './reply-at-once.ts';

const KEYS = `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>Signing keys are rotated every 90 days by the operator.</p></main></body></html>`;
const question = 'How often are signing keys rotated?';

/** A bot whose server knows one page, without any switch in the developer portal, and lets members ask as fast as they like. */
async function startKnowing(app: App, options: BotOptions = {}): Promise<Bot> {
  const site = await serve({ '/keys': KEYS });
  const bot = await startBot({ privilegedIntents: [], app, ...options });
  await importPages(app, [`${site.origin}/keys`], bot.discord.guildId);
  await bot.discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 0 } });
  return bot;
}

type Saying = Parameters<Bot['discord']['say']>[0];

function mention({ discord }: Bot, text: string, more: Saying = {}): Promise<SayTranscript> {
  const until = ({ buttons, content }: SayTranscript): boolean => buttons.length > 0 || (content ?? '') !== '';
  return discord.say({ user: 'eve', content: `<@${discord.bot.id}> ${text}`, until, ...more });
}

/** A reply to a message of the bot, which pings it as Discord's client does unless told otherwise. */
function reply(bot: Bot, to: SayTranscript, content: string): Promise<SayTranscript> {
  return mention(bot, '', { content, replyTo: to.last?.id ?? '', fields: { mentions: [bot.discord.bot] } });
}

/** Says something and waits until it has been heard: what a marker says after it has been answered. */
async function unanswered(bot: Bot, say: Saying): Promise<void> {
  const before = bot.discord.messagesIn().length;
  await bot.discord.say({ user: 'eve', watchMs: 1, ...say });
  await mention(bot, question, { user: 'marker' });
  expect(bot.discord.messagesIn().length).toBe(before + 3);
}

describe('a mention', () => {
  it('is answered as a reply that pings nobody, with buttons to rate it, without a privileged intent', async () => {
    const bot = await startKnowing(await startApp());
    const t = await mention(bot, question);
    expect(t.embed.description).toContain('> Signing keys are rotated every 90 days by the operator.');
    expect(t.buttons.map(({ label }) => label)).toEqual(['Helpful', 'Not helpful']);
    expect(t.pinged).toBe(false);
    const sent = bot.discord.rest.requests.find(
      ({ method, path }: { method: string; path: string }) => method === 'POST' && path.endsWith('/messages'),
    );
    expect(sent.body.message_reference).toMatchObject({ message_id: t.message.id });
    const guild = await guildOf(bot.app, bot.discord.guildId);
    expect(await guild.question(1)).toMatchObject({ question, channel: bot.discord.channelId });
  });

  it('shows what a model writes while it writes it, in one message', async () => {
    const server = await startModelServer(() => ({
      stream: streamOf('They are rotated every 90 days [1]. The operator rotates the signing keys [1].'),
    }));
    const model = { provider: 'openai-compatible', baseUrl: server.baseUrl, apiKey: null, name: 'm' } as const;
    const app = await startApp({}, { model: { ...model, timeoutMs: 5000, dailyTokens: 100_000 } });
    const t = await mention(await startKnowing(app), question);
    expect(t.live).toHaveLength(1);
    expect(t.embed.description).toContain('The operator rotates the signing keys [1].');
  });

  it('without a question is told how to ask, once', async () => {
    const bot = await startKnowing(await startApp());
    expect((await mention(bot, '')).content).toBe('Mention me together with a question, or use /ask.');
    await unanswered(bot, { content: `<@${bot.discord.bot.id}>` });
  });

  it('too soon after the last one is told to wait, once', async () => {
    const bot = await startKnowing(await startApp());
    await bot.discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 3600 } });
    await mention(bot, question);
    expect((await mention(bot, question)).content).toMatch(/^You asked a moment ago: ask again in \d+ seconds\.$/);
    await unanswered(bot, { content: `<@${bot.discord.bot.id}> again?` });
  });

  it('by another bot or a webhook is not answered, nor is what mentions somebody else', async () => {
    const bot = await startKnowing(await startApp());
    const content = `<@${bot.discord.bot.id}> ${question}`;
    await unanswered(bot, { content, asBot: true });
    await unanswered(bot, { content, webhook: true });
    await unanswered(bot, { content: question });
  });

  it('is answered without a reference where the history may not be read', async () => {
    const bot = await startKnowing(await startApp(), {
      guilds: [{ everyone: ['UseApplicationCommands'], botPermissions: ['ViewChannel', 'SendMessages', 'EmbedLinks'] }],
      refused: [/403/],
    });
    expect((await mention(bot, question)).text).toContain('90 days');
  });

  it('costs nothing where nothing may be said', async () => {
    const bot = await startKnowing(await startApp(), {
      guilds: [{ everyone: ['UseApplicationCommands'], botPermissions: ['ViewChannel'] }],
      refused: [/403/],
    });
    const { discord, said } = bot;
    await discord.say({ user: 'eve', content: `<@${discord.bot.id}> ${question}`, watchMs: 1 });
    await discord.waitFor(() => discord.problems().refused.length > 0);
    await discord.quiet();
    expect(await (await guildOf(bot.app, discord.guildId)).question(1)).toBeNull();
    expect(said.join()).not.toContain('Answering');
  });
});

describe('a source that is bound', () => {
  const unknown = /I do not know/;
  const known = /90 days/;

  it('answers in its channel, whoever asks, and nowhere else', async () => {
    const bot = await startKnowing(await startApp(), { guilds: [{ channels: ['general', 'staff'] }] });
    const staff = channelNamed(bot.discord, 'staff');
    const t = await bot.discord.slash({
      ...ADMIN,
      command: 'knowledge bind',
      options: { source: '1', channel: staff },
    });
    expect(t.text).toContain('only for channel #staff');
    expect((await mention(bot, question)).text).toMatch(unknown);
    expect((await mention(bot, question, { channelId: staff })).text).toMatch(known);
    expect((await mention(bot, question)).text).toMatch(unknown);
    const list = await bot.discord.slash({ ...ADMIN, command: 'knowledge list' });
    expect(list.text).toContain('only for channel #staff');
  });

  it('for a role answers who has it alone, and all in a channel that only the role sees', async () => {
    const bot = await startKnowing(await startApp());
    const { discord } = bot;
    const guild = discord.world.guilds.get(discord.guildId);
    const role: string = discord.world.addRole(guild, { name: 'Staff' }).id;
    discord.gateway.dispatch('GUILD_ROLE_CREATE', { guild_id: guild.id, role: guild.roles.get(role) }, guild.id);
    const overwrites = [
      { id: guild.id, deny: ['ViewChannel'] as const },
      { id: role, allow: ['ViewChannel'] as const },
    ];
    const hidden: string = discord.addChannel({ name: 'hidden', overwrites }).id;
    await discord.slash({ ...ADMIN, command: 'knowledge bind', options: { source: '1', role } });
    const member = discord.addMember({ username: 'freya', roles: [role] });
    const askedBy = async (user: typeof member | string, more: Record<string, unknown>): Promise<string> => {
      const options = { question, ...more };
      const until = ({ text }: { text: string }): boolean => unknown.test(text) || known.test(text);
      return (await discord.slash({ user, command: 'ask', options, until })).text;
    };
    expect(await askedBy(member, {})).toMatch(unknown);
    expect(await askedBy('bob', { private: true })).toMatch(unknown);
    expect(await askedBy(member, { private: true })).toMatch(known);
    discord.setBotPermissions(['Administrator']);
    expect((await mention(bot, question, { user: member, channelId: hidden })).text).toMatch(known);
  });
});

describe('a reply to an answer', () => {
  it('follows it up: what it leans on is searched for too, and it is kept as its child', async () => {
    const bot = await startKnowing(await startApp());
    const first = await mention(bot, question);
    const t = await reply(bot, first, 'and who does it?');
    expect(t.embed.description).toContain('by the operator');
    const guild = await guildOf(bot.app, bot.discord.guildId);
    expect(await guild.question(2)).toMatchObject({ question: 'and who does it?', parent: 1 });
  });

  it('follows it up however soon it comes: before Discord has told which message the answer is', async () => {
    const bot = await startKnowing(await startApp());
    const replied = replyAtOnce(bot.discord, 'and who does it?');
    await mention(bot, question);
    await replied;
    expect(await (await guildOf(bot.app, bot.discord.guildId)).question(2)).toMatchObject({ parent: 1 });
  });

  it('follows up what /ask answered for all to see, too', async () => {
    const bot = await startKnowing(await startApp());
    const { discord } = bot;
    const asked = await discord.slash({
      user: 'bob',
      command: 'ask',
      options: { question },
      until: ({ text }) => /as of/.test(text),
    });
    const fields = { mentions: [discord.bot] };
    await mention(bot, '', { content: 'and who does it?', replyTo: asked.last?.id ?? '', fields });
    expect(await (await guildOf(bot.app, discord.guildId)).question(2)).toMatchObject({ parent: 1 });
  });

  it('that does not ping cannot be read, and says so', async () => {
    const bot = await startKnowing(await startApp());
    const first = await mention(bot, question);
    const t = await mention(bot, '', { content: 'and who does it?', replyTo: first.last?.id ?? '' });
    expect(t.content).toMatch(/^Discord shows me a reply only when it pings me/);
  });

  it('to anything else of Heimdall is none of its business', async () => {
    const bot = await startKnowing(await startApp());
    const list = await bot.discord.slash({ ...ADMIN, command: 'about' });
    const fields = { mentions: [bot.discord.bot] };
    await unanswered(bot, { content: 'nice', replyTo: list.last?.id ?? '', fields });
  });
});
