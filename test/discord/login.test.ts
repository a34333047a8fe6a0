import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { runDiscord } from '../../src/discord/discord.ts';
import { inviteLink } from '../../src/discord/invite.ts';
import { runProgram, startProgram } from '../support/built.ts';
import { serve, startApp, tempDir } from '../support/app.ts';
import { page } from '../support/site.ts';
import { ADMIN, startBot, startStandin } from './bot.ts';

describe('the start', () => {
  it('ends with one sentence and status 1 when Discord refuses the token', async () => {
    const discord = await startStandin({ refused: [/401/] });
    const env = { ...discord.env(), DISCORD_TOKEN: 'wrong' };
    const { code, err } = await runProgram([], { cwd: tempDir(), env });
    expect({ code, lines: err.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        'Discord refuses the token: copy it anew from the developer portal (Bot, Reset Token) into DISCORD_TOKEN.',
      ],
    });
  });

  it.each([
    [4014, 'Discord refuses an intent: switch it on in the developer portal'],
    [4013, 'Discord does not know the intents'],
    [4004, 'Discord refuses the token'],
  ])('ends with one sentence when Discord closes with %i', async (code, sentence) => {
    const discord = await startStandin();
    const app = await startApp();
    const options = {
      token: discord.token,
      apiUrl: discord.restUrl,
      commands,
      background: [],
      leave: new AbortController().signal,
    };
    const ended = runDiscord(app, { ...options, report: () => {} });
    await discord.ready();
    discord.gateway.close(code);
    expect(await ended).toContain(sentence);
  });

  it('ends with one sentence when Discord cannot be reached', async () => {
    const env = { DISCORD_TOKEN: 'x.y.z', DISCORD_API_URL: 'http://127.0.0.1:9/api' };
    const { code, err } = await runProgram([], { cwd: tempDir(), env });
    expect(code).toBe(1);
    expect(err).toMatch(/^Discord could not be reached: .*\n$/);
  });

  it('prints the invite link, with exactly the permissions needed, while Heimdall is in no server', async () => {
    const { said, discord } = await startBot({ guilds: [] });
    expect(said.join('\n')).toContain(inviteLink(discord.applicationId));
    const link = new URL(inviteLink('123'));
    expect(link.searchParams.get('scope')).toBe('bot applications.commands');
    // View Channel, Send Messages, Embed Links, Attach Files, Read Message History, Send Messages in Threads.
    expect(BigInt(link.searchParams.get('permissions') ?? 0)).toBe(
      (1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 15n) | (1n << 16n) | (1n << 38n),
    );
  });

  it('asks for no intent that needs a switch', async () => {
    const { discord } = await startBot({ privilegedIntents: [] });
    expect(discord.gateway.log).toContainEqual(expect.objectContaining({ kind: 'identify', intents: 1 | (1 << 9) }));
  });
});

/** A port that nobody listens on right now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

describe('the program', () => {
  it('is the bot with a token, and leaves cleanly when it is told to end', async () => {
    const site = await serve({ '/': page('Home') });
    const discord = await startStandin();
    const port = await freePort();
    const env = { ...discord.env(), CRAWLER_ALLOW_NETWORKS: '127.0.0.0/8', HTTP_PORT: String(port) };
    const run = startProgram([], { cwd: tempDir(), env });
    await run.said('Logged in to Discord');
    const options = { urls: `${site.origin}/` };
    const over = ({ live }: { live: { attachments: unknown[] }[] }): boolean =>
      live.some(({ attachments }) => attachments.length > 0);
    const t = await discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
    expect(t.text).toContain('1 page stored');
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    const parts = { process: 'ok', database: 'ok', schedule: 'ok', gateway: 'ok' };
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok', parts });
    run.process.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, signal: null });
    expect(
      discord.gateway.log.some(({ kind, code }: { kind?: string; code?: number }) => kind === 'close' && code === 1000),
    ).toBe(true);
  });
});
