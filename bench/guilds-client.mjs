// Logs a client in and says how much of the heap it takes. Usage: node guilds-client.mjs bare|heimdall API TOKEN.
// Prints "ready" when it is, and megabytes after a line on standard input.
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { createClient } from '../dist/src/discord/client.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const [, , kind, apiUrl, token] = process.argv;
const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;

const client =
  kind === 'bare'
    ? new Client({ intents: [Guilds, GuildMessages, MessageContent], rest: { api: apiUrl } })
    : createClient({ apiUrl });
collect();
const before = process.memoryUsage().heapUsed;
const ready = once(client, Events.ClientReady);
await client.login(token);
await ready;
console.log('ready');
await once(process.stdin, 'data');
collect();
collect();
console.log((process.memoryUsage().heapUsed - before) / 1e6);
process.exit(0);
