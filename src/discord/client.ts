import { Client, Events, GatewayCloseCodes, GatewayIntentBits, Options, type ClientOptions } from 'discord.js';
import { makeRequest } from './request.ts';

/** Closes after which Discord lets this bot in no more, each with what its operator has to change. */
const REFUSALS: Readonly<Partial<Record<number, string>>> = {
  [GatewayCloseCodes.AuthenticationFailed]:
    'Discord refuses the token: copy it anew from the developer portal (Bot, Reset Token) into DISCORD_TOKEN.',
  [GatewayCloseCodes.InvalidIntents]: 'Discord does not know the intents that Heimdall asks for: update Heimdall.',
  [GatewayCloseCodes.DisallowedIntents]:
    'Discord refuses an intent: switch it on in the developer portal (Bot, Privileged Gateway Intents), then start again.',
  [GatewayCloseCodes.ShardingRequired]: 'Discord asks for more shards than it told of: start again in a minute.',
  [GatewayCloseCodes.InvalidShard]: 'Discord refuses the number of shards: start again in a minute.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord no longer speaks this version of its interface: update Heimdall.',
};

/**
 * A client with the least intents and permissions (rule 12.4): it hears of guilds, with their channels and roles, which are
 * all it remembers, and of messages, which come without what they say unless they mention it. Nothing it sends can mention
 * anybody.
 */
export function createClient({ apiUrl }: { readonly apiUrl: string | null }): Client {
  return new Client(clientOptions(apiUrl, [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages]));
}

/** The options of every connection: what differs is what it hears. */
export function clientOptions(apiUrl: string | null, intents: readonly GatewayIntentBits[]): ClientOptions {
  return {
    intents: [...intents],
    shards: 'auto',
    allowedMentions: { parse: [], repliedUser: false },
    rest: { makeRequest, ...(apiUrl === null ? {} : { api: apiUrl }) },
    makeCache: Options.cacheWithLimits({
      ...NOTHING_KEPT,
      // Its own roles say what it may do in a channel.
      GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 0, keepOverLimit: (user) => user.id === user.client.user?.id },
    }),
  };
}

/** Everything but guilds, channels and roles with their overwrites, which discord.js cannot work without. */
const NOTHING_KEPT = {
  ApplicationCommandManager: 0,
  ApplicationEmojiManager: 0,
  AutoModerationRuleManager: 0,
  BaseGuildEmojiManager: 0,
  DMMessageManager: 0,
  EntitlementManager: 0,
  GuildBanManager: 0,
  GuildEmojiManager: 0,
  GuildForumThreadManager: 0,
  GuildInviteManager: 0,
  GuildMessageManager: 0,
  GuildScheduledEventManager: 0,
  GuildSoundboardSoundManager: 0,
  GuildStickerManager: 0,
  GuildTextThreadManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  StageInstanceManager: 0,
  SubscriptionManager: 0,
  ThreadManager: 0,
  ThreadMemberManager: 0,
  VoiceStateManager: 0,
} as const;

/** Logs in and waits until every shard is ready. Returns one sentence when Discord refuses, else null. */
export async function logIn(client: Client, token: string): Promise<string | null> {
  const refused = refusal(client);
  const ready = new Promise<null>((resolve) => client.once(Events.ClientReady, () => resolve(null)));
  const failed = client.login(token).then(
    () => ready,
    (error: unknown) => loginProblem(error),
  );
  return Promise.race([refused, failed]);
}

/** Resolves with one sentence when Discord lets the client in no more, at the start or later. */
export function refusal(client: Client): Promise<string> {
  return new Promise((resolve) => {
    client.on(Events.ShardDisconnect, ({ code }) => {
      const sentence = REFUSALS[code];
      if (sentence !== undefined) resolve(sentence);
    });
  });
}

function loginProblem(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'TokenInvalid') {
    return REFUSALS[GatewayCloseCodes.AuthenticationFailed] ?? error.message;
  }
  const why = error instanceof Error ? error.message : String(error);
  return `Discord could not be reached: ${why.replace(/\.$/, '')}. Check the network, then start again.`;
}
