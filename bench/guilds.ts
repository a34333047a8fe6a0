import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createStandin, type Standin } from '../test/support/discord/standin.mjs';
import { markdownTable, ratio } from './table.ts';

/** Bar: part of the heap of a bare discord.js client with its default cache. */
const MOST_OF_BARE = 0.35;
const CHANNELS = 40;
const ROLES = 20;
const EMOJIS = 30;
const MESSAGES = 50;
/** How long events that were sent need to be worked off, in milliseconds. */
const SETTLE_MS = 3000;

/** How much of the heap the bot's client takes in many servers, beside a bare client that hears of messages too. */
export async function guilds(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { guilds: { type: 'string', default: '1000' } } });
  const count = Number(values.guilds);
  const channels = Array.from({ length: CHANNELS }, (_, n) => `channel-${n}`);
  const discord = await createStandin({
    rateLimits: false,
    guilds: Array.from({ length: count }, (_, n) => ({ name: `Server ${n}`, channels })),
  });
  furnish(discord);
  try {
    const bare = await heapOf('bare', discord);
    const ours = await heapOf('heimdall', discord);
    console.log(
      markdownTable(
        ['servers', 'bare discord.js MB', 'Heimdall MB', 'of bare'],
        [[`${count}`, bare.toFixed(1), ours.toFixed(1), ratio(ours, bare)]],
      ),
    );
    return ours <= bare * MOST_OF_BARE ? 0 : 1;
  } finally {
    await discord.stop();
  }
}

/** Gives every server roles and emojis, as real ones have. */
function furnish({ world }: Standin): void {
  const plain = world.guildRest.bind(world);
  world.guildRest = (guild: { id: string }) => {
    const rest = plain(guild);
    const [everyone] = rest.roles;
    const idOf = (offset: number): string => String(BigInt(guild.id) + BigInt(offset));
    const emoji = { roles: [], require_colons: true, managed: false, animated: false, available: true };
    return {
      ...rest,
      roles: [
        ...rest.roles,
        ...Array.from({ length: ROLES }, (_, n) => ({ ...everyone, id: idOf(n + 1), name: `role ${n}` })),
      ],
      emojis: Array.from({ length: EMOJIS }, (_, n) => ({ ...emoji, id: idOf(n + 100), name: `emoji${n}` })),
    };
  };
}

async function heapOf(kind: 'bare' | 'heimdall', discord: Standin): Promise<number> {
  const script = fileURLToPath(new URL('guilds-client.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, kind, discord.restUrl, discord.token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  for (const guild of discord.world.guilds.values()) {
    for (let n = 0; n < MESSAGES; n += 1) discord.gateway.dispatch('MESSAGE_CREATE', messageIn(guild, n), guild.id);
    await sleep(1);
  }
  await sleep(SETTLE_MS);
  child.stdin.write('measure\n');
  const [megabytes] = await once(lines, 'line');
  return Number(megabytes);
}

/** What members write all day long. */
function messageIn(guild: { readonly id: string; readonly channelIds: readonly string[] }, n: number): unknown {
  const idOf = (offset: number): string => String(BigInt(guild.id) + BigInt(offset));
  const at = new Date().toISOString();
  return {
    id: idOf(10_000 + n),
    type: 0,
    channel_id: guild.channelIds[n % 10],
    guild_id: guild.id,
    author: { id: idOf(5000 + n), username: `member${n}`, discriminator: '0', avatar: null, global_name: null },
    member: { roles: [], joined_at: at, deaf: false, mute: false, flags: 0, nick: null, avatar: null },
    content: `A message of ordinary length, as members write them all day long in a channel. ${n}`,
    timestamp: at,
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
  };
}
