import { describe, expect, it } from 'vitest';
import { serve } from '../support/app.ts';
import { page } from '../support/site.ts';
import type { Fault, Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, type Bot } from './bot.ts';

const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);
const EDIT = { method: 'PATCH', route: /messages\/@original$/ };

async function importHome({ discord }: Bot): Promise<Transcript> {
  const site = await serve({ '/': page('Home') });
  const options = { urls: `${site.origin}/` };
  return discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
}

describe('trouble with Discord', () => {
  it.each<[string, Fault]>([
    ['429 with a short wait', { ...EDIT, retryAfter: 0.3, times: 2 }],
    ['an error of its own', { ...EDIT, status: 503, times: 3 }],
    ['more errors than the library tries again', { ...EDIT, status: 500, times: 6 }],
    ['slow answers', { ...EDIT, delay: 800, times: 2 }],
    ['dropped connections', { ...EDIT, destroy: true, times: 2 }],
  ])('ends with the receipt all the same: %s', async (_what, fault) => {
    const bot = await startBot({ refused: [/-> 50[03]/], rateLimited: true });
    bot.discord.fault(fault);
    expect((await importHome(bot)).text).toContain('1 page stored');
  });

  it.each<[string, (bot: Bot) => void, Readonly<Record<string, number>>]>([
    ['the connection was cut', ({ discord }) => discord.cut(), { resume: 1, identify: 1 }],
    [
      'Discord asks for a new connection',
      ({ discord }) => discord.gateway.requestReconnect(),
      { resume: 1, identify: 1 },
    ],
    [
      'Discord has forgotten the session',
      ({ discord }) => discord.gateway.invalidateSessions({ resumable: false }),
      { identify: 2 },
    ],
  ])('is over soon after %s', async (_what, trouble, expected) => {
    const bot = await startBot();
    const log: readonly { readonly kind: string }[] = bot.discord.gateway.log;
    trouble(bot);
    const seen = (): boolean =>
      Object.entries(expected).every(([kind, times]) => log.filter((entry) => entry.kind === kind).length === times);
    await bot.discord.waitFor(seen, { what: 'the session to go on' });
    expect((await importHome(bot)).text).toContain('1 page stored');
  });

  it('with two shards is no trouble: each server is answered', async () => {
    const bot = await startBot({ shards: 2, guilds: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] });
    for (const guildId of bot.discord.world.guilds.keys()) {
      expect((await bot.discord.slash({ ...ADMIN, guildId, command: 'about' })).text).toContain('Heimdall');
    }
  });
});
