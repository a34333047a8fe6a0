import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { afterTest, guildOf, serve, startApp, tempDir } from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';
import { page } from '../support/site.ts';
import type { PermissionName, Standin, Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, type Bot, type BotOptions } from './bot.ts';

const ALL: readonly PermissionName[] = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'];
/** Heimdall sees no channel but those that are opened to it; everybody else sees them all. */
const BLIND = { everyone: ['SendMessages', 'UseApplicationCommands'], botPermissions: [] } as const;

/** A channel of the first server that Heimdall may write to. */
function openChannel(discord: Standin, allow: readonly PermissionName[] = ALL): string {
  return discord.addChannel({ name: 'log', overwrites: [{ id: discord.bot.id, type: 1, allow }] }).id;
}

async function setLog(discord: Standin, channelId: string): Promise<Transcript> {
  await discord.quiet(50);
  return discord.slash({ ...ADMIN, command: 'settings log-channel', options: { channel: channelId }, channelId });
}

const receiptsIn = (discord: Standin, channelId: string) =>
  discord.messagesIn(channelId).filter(({ attachments }) => attachments.length > 0);
const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);

/** An import under way where Heimdall does not see the channel. */
async function heldImport({ discord }: Bot) {
  const site = await holdingSite();
  const handle = discord.beginSlash({
    ...ADMIN,
    command: 'knowledge import',
    options: { urls: `${site.origin}/hold ${site.origin}/after` },
  });
  afterTest(() => site.letGo());
  await handle.settled({ until: ({ buttons }) => buttons.length > 0 });
  await site.until('/hold');
  return { site, handle };
}

const startBlind = (options: BotOptions = {}): Promise<Bot> => startBot({ guilds: [BLIND], ...options });

describe('the log channel', () => {
  it('gets the receipt of a card that only its asker sees', async () => {
    const site = await serve({ '/': page('Home') });
    const { discord } = await startBlind();
    const log = openChannel(discord);
    expect((await setLog(discord, log)).text).toContain('The log channel is set');
    const options = { urls: `${site.origin}/` };
    const t = await discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    expect(t).toMatchObject({ ephemeral: true });
    await expect.poll(() => receiptsIn(discord, log)).toHaveLength(1);
    expect(receiptsIn(discord, log)[0]?.embeds[0].title).toContain('1 page stored');
  });

  it('gets it after the fifteen minutes of the card too, and after a restart', async () => {
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const bot = await startBlind({ app, tokenLifetimeMs: 300, refused: [/50027/] });
    const log = openChannel(bot.discord);
    await setLog(bot.discord, log);
    const { site } = await heldImport(bot);
    const left = bot.leave();
    site.letGo();
    await left;
    await app.close();
    await systemClock.sleep(300);
    const next = await startApp({ dataDir });
    const background = await next.crawling.resume(await guildOf(next, bot.discord.guildId));
    await startBot({ app: next, discord: bot.discord, background });
    expect(background).toHaveLength(1);
    await expect.poll(() => receiptsIn(bot.discord, log), { timeout: 8000 }).toHaveLength(1);
    await expect.poll(() => next.store.notes.under('card:')).toEqual([]);
  });

  it('gets the receipt of a card whose channel is gone', async () => {
    const guilds = [{ channels: ['general', 'other'], everyone: [...ALL, 'UseApplicationCommands'] as const }];
    const bot = await startBot({ guilds, tokenLifetimeMs: 600, refused: [/50027|10003|50001|10008/] });
    const [, other] = bot.discord.world.guilds.get(bot.discord.guildId).channelIds;
    await setLog(bot.discord, other);
    const { site } = await heldImport(bot);
    await systemClock.sleep(650);
    bot.discord.deleteChannel(bot.discord.channelId);
    site.letGo();
    await expect.poll(() => receiptsIn(bot.discord, other), { timeout: 8000 }).toHaveLength(1);
  });

  it('missing, the person who asked gets it as a message of their own once the card is out of reach', async () => {
    const bot = await startBlind({ tokenLifetimeMs: 100, refused: [/50027/] });
    const { site } = await heldImport(bot);
    await systemClock.sleep(150);
    site.letGo();
    const direct = () => [...bot.discord.world.channels.values()].find(({ type }: { type: number }) => type === 1);
    await expect.poll(() => direct() && receiptsIn(bot.discord, direct().id), { timeout: 8000 }).toHaveLength(1);
    expect(direct().recipients[0].username).toBe('root');
    // Buttons work in servers only.
    expect(receiptsIn(bot.discord, direct().id)[0]?.components).toEqual([]);
  });
});

describe('/settings log-channel', () => {
  it('shows what is set, and takes it back', async () => {
    const { discord } = await startBot();
    const ask = async (options = {}) =>
      (await discord.slash({ ...ADMIN, command: 'settings log-channel', options })).text;
    expect(await ask()).toContain('No log channel is set');
    expect(await ask({ channel: discord.channelId })).toContain('#general');
    expect(await ask()).toContain('The log channel is set');
    expect(await ask({ off: true })).toContain('No log channel is set');
    expect(await ask({ off: true, channel: discord.channelId })).toContain('Choose a channel or off, not both.');
  });

  it('refuses a channel that Heimdall cannot write to, and says what to allow', async () => {
    const { discord } = await startBlind();
    const t = await setLog(discord, openChannel(discord, ['ViewChannel', 'SendMessages']));
    expect(t.content).toBe(
      'Heimdall lacks Embed Links, Attach Files in #log: allow it there (Edit Channel, Permissions).',
    );
  });

  it('is looked after by /doctor', async () => {
    const { discord } = await startBot({ guilds: [{ channels: ['general', 'log'] }] });
    const [, log] = discord.world.guilds.get(discord.guildId).channelIds;
    const doctor = async () => (await discord.slash({ ...ADMIN, command: 'doctor' })).text;
    expect(await doctor()).toContain('✓ Log channel: none is set (/settings log-channel)');
    await setLog(discord, log);
    expect(await doctor()).toContain('✓ Log channel: receipts can be sent there');
    discord.deleteChannel(log);
    await discord.quiet(50);
    expect(await doctor()).toMatch(
      /✗ Log channel: cannot be used\. There is no channel \d+ in this server\. Or choose/,
    );
  });
});
