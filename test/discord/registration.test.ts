import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { definitionsOf } from '../../src/discord/registration.ts';
import { startApp } from '../support/app.ts';
import { startBot, startStandin } from './bot.ts';

describe('the definitions', () => {
  const definitions = definitionsOf(commands);

  it('gather the commands that share a first word', () => {
    expect(definitions.map(({ name }) => name)).toEqual([
      'knowledge',
      'ask',
      'odin',
      'privacy',
      'settings',
      'attachments',
      'about',
      'doctor',
    ]);
    expect(definitions[0]?.options?.map(({ name }) => name)).toEqual([
      'import',
      'crawl',
      'check',
      'list',
      'pages',
      'show',
      'bind',
      'remove',
      'restore',
      'search',
      'watch',
      'refresh',
      'jobs',
      'export',
    ]);
  });

  it('ask for Manage Server where a command is for admins, and work in servers only', () => {
    expect(definitions.map(({ name, default_member_permissions: needed }) => [name, needed])).toEqual([
      ['knowledge', '32'],
      ['ask', null],
      ['odin', null],
      ['privacy', null],
      ['settings', '32'],
      ['attachments', '32'],
      ['about', null],
      ['doctor', '32'],
    ]);
    for (const { contexts } of definitions) expect(contexts).toEqual([0]);
  });

  it('describe every option', () => {
    for (const { options } of commands) {
      for (const { description } of Object.values(options)) expect(description.length).toBeGreaterThan(5);
    }
  });

  it('have a line of their own for each group', () => {
    for (const { name, description } of definitions) expect(description).not.toBe(name);
  });
});

describe('the registration', () => {
  it('happens in bulk at the first start, and not again while nothing changes', async () => {
    const app = await startApp();
    const discord = await startStandin();
    const first = await startBot({ app, discord });
    expect(discord.commandWrites).toMatchObject([
      { scope: 'global', names: ['knowledge', 'ask', 'odin', 'privacy', 'settings', 'attachments', 'about', 'doctor'] },
    ]);
    await first.leave();
    const second = await startBot({ app, discord });
    await second.leave();
    expect(discord.commandWrites).toHaveLength(1);
    await app.store.notes.set(`commands:${discord.applicationId}`, 'of an older version');
    await startBot({ app, discord });
    expect(discord.commandWrites).toHaveLength(2);
  });

  it('fails without stopping the bot, and says so', async () => {
    const discord = await startStandin({ refused: [/^PUT .*403/] });
    discord.fault({ method: 'PUT', route: /commands$/, status: 403, code: 50_001, message: 'Missing Access' });
    const { said } = await startBot({ discord });
    expect(said.join('\n')).toMatch(/The commands could not be registered.*Missing Access/);
  });
});
