import { describe, expect, it } from 'vitest';
import { purgeHost } from '../../src/app/purge.ts';
import { LOG_CHANNEL } from '../../src/app/settings.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { page } from '../support/site.ts';
import { ADMIN, startBot, startStandin, type BotOptions } from './bot.ts';

/** A server that knew a page of a host, whose owner has asked the operator since to be left alone. */
async function purged(options: BotOptions = {}) {
  const discord = await startStandin(options);
  const app = await startApp();
  const site = await serve({ '/': page('Home') });
  const { host } = new URL(site.origin);
  await importPages(app, [`${site.origin}/`], discord.guildId);
  await purgeHost(app.store, app.clock, host);
  const untold = async (): Promise<number> => (await app.store.notes.under('purge-untold:')).length;
  return { discord, app, host, untold };
}

describe('a site that is not visited any more', () => {
  it('is told once in the log channel of the server that had something of it', async () => {
    const { discord, app, host, untold } = await purged();
    await (await guildOf(app, discord.guildId)).set(LOG_CHANNEL.name, discord.channelId);
    const embeds = () => discord.messagesIn(discord.channelId).map((message) => message.embeds[0]);
    const told = () => embeds().filter((embed) => embed?.title === 'A site is not visited any more');
    const first = await startBot({ app, discord });
    await expect.poll(told).toHaveLength(1);
    expect(told()[0].description.replaceAll('\\', '')).toContain(`The owner of ${host} asked to be left alone`);
    await expect.poll(untold).toBe(0);
    await first.leave();
    await startBot({ app, discord });
    const list = await discord.slash({ ...ADMIN, command: 'knowledge list' });
    expect(list.text.replaceAll('\\', '')).toContain(`The owner of ${host} asked to be left alone`);
    expect(told()).toHaveLength(1);
  });

  it('is told to the operator where the channel takes no messages, and stays in the list', async () => {
    const { discord, app, untold } = await purged({ refused: [/10003|50001/] });
    await (await guildOf(app, discord.guildId)).set(LOG_CHANNEL.name, '123456789012345678');
    const { said } = await startBot({ app, discord });
    await expect.poll(untold).toBe(0);
    expect(said.join('\n')).toContain(`could not be told in server ${discord.guildId}: `);
    expect((await discord.slash({ ...ADMIN, command: 'knowledge list' })).text).toContain('asked to be left alone');
  });
});
