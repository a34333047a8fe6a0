import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { startModelServer, streamOf, type ModelReply, type ModelServer } from '../support/model-server.ts';
import { ADMIN, startBot, type Bot } from './bot.ts';

const KEYS = `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>Signing keys are rotated every 90 days by the operator.</p></main></body></html>`;
const question = 'How often are signing keys rotated?';

/** A bot in whose server one page is known. */
async function startKnowing(app: App): Promise<Bot & { readonly url: string }> {
  const site = await serve({ '/keys': KEYS });
  const bot = await startBot({ app });
  await importPages(app, [`${site.origin}/keys`], bot.discord.guildId);
  return { ...bot, url: `${site.origin}/keys` };
}

async function withModel(reply: ModelReply): Promise<{ app: App; server: ModelServer }> {
  const server = await startModelServer(() => reply);
  const model = {
    provider: 'openai-compatible',
    baseUrl: server.baseUrl,
    apiKey: null,
    name: 'm',
    timeoutMs: 5000,
    dailyTokens: 100_000,
  } as const;
  return { server, app: await startApp({}, { model }) };
}

const ask = (bot: Bot, options: Record<string, unknown> = { question }, user = 'eve') =>
  bot.discord.slash({
    user,
    command: 'ask',
    options,
    until: ({ text }) => /as of|do not know|ask again|taught by/.test(text),
  });

describe('/ask', () => {
  it('quotes what was read, for all to see, with its source and date', async () => {
    const bot = await startKnowing(await startApp());
    const t = await ask(bot);
    expect(t).toMatchObject({ ackKind: 'defer', ephemeral: false });
    expect(t.embed.description).toContain('> Signing keys are rotated every 90 days by the operator.');
    expect(t.embed.description).toMatch(/\[\\\[1\\\] Keys\]\(http:\/\/127\.0\.0\.1:\d+\/keys/);
    expect(t.embed.description).toMatch(/as of \d{4}-\d\d-\d\d/);
    expect(t.buttons.map(({ label }) => label)).toEqual(['Helpful', 'Not helpful']);
  });

  it('answers the asker alone when asked to', async () => {
    const bot = await startKnowing(await startApp());
    expect(await ask(bot, { question, private: true })).toMatchObject({ ephemeral: true });
  });

  it("shows a model's words, checked, and nothing of the server goes to it", async () => {
    const { app, server } = await withModel({
      stream: streamOf('They are rotated every 90 days [1]. The operator rotates the signing keys [1].'),
    });
    const bot = await startKnowing(app);
    const t = await ask(bot, { question }, 'mallory');
    expect(t.embed.description).toContain('They are rotated every 90 days [1].');
    expect(server.requests[0]?.prompt).not.toContain(bot.discord.guildId);
    expect(server.requests[0]?.prompt).not.toContain('mallory');
  });

  it('pings nobody, whatever the model says', async () => {
    const { app } = await withModel({
      stream: streamOf('@everyone signing keys are rotated every 90 days, ask <@123456789012345678> [1].'),
    });
    const t = await ask(await startKnowing(app));
    expect(t.pinged).toBe(false);
    expect(t.text).not.toMatch(/@everyone|<@/);
  });

  it('says that it does not know, and remembers the gap', async () => {
    const bot = await startKnowing(await startApp());
    const t = await ask(bot, { question: 'How do I bake sourdough bread?' });
    expect(t.text).toContain('I do not know');
    const gaps = await bot.discord.slash({ ...ADMIN, command: 'odin gaps' });
    expect(gaps.text).toContain('sourdough');
  });

  it('makes a member wait between questions', async () => {
    const bot = await startKnowing(await startApp());
    await bot.discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 3600 } });
    await ask(bot);
    const t = await ask(bot);
    expect(t.content).toMatch(/^You asked a moment ago: ask again in \d+ seconds\.$/);
    expect(t.ephemeral).toBe(true);
    expect((await ask(bot, { question }, 'bob')).text).toContain('90 days');
  });
});

describe('what members think of an answer', () => {
  it('is kept, one word a member, and a bad one becomes a gap', async () => {
    const bot = await startKnowing(await startApp());
    const answer = await ask(bot);
    const t = await bot.discord.press('Not helpful', { user: 'bob', on: answer });
    expect(t).toMatchObject({ ephemeral: true });
    await bot.discord.press('Not helpful', { user: 'bob', on: answer });
    const guild = await guildOf(bot.app, bot.discord.guildId);
    expect(await guild.question(1)).toMatchObject({ bad: 1, good: 0 });
    expect(await guild.countGaps('open')).toBe(1);
  });
});

describe('the team', () => {
  it('teaches an answer to a gap, cited as taught', async () => {
    const bot = await startKnowing(await startApp());
    await ask(bot, { question: 'Where is the sourdough bakery?' });
    await bot.discord.slash({ ...ADMIN, command: 'odin teach', options: { gap: 1, answer: 'In the old mill.' } });
    await bot.discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 0 } });
    const t = await ask(bot, { question: 'where is the sourdough bakery' });
    expect(t.text).toContain('In the old mill.');
    expect(t.text).toContain("taught by this server's team");
    expect(await (await guildOf(bot.app, bot.discord.guildId)).countGaps('open')).toBe(0);
  });

  it('is not every member', async () => {
    const bot = await startKnowing(await startApp());
    const t = await bot.discord.slash({ user: 'eve', command: 'odin teach', options: { question: 'x', answer: 'y' } });
    expect(t.content).toMatch(/^Teaching is for those who manage this server/);
  });
});

describe('/privacy', () => {
  it('shows and deletes what is kept about the member who asks', async () => {
    const bot = await startKnowing(await startApp());
    await ask(bot);
    expect((await bot.discord.slash({ user: 'eve', command: 'privacy show' })).text).toContain(question);
    expect((await bot.discord.slash({ user: 'bob', command: 'privacy show' })).text).not.toContain(question);
    await bot.discord.slash({ user: 'eve', command: 'privacy forget' });
    expect((await bot.discord.slash({ user: 'eve', command: 'privacy show' })).text).toContain('0 questions');
  });
});
