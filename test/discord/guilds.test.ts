import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { guildOf, startApp } from '../support/app.ts';
import type { Standin } from '../support/discord/standin.mjs';
import { startBot, startStandin } from './bot.ts';

const DAY_MS = 24 * 3_600_000;

const leftNote = (app: App, { guildId }: Standin): Promise<string | null> => app.store.notes.get(`left:${guildId}`);

describe('a server that Heimdall leaves', () => {
  it('is forgotten a day later, not before, and with everything it knew', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const discord = await startStandin();
    await guildOf(app, discord.guildId);
    const first = await startBot({ app, discord });
    discord.kickBot();
    await expect.poll(() => leftNote(app, discord)).not.toBeNull();
    await first.leave();
    clock.advance(DAY_MS - 1000);
    const second = await startBot({ app, discord });
    expect(await app.store.guildIds()).toEqual([discord.guildId]);
    await second.leave();
    clock.advance(2000);
    const third = await startBot({ app, discord });
    expect(await app.store.guildIds()).toEqual([]);
    expect(await app.store.notes.under('left:')).toEqual([]);
    expect(third.said.join('\n')).toContain('was left a day ago');
  });

  it('and comes back to within the day keeps everything', async () => {
    const { app, discord } = await startBot();
    await guildOf(app, discord.guildId);
    const { guildId } = discord;
    discord.kickBot();
    await expect.poll(() => leftNote(app, discord)).not.toBeNull();
    const guild = discord.world.guilds.get(guildId);
    discord.world.addMember(guild, { user: discord.bot });
    discord.gateway.dispatch('GUILD_CREATE', discord.world.guildGateway(guild, discord.bot.id), guildId);
    await expect.poll(() => leftNote(app, discord)).toBeNull();
  });

  it('while Heimdall was off gets its day from the next start on', async () => {
    const app = await startApp();
    const discord = await startStandin({ guilds: [{ name: 'One' }, { name: 'Other' }] });
    for (const id of ['local', ...discord.world.guilds.keys()]) await guildOf(app, id);
    await (await startBot({ app, discord })).leave();
    discord.world.guilds.get(discord.guildId).members.delete(discord.bot.id);
    await startBot({ app, discord });
    expect((await app.store.notes.under('left:')).map(([name]) => name)).toEqual([`left:${discord.guildId}`]);
  });

  it('is not any server that another application is in', async () => {
    const app = await startApp();
    await guildOf(app, '123456789012345678');
    await startBot({ app });
    expect(await app.store.notes.under('left:')).toEqual([]);
  });
});

describe('an outage', () => {
  it('is no leaving, neither while Heimdall runs nor at its start', async () => {
    const app = await startApp();
    const discord = await startStandin();
    await guildOf(app, discord.guildId);
    const first = await startBot({ app, discord });
    discord.gateway.dispatch('GUILD_DELETE', { id: discord.guildId, unavailable: true }, discord.guildId);
    await discord.quiet(100);
    expect(await leftNote(app, discord)).toBeNull();
    await first.leave();
    await startBot({ app, discord });
    expect(await leftNote(app, discord)).toBeNull();
  });
});
