import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import { ADMIN, startBot, startStandin, type Bot } from './bot.ts';

async function botWithSite(): Promise<Bot & { readonly origin: string }> {
  const site = await serve({ '/': page('Home', links('/keys')), '/keys': page('Keys') });
  const app = await startApp();
  const discord = await startStandin();
  await crawl(app, `${site.origin}/`, { guild: discord.guildId });
  return { ...(await startBot({ app, discord })), origin: site.origin };
}

describe('an attached list of addresses', () => {
  it('is imported, and its wrong lines are named to the asker alone', async () => {
    const { discord, app, origin } = await botWithSite();
    const list = (content: string) => ({ list: { filename: 'urls.txt', content, contentType: 'text/plain' } });
    const imported = await discord.slash({
      ...ADMIN,
      command: 'knowledge import',
      options: list(`# ours\n${origin}/\n${origin}/keys\n`),
      until: ({ text }) => text.includes('pages stored'),
    });
    expect(imported.text).toContain('2 pages stored');
    expect(await (await guildOf(app, discord.guildId)).sources()).toHaveLength(3);
    const wrong = await discord.slash({ ...ADMIN, command: 'knowledge import', options: list('docs.example') });
    expect(wrong.last?.content).toContain('these lines is none: 1 (');
    const large = await discord.slash({ ...ADMIN, command: 'knowledge import', options: list('x'.repeat(70_000)) });
    expect(large.last?.content).toBe('Option list takes a text file of at most 64 KB.');
    const none = await discord.slash({ ...ADMIN, command: 'knowledge import' });
    expect(none.last?.content).toMatch(/^Name what to import/);
  });
});

describe('an export', () => {
  it('comes as a file', async () => {
    const { discord } = await botWithSite();
    const t = await discord.slash({ ...ADMIN, command: 'knowledge export' });
    expect(t.text).toContain('Export of 1 source and 2 pages');
    const file = await fetch(t.last?.attachments[0]?.url);
    const lines = gunzipSync(Buffer.from(await file.arrayBuffer()))
      .toString()
      .trim()
      .split('\n');
    expect(lines).toHaveLength(5);
  });
});
