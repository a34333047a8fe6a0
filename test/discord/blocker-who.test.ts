import { describe, expect, it } from 'vitest';
import { NO_POLICY, withExempt, withHost, withMarks } from '../../src/links/policy.ts';
import { ADMIN, startBot, startStandin } from './bot.ts';
import { channelNamed, PERMISSIONS, startBlocking } from './blocking.ts';
import { startApp } from '../support/app.ts';

const GIF = { content: 'https://tenor.com/view/x-1' };

describe('who and where', () => {
  it('leaves exempt members, roles, hosts and channels alone', async () => {
    const { stays, gone, discord, app } = await startBlocking();
    const change = (policy: Parameters<typeof app.attachments.change>[1]) =>
      app.attachments.change(discord.guildId, policy);
    const role = discord.addMember({ username: 'trusted' });
    await change((policy) => withExempt(policy, 'members', role.user.id, true));
    expect((await stays({ user: 'trusted', ...GIF })).deleted).toBe(false);
    const quiet = discord.addChannel({ name: 'memes' });
    await change((policy) => withExempt(policy, 'channels', quiet.id, true));
    expect((await stays({ channel: quiet.id, ...GIF })).deleted).toBe(false);
    await change((policy) => withHost(policy, 'giphy.com', 'allowed'));
    expect(
      (
        await stays({
          content: 'https://giphy.com/gifs/x-1',
          embeds: [{ type: 'gifv', url: 'https://giphy.com/gifs/x-1' }],
        })
      ).deleted,
    ).toBe(false);
    await change((policy) => withHost(policy, 'own.example', 'gif'));
    await gone({ content: 'https://media.own.example/x' });
  });

  it('leaves an exempt role alone also when a change does not tell the roles', async () => {
    const { stays, discord, app, log } = await startBlocking();
    const { guildId, gateway } = discord;
    const role = discord.world.addRole(discord.world.guilds.get(guildId), { name: 'staff' });
    gateway.dispatch('GUILD_ROLE_CREATE', { guild_id: guildId, role }, guildId);
    const trusted = discord.addMember({ username: 'trusted', roles: [role.id] });
    await app.attachments.change(guildId, (policy) => withExempt(policy, 'roles', role.id, true));
    const { message } = await stays({ user: 'trusted', ...GIF });
    const changed = { channel_id: discord.channelId, guild_id: guildId, author: trusted.user, ...GIF };
    // The first is remembered; the second is a message from before a restart, of whose author Discord is asked.
    for (const id of [message.id, '123456789012345679']) {
      gateway.dispatch('MESSAGE_UPDATE', { id, ...changed }, guildId);
    }
    await stays({ user: 'trusted', content: 'x' });
    await discord.quiet(50);
    expect(log().filter((entry) => !entry.includes('marker'))).toEqual([]);
    expect(discord.view(message.id)?.deleted).toBe(false);
  });

  it('goes by the nearest place: channel, then category, then server; threads are as their channel', async () => {
    const { stays, gone, discord, app } = await startBlocking();
    const category = discord.addChannel({ name: 'Fun', type: 4 });
    const inside = discord.addChannel({ name: 'fun', parentId: category.id });
    const thread = discord.addChannel({ name: 'thread', type: 11, parentId: inside.id });
    await app.attachments.change(discord.guildId, (policy) =>
      withMarks(policy, category.id, 'allow', ['gif'], ['link', 'attachment']),
    );
    expect((await stays({ channel: inside.id, ...GIF })).deleted).toBe(false);
    expect((await stays({ channel: thread.id, ...GIF })).deleted).toBe(false);
    await app.attachments.change(discord.guildId, (policy) => withMarks(policy, inside.id, 'block', ['gif'], ['link']));
    await gone({ channel: inside.id, ...GIF });
    await gone({ channel: thread.id, ...GIF });
  });

  it('leaves webhooks and other bots alone unless told, and judges an app by who called it', async () => {
    const { stays, gone, discord, app } = await startBlocking();
    const caller = discord.addMember({ username: 'caller' });
    const called = {
      interaction_metadata: {
        id: '123456789012345678',
        type: 2,
        user: caller.user,
        authorizing_integration_owners: {},
      },
    };
    expect((await stays({ user: 'hook', webhook: true, ...GIF })).deleted).toBe(false);
    expect((await stays({ user: 'robot', asBot: true, ...GIF })).deleted).toBe(false);
    await gone({ user: 'robot', asBot: true, fields: called, ...GIF });
    await app.attachments.change(discord.guildId, (policy) => withExempt(policy, 'members', caller.user.id, true));
    expect((await stays({ user: 'robot', asBot: true, fields: called, ...GIF })).deleted).toBe(false);
    expect((await stays({ user: discord.bot, fields: called, ...GIF })).deleted).toBe(false);
    await app.attachments.change(discord.guildId, (policy) => ({ ...policy, bots: true }));
    expect((await stays({ user: discord.bot, ...GIF })).deleted).toBe(false);
    await gone({ user: 'hook', webhook: true, ...GIF });
  });

  it('judges what an app shows: title and small picture of its embeds, also when a member forwards them', async () => {
    const { gone, stays } = await startBlocking({ policy: (policy) => ({ ...policy, bots: true }) });
    const titled = [{ type: 'rich', title: 'look', url: GIF.content }];
    await gone({ user: 'hook', webhook: true, content: 'x', embeds: titled });
    const small = [{ type: 'rich', title: 'look', thumbnail: { url: GIF.content } }];
    await gone({ user: 'hook', webhook: true, content: 'x', embeds: small });
    const forwarded = {
      message_reference: { type: 1, channel_id: '100000000000000001', message_id: '100000000000000002' },
      message_snapshots: [{ message: { content: 'x', embeds: small, attachments: [] } }],
    };
    await gone({ user: 'eve', content: '', fields: forwarded });
    const article = [{ type: 'article', url: 'https://own.example/', thumbnail: { url: GIF.content } }];
    expect((await stays({ user: 'hook', webhook: true, content: 'x', embeds: article })).deleted).toBe(false);
  });

  it('only logs in a dry run', async () => {
    const { discord, logId, log } = await startBlocking({ action: 'log' });
    const said = await discord.say({ ...GIF, until: () => discord.messagesIn(logId).length > 0 });
    expect(said.deleted).toBe(false);
    expect(log().join()).toContain('Would be deleted: a message with a GIF');
  });

  it('tells the author for a moment where it is asked to', async () => {
    const { gone, discord } = await startBlocking({ action: 'tell' });
    await gone({ user: 'eve', ...GIF });
    const notice = await discord.waitFor(() =>
      discord.messagesIn().find(({ content }) => /GIFs are not allowed here/.test(content)),
    );
    expect(notice.history[0]?.pings.users).toHaveLength(1);
    await discord.waitFor(() => discord.view(notice.id)?.deleted || null);
  });
});

