import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKS_PER_MINUTE } from '../../src/links/check.ts';
import { startApp, tempDir } from '../support/app.ts';
import { gifOf } from '../links/make.ts';
import { ADMIN, startBot, startStandin } from './bot.ts';
import { media, PERMISSIONS, startBlocking } from './blocking.ts';

const SECRET = 'my *own* words, to nobody else: https://tenor.com/view/x-1';

describe('an entry of the log', () => {
  it('restores the words exactly, from itself alone, after a restart', async () => {
    const discord = await startStandin({ guilds: [{ botPermissions: PERMISSIONS, channels: ['general', 'log'] }] });
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const first = await startBlocking({ discord, app });
    await first.gone({ user: 'eve', content: SECRET });
    await discord.waitFor(() => discord.messagesIn(first.logId).length > 0 || null);
    await first.leave();
    await app.close();
    const again = await startApp({ dataDir });
    await startBot({ discord, app: again });
    const t = await discord.press('Undo', { ...ADMIN, until: ({ text }) => text.includes('Restored') });
    expect(t.ephemeral).toBe(true);
    const restored = discord.messagesIn().find(({ content }) => content.includes('restored by'));
    expect(restored?.content.endsWith(`\n${SECRET}`)).toBe(true);
    expect(restored?.history[0]?.pings).toEqual({ everyone: false, roles: [], users: [] });
    expect(restored?.deleted).toBe(false);
    const entry = discord.messagesIn(first.logId)[0];
    expect(JSON.stringify(entry?.components)).not.toContain('undo');
    expect((await again.attachments.countsOf(discord.guildId)).get('undone')).toBe(1);
  });

  it('is pressed by those who manage the server, and by nobody else', async () => {
    const { gone, discord, logId } = await startBlocking();
    await gone({ content: SECRET });
    await discord.waitFor(() => discord.messagesIn(logId).length > 0 || null);
    const t = await discord.press('Undo', { user: 'eve' });
    expect(t.text).toContain('Manage Server');
  });

  it('lets a host through, or a member', async () => {
    const { gone, stays, discord, logId, app } = await startBlocking();
    await gone({ user: 'eve', content: 'https://media.tenor.com/x.gif' });
    await discord.waitFor(() => discord.messagesIn(logId).length > 0 || null);
    expect((await discord.press('Allow this host', { ...ADMIN })).text).toContain('media.tenor.com');
    expect((await stays({ user: 'eve', content: 'https://media.tenor.com/y.gif' })).deleted).toBe(false);
    await discord.press('Exempt this member', { ...ADMIN });
    expect((await app.attachments.policyOf(discord.guildId)).exempt.members).toHaveLength(1);
  });

  it('keeps every limit of Discord, whatever was posted', async () => {
    const { gone, discord, logId } = await startBlocking();
    const long = `${'x'.repeat(1900)} https://tenor.com/view/${'y'.repeat(60)}`;
    await gone({
      content: long,
      attachments: Array.from({ length: 10 }, (_, n) => ({
        filename: `${'n'.repeat(200)}${n}.txt`,
        content: 'x',
        contentType: 'text/plain',
      })),
    });
    await discord.waitFor(() => discord.messagesIn(logId).length > 0 || null);
    await discord.press('Undo', { ...ADMIN });
    const parts = discord.messagesIn().filter(({ authorId }) => authorId === discord.bot.id);
    expect(parts.map(({ content }) => content.replace(/^.*\(restored by.*\n/, '')).join('')).toBe(long);
  });

  it('tells of links above a limit, once, and leaves them', async () => {
    const site = await media(Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`/${n}`, gifOf({ frames: 1 })])));
    const { stays, log, app, discord } = await startBlocking();
    const links = (from: number): string =>
      Array.from({ length: 10 }, (_, n) => `${site.origin}/${from + n}`).join(' ');
    for (let from = 0; from < 60; from += 10)
      expect((await stays({ user: 'eve', content: links(from) })).deleted).toBe(false);
    const counted = async (): Promise<number> => (await app.attachments.countsOf(discord.guildId)).get('limited') ?? 0;
    await discord.waitFor(
      async () => ((await counted()) === 3 && site.hits.length >= CHECKS_PER_MINUTE.member) || null,
    );
    await discord.quiet(100);
    expect(site.hits).toHaveLength(CHECKS_PER_MINUTE.member);
    expect(log().filter((entry) => entry.includes('Links were left alone'))).toHaveLength(1);
  });
});

describe("a member's words", () => {
  it('stand in the log channel and nowhere else: no database, no copy, no line for the operator', async () => {
    const site = await media({ '/secret-path/cat': gifOf() });
    const dataDir = tempDir();
    const app = await startApp({ dataDir });
    const { gone, stays, discord, logId, said } = await startBlocking({ app });
    await gone({ user: 'eve', content: `unmistakable-words ${site.origin}/secret-path/cat` });
    await stays({ user: 'eve', content: 'unmistakable-words http://10.0.0.1/secret-path' });
    await stays({ user: 'eve', content: `unmistakable-words ${site.origin}/secret-path/missing` });
    await discord.waitFor(() => discord.messagesIn(logId).length > 1 || null);
    expect(JSON.stringify(discord.messagesIn(logId))).toContain('unmistakable-words');
    await app.close();
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /sqlite|lock/.test(name),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const name of files) {
      const bytes = readFileSync(join(dataDir, name), 'latin1');
      expect({ name, found: /unmistakable-words|secret-path/.test(bytes) }).toEqual({ name, found: false });
    }
    expect(said.join('\n')).not.toMatch(/unmistakable-words|secret-path/);
  });
});
