import { describe, expect, it } from 'vitest';
import { crawl, serve, startApp } from '../support/app.ts';
import { page } from '../support/site.ts';
import type { PermissionName, Standin } from '../support/discord/standin.mjs';
import { ADMIN, startBot, startStandin } from './bot.ts';

const ALL: readonly PermissionName[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
];
/** Everybody may use commands here, and nothing else: what Heimdall may do is its own role's. */
const everyone = ['UseApplicationCommands'] as const;

async function ask(discord: Standin, options: Record<string, unknown> = {}): Promise<string> {
  const { guildId, world } = discord;
  const channelId = world.guilds.get(guildId).channelIds[0];
  return (await discord.slash({ ...ADMIN, channelId, command: 'doctor', options })).text;
}

describe('/doctor', () => {
  it('finds all well where nothing is missing', async () => {
    const { discord } = await startBot({ guilds: [{ everyone, botPermissions: ALL }] });
    const text = await ask(discord);
    expect(text).toMatch(/^All is well/);
    expect(text).toContain('✓ Intents: Guilds');
    expect(text).toContain('✓ Database: nothing is stored here yet');
    expect(text).toContain('✓ Schedule: every page is checked once a week; no site is watched');
  });

  it('says how many sites are watched, and when the next one is due', async () => {
    const site = await serve({ '/': page('Home') });
    const [app, discord] = [await startApp(), await startStandin()];
    await crawl(app, `${site.origin}/`, { guild: discord.guildId });
    await startBot({ app, discord });
    await discord.slash({ ...ADMIN, command: 'knowledge watch', options: { source: '1', mode: 'weekly' } });
    expect(await ask(discord)).toMatch(
      /✓ Schedule: .*; 1 site watched, the next look is due \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    );
  });

  it.each([
    ['ViewChannel', 'View Channel'],
    ['SendMessages', 'Send Messages'],
    ['SendMessagesInThreads', 'Send Messages in Threads'],
    ['EmbedLinks', 'Embed Links'],
    ['AttachFiles', 'Attach Files'],
    ['ReadMessageHistory', 'Read Message History'],
  ] as const)('names %s when it is missing in the server, with one fix', async (missing, label) => {
    const { discord } = await startBot({
      guilds: [{ everyone, botPermissions: ALL.filter((name) => name !== missing) }],
    });
    const text = await ask(discord);
    expect(text.split('\n').filter((line) => line.startsWith('✗') && line.includes(`Permission ${label}:`))).toEqual([
      expect.stringContaining(
        `missing in the whole server. Give the role of Heimdall ${label} (Server Settings, Roles)`,
      ),
    ]);
  });

  it.each([
    ['EmbedLinks', 'Embed Links'],
    ['AttachFiles', 'Attach Files'],
    ['SendMessages', 'Send Messages'],
  ] as const)('names the channel where %s is missing', async (deny, label) => {
    const { discord } = await startBot({ guilds: [{ everyone, botPermissions: ALL }] });
    discord.addChannel({ name: 'log', overwrites: [{ id: discord.guildId, type: 0, deny: [deny] }] });
    await discord.quiet(50);
    expect(await ask(discord)).toContain(
      `✗ Permission ${label}: missing in #log. Allow ${label} for Heimdall there (Edit Channel, Permissions)`,
    );
  });

  it('tries one site, and says what keeps it out', async () => {
    const site = await serve({ '/': page('Home'), '/closed': { status: 403, body: 'no' } });
    const { discord } = await startBot();
    expect(await ask(discord, { url: `${site.origin}/` })).toContain('answers, and could be stored');
    expect(await ask(discord, { url: `${site.origin}/closed` })).toMatch(
      /✗ Site .*could not be read\. The site answered 403/,
    );
  });
});