describe('switching it on', () => {
  it('reads no message of anybody before, and begins at once', async () => {
    const { discord, app } = await startBot({
      guilds: [{ botPermissions: PERMISSIONS, channels: ['general', 'log'] }],
    });
    expect((await discord.say({ ...GIF, watchMs: 50 })).deleted).toBe(false);
    expect(discord.gateway.identified).toHaveLength(1);
    const t = await discord.slash({
      ...ADMIN,
      command: 'attachments block',
      options: { what: 'no-gifs', log: channelNamed(discord, 'log') },
    });
    expect(t.text).toContain('Whole server: blocks GIFs');
    expect(t.text).toContain('#log');
    expect((await discord.say({ ...GIF, until: ({ deleted }) => deleted })).deleted).toBe(true);
    const status = await discord.slash({ ...ADMIN, command: 'attachments status' });
    expect(status.text).toMatch(/Messages deleted[\s\S]*1/);
    await discord.slash({ ...ADMIN, command: 'attachments allow', options: { what: 'no-gifs' } });
    await discord.waitFor(() => discord.gateway.identified.length === 1 || null);
    expect(app.attachments.guildsInUse.size).toBe(0);
  });

  it('says what to switch on where the portal forbids it, and harms nothing else', async () => {
    const { discord, said } = await startBot({ privilegedIntents: [], guilds: [{ botPermissions: PERMISSIONS }] });
    const t = await discord.slash({ ...ADMIN, command: 'attachments block', options: { what: 'text-only' } });
    expect(t.text).toContain('switch on Message Content Intent');
    expect((await discord.slash({ ...ADMIN, command: 'doctor' })).text).toContain(
      '✗ Attachment blocker: cannot read messages',
    );
    expect(said.join()).toContain('Neither the attachment blocker nor answer channels work.');
    expect(discord.gateway.identified).toHaveLength(1);
  });

  it('goes on after a restart', async () => {
    const app = await startApp();
    const discord = await startStandin({ guilds: [{ botPermissions: PERMISSIONS }] });
    await app.attachments.change(discord.guildId, () => withMarks(NO_POLICY, 'server', 'block', ['gif'], ['link']));
    await startBot({ app, discord });
    await discord.waitFor(() => discord.gateway.identified.length > 1 || null);
    expect((await discord.say({ ...GIF, until: ({ deleted }) => deleted })).deleted).toBe(true);
  });

  it('is looked at by the doctor: the permission to delete, and the log channel', async () => {
    const { discord } = await startBlocking({
      refused: [/./],
      guilds: [{ botPermissions: ['ViewChannel', 'SendMessages', 'EmbedLinks'], channels: ['general', 'log'] }],
    });
    const text = (await discord.slash({ ...ADMIN, command: 'doctor' })).text;
    expect(text).toMatch(
      /✗ Attachment blocker: cannot delete in #general, #log\. Allow View Channel and Manage Messages/,
    );
  });

  it('says in the log when it may not delete', async () => {
    const { discord, logId, log } = await startBlocking({
      refused: [/50013|DELETE/],
      guilds: [{ botPermissions: ['ViewChannel', 'SendMessages', 'EmbedLinks'], channels: ['general', 'log'] }],
    });
    await discord.say({ ...GIF, until: () => discord.messagesIn(logId).length > 0 });
    expect(log().join()).toMatch(/Could not be deleted.*Manage Messages/);
  });
});
