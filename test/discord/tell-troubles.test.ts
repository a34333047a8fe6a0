import { expect, it } from 'vitest';
import { LOG_CHANNEL } from '../../src/app/settings.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { modelAt } from '../support/asking.ts';
import { createFakeClock } from '../support/clock.ts';
import { startModelServer, streamOf, type ModelReply } from '../support/model-server.ts';
import { channelNamed } from './blocking.ts';
import { ADMIN, startBot } from './bot.ts';

const KEYS = `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>Signing keys are rotated every 90 days by the operator.</p></main></body></html>`;

it('what is wrong with the model is told in the log channel, each kind once a day, and to no member', async () => {
  let reply: ModelReply = { status: 401, body: { error: { message: 'no such @everyone key' } } };
  const server = await startModelServer(() => reply);
  const clock = createFakeClock();
  const app = await startApp({ clock }, { model: modelAt(server) });
  const bot = await startBot({ app, guilds: [{ channels: ['general', 'log'] }] });
  const { discord } = bot;
  const site = await serve({ '/keys': KEYS });
  await importPages(app, [`${site.origin}/keys`], discord.guildId);
  const guild = await guildOf(app, discord.guildId);
  const log = channelNamed(discord, 'log');
  await guild.set(LOG_CHANNEL.name, log);
  await discord.slash({ ...ADMIN, command: 'odin settings', options: { cooldown: 0 } });
  const ask = async (): Promise<string> => {
    const options = { question: 'How often are signing keys rotated?' };
    return (await discord.slash({ user: 'eve', command: 'ask', options, until: ({ text }) => /as of/.test(text) }))
      .text;
  };
  const told = (): readonly string[] => discord.messagesIn(log).map(({ embeds }) => embeds[0]?.description ?? '');

  expect(await ask()).not.toMatch(/model|key refused/i);
  await expect.poll(told).toHaveLength(1);
  expect(told()[0]).toContain('The model server refuses the key');
  expect(told()[0]).not.toContain('@everyone');
  await ask();
  reply = { stream: streamOf('Signing keys are rotated every 91 days [1].') };
  await ask();
  await expect.poll(told).toHaveLength(2);
  expect(told()[1]).toContain('a number or version in it stands on no page');
  expect(told()[1]).not.toContain('91');
  clock.advance(86_400_000);
  await ask();
  await expect.poll(told).toHaveLength(3);
});
