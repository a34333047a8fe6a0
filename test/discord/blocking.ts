import type { SayTranscript, Standin } from '../support/discord/standin.mjs';
import { afterTest, startApp } from '../support/app.ts';
import type { App } from '../../src/app/app.ts';
import { NO_POLICY, withMarks, type Action, type Kind, type Policy } from '../../src/links/policy.ts';
import { serve, type Loopback } from '../fetch/loopback.ts';
import { startBot, type Bot, type BotOptions } from './bot.ts';

/** What somebody says. */
export type Saying = Parameters<Standin['say']>[0];

/** A bot whose server blocks what is given, with a log channel, before anybody says a word. */
export interface Blocking extends Bot {
  readonly logId: string;
  /** Says something and waits until it is gone. */
  gone(say: Saying): Promise<SayTranscript>;
  /** Says something and waits until it has been judged: it stays. */
  stays(say: Saying): Promise<Pick<SayTranscript, 'message' | 'deleted'>>;
  /** The entries of the log channel, as text. */
  log(): readonly string[];
}

export const PERMISSIONS = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ManageMessages',
] as const;

export interface BlockingOptions extends BotOptions {
  readonly kinds?: readonly Kind[];
  readonly action?: Action;
  readonly policy?: (policy: Policy, ids: { readonly guildId: string; readonly channelId: string }) => Policy;
}

export async function startBlocking({
  kinds = ['gif'],
  action = 'delete',
  policy = (same) => same,
  ...options
}: BlockingOptions = {}): Promise<Blocking> {
  const app = options.app ?? (await startApp());
  const bot = await startBot({
    ...options,
    app,
    guilds: options.guilds ?? [{ botPermissions: PERMISSIONS, channels: ['general', 'log'] }],
  });
  const { discord } = bot;
  const { guildId, channelId } = discord;
  const logId = channelNamed(discord, 'log');
  await app.attachments.change(guildId, () =>
    policy(
      { ...withMarks(NO_POLICY, 'server', 'block', kinds, ['attachment', 'link'], action), logChannel: logId },
      { guildId, channelId },
    ),
  );
  await discord.waitFor(() => discord.gateway.identified.length > 1 || null, { what: 'the ear' });
  const quick = { watchMs: 1 };
  return {
    ...bot,
    logId,
    gone: (say) => discord.say({ timeoutMs: 5000, ...say, until: ({ deleted }) => deleted }),
    async stays(say) {
      const said = await discord.say({ ...quick, ...say });
      // What comes after it has been judged when the same connection's next message is gone.
      await discord.say({
        user: 'marker',
        content: 'https://tenor.com/view/marker-1',
        until: ({ deleted }) => deleted,
      });
      return { message: said.message, deleted: discord.view(said.message.id)?.deleted ?? true };
    },
    log: () => discord.messagesIn(logId).map(({ embeds }) => JSON.stringify(embeds[0])),
  };
}

export function channelNamed(discord: Standin, name: string): string {
  const id = discord.world.guilds
    .get(discord.guildId)
    .channelIds.find((each: string) => discord.world.channels.get(each).name === name);
  return String(id);
}

/** A web site that answers each path with these bytes; gone when the test is over. */
export async function media(
  bodies: Readonly<Record<string, Uint8Array | string>>,
): Promise<Loopback & { readonly hits: string[] }> {
  const hits: string[] = [];
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    hits.push(path);
    const body = bodies[path];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, typeof body === 'string' ? { 'content-type': 'text/html' } : {}).end(body);
  });
  afterTest(async () => server[Symbol.asyncDispose]());
  return Object.assign(server, { hits });
}

export type { App };
