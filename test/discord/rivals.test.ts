import { describe, expect, it, vi } from 'vitest';
import { guildOf, serve, startApp } from '../support/app.ts';
import { page } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, fileOf, startBot, type Bot } from './bot.ts';

/** What users of other bots complain of, and must not meet here. The names are those of the projects and their issues. */

const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);

async function imported(bot: Bot, title: string, content = ''): Promise<Transcript> {
  const site = await serve({ '/': page(title, content) });
  const options = { urls: `${site.origin}/` };
  return bot.discord.slash({ ...ADMIN, command: 'knowledge import', options, until: over });
}

describe('mentions', () => {
  it('Onyx, llmcord, hermes-agent #11339: everything that is sent may mention nobody, on the wire', async () => {
    const bot = await startBot();
    await imported(bot, '@everyone @here &lt;@&amp;1&gt;');
    await bot.discord.slash({ ...ADMIN, command: 'knowledge pages' });
    const sent: { method: string; path: string; body?: { data?: unknown; allowed_mentions?: unknown } }[] =
      bot.discord.rest.requests;
    const edits = sent.filter(({ method, path }) => method === 'PATCH' && path.includes('/messages/'));
    expect(edits.length).toBeGreaterThan(1);
    for (const { body } of edits) expect(body?.allowed_mentions).toMatchObject({ parse: [] });
  });
});

describe('messages', () => {
  it('RAGFlow: what members write to each other is no business of the bot', async () => {
    const { discord } = await startBot();
    const before = discord.rest.requests.length;
    for (const content of ['Good morning!', 'How do I rotate the keys?']) {
      const t = await discord.say({ user: 'eve', content, watchMs: 100 });
      expect(t.messages).toEqual([]);
    }
    expect(discord.rest.requests).toHaveLength(before);
  });

  it('RAGFlow, firecrawl/ai-discord-bot #2: more than a message holds is delivered whole', async () => {
    const bot = await startBot();
    const words = Array.from({ length: 3000 }, (_, n) => `word${n}`);
    await imported(bot, 'Long', `<p>${words.join(' ')}</p>`);
    const t = await bot.discord.slash({ ...ADMIN, command: 'knowledge show', options: { page: '1' } });
    expect(await fileOf(t)).toContain(words.at(-1));
    const found = await bot.discord.slash({ ...ADMIN, command: 'knowledge search', options: { query: 'word2999' } });
    expect(found.text).toContain('word2999');
  });
});

describe('acknowledging', () => {
  it('remote-opencode #21, discord.js #10752: comes first, however long everything else takes', async () => {
    const app = await startApp();
    const bot = await startBot({ app });
    await guildOf(app, bot.discord.guildId);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const open = app.store.guild.bind(app.store);
    const ids = app.store.guildIds.bind(app.store);
    vi.spyOn(app.store, 'guild').mockImplementation((id) => held.then(() => open(id)));
    vi.spyOn(app.store, 'guildIds').mockImplementation(() => held.then(() => ids()));
    const site = await serve({ '/': page('Home') });
    const asked = [
      bot.discord.beginSlash({ ...ADMIN, command: 'knowledge list' }),
      bot.discord.beginSlash({ ...ADMIN, command: 'knowledge search', options: { query: 'x' } }),
      bot.discord.beginSlash({ ...ADMIN, command: 'knowledge crawl', options: { url: `${site.origin}/` } }),
      bot.discord.beginSlash({ ...ADMIN, command: 'doctor' }),
    ];
    await expect.poll(() => asked.map((one) => one.transcript().ackKind)).toEqual(Array(4).fill('defer'));
    release();
    await Promise.all(
      asked.map((one) => one.settled({ until: ({ embed, content }) => embed !== null || content !== '' })),
    );
    vi.restoreAllMocks();
  });
});
