import { describe, expect, it, vi } from 'vitest';
import { guildOf, serve, startApp } from '../support/app.ts';
import { page } from '../support/site.ts';
import { inSlashNotation } from '../../src/discord/groups.ts';
import { ADMIN, startBot, startStandin } from './bot.ts';

describe('a command', () => {
  it('is not offered to members where it is for admins, and refused where a server offers it all the same', async () => {
    const { discord } = await startBot();
    const options = { query: 'x' };
    expect(await discord.slash({ user: 'eve', command: 'knowledge search', options })).toMatchObject({
      denied: 'default_member_permissions',
    });
    const forced = await discord.slash({ user: 'eve', command: 'knowledge search', options, force: true });
    expect(forced).toMatchObject({ ephemeral: true, ackKind: 'reply' });
    expect(forced.content).toBe('You need the permission Manage Server for this.');
  });

  it('is not offered in direct messages', async () => {
    const { discord } = await startBot();
    expect(discord.beginSlash({ user: 'eve', command: 'about', dm: true }).transcript().denied).toBe('context');
  });

  it.each([
    ['knowledge crawl', { url: 'docs.example.org' }, /^Option url takes an address.*https:\/\/docs\.example\.org/],
    ['knowledge import', { urls: 'ftp://docs.example.org/' }, /^Option urls takes an address/],
    ['knowledge crawl', { url: 'https://docs.example.org/', exclude: 'blog' }, /^Option exclude takes paths/],
    ['knowledge crawl', { url: 'https://docs.example.org/', sitemap: 'maybe' }, /^Option sitemap is auto/],
  ] as const)(
    'says in one sentence, to the asker alone, what is wrong with %s %j',
    async (command, options, sentence) => {
      const { discord } = await startBot();
      const t = await discord.slash({ ...ADMIN, command, options });
      expect(t).toMatchObject({ ackKind: 'reply', ephemeral: true });
      expect(t.content).toMatch(sentence);
      expect(t.messages).toHaveLength(1);
    },
  );

  it('takes a promised public answer back when nothing comes of it', async () => {
    const { discord } = await startBot();
    const t = await discord.slash({
      ...ADMIN,
      command: 'knowledge crawl',
      options: { url: 'http://10.0.0.1/' },
      until: ({ live }) => live.some(({ content }) => content !== ''),
    });
    expect(t.original?.deleted).toBe(true);
    expect(t).toMatchObject({ ephemeral: true });
    expect(t.content).toMatch(/^Heimdall does not fetch http:\/\/10\.0\.0\.1\//);
  });

  it('knows nothing of other servers', async () => {
    const site = await serve({ '/': page('Home') });
    const { discord } = await startBot({ guilds: [{ name: 'One' }, { name: 'Other' }] });
    const [one, other] = [...discord.world.guilds.keys()];
    const options = { urls: `${site.origin}/` };
    const until = ({ text }: { text: string }): boolean => text.includes('stored');
    await discord.slash({ ...ADMIN, guildId: one, command: 'knowledge import', options, until });
    const t = await discord.slash({ ...ADMIN, guildId: other, command: 'knowledge list' });
    expect(t.content).toMatch(/^Nothing is known here yet/);
    expect(t.text).not.toContain(one);
  });

  it('names others as they are written here, and does not touch what other people wrote', async () => {
    const { discord, app } = await startBot();
    const ask = (command: string, options = {}) => discord.slash({ ...ADMIN, command, options });
    expect((await ask('knowledge list')).content).toMatch(/Start with: \/knowledge crawl url:https/);
    await guildOf(app, discord.guildId);
    expect((await ask('knowledge show', { page: '9' })).content).toBe(
      'There is no page "9". List them with: /knowledge pages',
    );
    expect(inSlashNotation('and 3 more; all of them with: knowledge jobs --job 7')).toBe(
      'and 3 more; all of them with: /knowledge jobs job:7',
    );
    expect(inSlashNotation('There is no removed page "9". List them with: knowledge pages --removed')).toBe(
      'There is no removed page "9". List them with: /knowledge pages removed:True',
    );
    expect(inSlashNotation('Both: knowledge list --removed --from 3.')).toBe(
      'Both: /knowledge list removed:True from:3.',
    );
    const theirs = 'A knowledge list of ours: install with: npm install';
    expect(inSlashNotation(theirs)).toBe(theirs);
  });

  it('repeats what was written no longer than a message may be', async () => {
    const { discord, app } = await startBot();
    await guildOf(app, discord.guildId);
    const long = 'x'.repeat(5000);
    for (const [command, options] of [
      ['knowledge show', { page: long }],
      ['knowledge crawl', { url: long }],
      ['knowledge import', { urls: `http://10.0.0.1/${long}` }],
    ] as const) {
      const t = await discord.slash({
        ...ADMIN,
        command,
        options,
        until: ({ live }) => live.some(({ content }) => content !== ''),
      });
      expect(t.content).toMatch(/^(?:There is no page|Option url takes|Heimdall does not fetch).*x…$/);
    }
  });

  it('that fails inside shows a short id, which the log has too, and nothing of the inside', async () => {
    const app = await startApp();
    const { discord, said } = await startBot({ app });
    vi.spyOn(app.store, 'guildIds').mockRejectedValue(new Error('secret inside'));
    const t = await discord.slash({ ...ADMIN, command: 'knowledge list' });
    const id = /under the id `(\w{6})`/.exec(t.content ?? '')?.[1];
    expect(t.text).not.toContain('secret');
    expect(said.filter((line) => line.includes(`Error ${id}`) && line.includes('secret inside'))).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('acknowledged by another process is noticed, and said', async () => {
    const { discord, said } = await startBot({ refused: [/40060/] });
    discord.fault({ method: 'POST', route: /callback$/, status: 400, code: 40_060, message: 'already acknowledged' });
    await discord.slash({ ...ADMIN, command: 'knowledge list', timeoutMs: 500 });
    expect(said.join('\n')).toContain('another process runs with this token');
  });

  it('answered by a second process on the same token is noticed and said by the slower one', async () => {
    const discord = await startStandin({ refused: [/40060/] });
    const bots = [await startBot({ discord }), await startBot({ discord })];
    const warned = (): boolean =>
      bots.some(({ said }) => said.some((line) => line.includes('another process runs with this token')));
    for (let tries = 0; tries < 5 && !warned(); tries += 1) {
      await discord.slash({ ...ADMIN, command: 'knowledge list' });
      await discord.quiet(50);
    }
    expect(warned()).toBe(true);
  });

  it('acknowledged too late does not crash anything', async () => {
    const { discord, said } = await startBot({ refused: [/10062/], ackTimeoutMs: 300 });
    discord.fault({ method: 'POST', route: /callback$/, delay: 600 });
    expect((await discord.slash({ ...ADMIN, command: 'knowledge list' })).failed).not.toBeNull();
    await discord.waitFor(() => said.some((line) => line.includes('could not be acknowledged in time')));
    expect((await discord.slash({ ...ADMIN, command: 'about' })).text).toContain('Heimdall');
  });
});

describe('titles of other people', () => {
  it('mention nobody and format nothing', async () => {
    const title = '@everyone **Free** keys [here](https://evil.example/) <@&1> ```';
    const site = await serve({ '/': page(title.replaceAll('<', '&lt;')) });
    const { discord } = await startBot();
    const until = ({ text }: { text: string }): boolean => text.includes('stored');
    await discord.slash({ ...ADMIN, command: 'knowledge import', options: { urls: `${site.origin}/` }, until });
    const t = await discord.slash({ ...ADMIN, command: 'knowledge pages' });
    expect(t.pinged).toBe(false);
    expect(t.text).toContain('\\*\\*Free\\*\\* keys \\[here\\]');
    expect(t.text).not.toContain('@everyone');
  });
});
