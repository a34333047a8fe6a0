import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '../src/app/root.ts';
import { createStandin, type SayTranscript, type Standin } from '../test/support/discord/standin.mjs';
import { gifOf, png } from '../test/links/make.ts';
import { markdownTable, quantile } from './table.ts';

/** Bars of the attachment blocker: decisions without a fetch, and fetched ones against the server's own time. */
const MOST_MS = 50;
const MOST_RATIO = 1.2;
/** Bars under a flood. */
const MOST_LOOP_MS = 50;
const MOST_MEMORY_MB = 400;

const HOSTS = 20;
const MEMBERS = 50;
const FLOOD = 1000;
const FLOOD_MS = 10_000;
/** Time until the deciding byte of a fetched link is sent. */
const SERVER_MS = 200;
const BOT_PERMISSIONS = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'ManageMessages'] as const;

const figuresOf = z.object({ p50: z.number(), p99: z.number(), max: z.number(), peakMb: z.number() });

/** How soon a message goes, and whether a thousand of them in ten seconds are all judged. Runs the product as it is built. */
export async function links(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { profile: { type: 'string' } } });
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const discord = await createStandin({ rateLimits: false, guilds: [{ botPermissions: BOT_PERMISSIONS }] });
  const cwd = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const figures = join(cwd, 'loop.json');
  const bot = spawn(
    process.execPath,
    [
      ...profiling,
      '--import',
      new URL('loop-watch.mjs', import.meta.url).href,
      join(projectRoot(), 'dist/src/main.js'),
    ],
    {
      cwd,
      env: {
        PATH: process.env['PATH'],
        ...discord.env(),
        CRAWLER_ALLOW_NETWORKS: '127.0.0.0/8',
        LOOP_FIGURES: figures,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const servers = await Promise.all(Array.from({ length: HOSTS }, (_, n) => mediaServer(`127.0.0.${n + 1}`)));
  try {
    await discord.ready({ commands: true });
    await discord.slash({
      user: 'root',
      permissions: ['ManageGuild'],
      command: 'attachments block',
      options: { what: 'no-gifs' },
    });
    await discord.waitFor(() => discord.gateway.identified.length > 1 || null);
    const rows = [
      ['known host', ...(await timed(discord, (n) => ({ content: `https://tenor.com/view/cat-gif-${n}` })))],
      ["Discord's preview", ...(await timed(discord, (n) => ({ content: `x${n}`, embeds: [gifv(n)] })))],
      ['remembered', ...(await timed(discord, () => ({ content: `${servers[0]?.origin ?? ''}/gif/same` })))],
      ['fetched', ...(await timed(discord, (n) => ({ content: `${servers[n % HOSTS]?.origin ?? ''}/slow/${n}` })))],
    ] as const;
    bot.kill('SIGUSR2');
    const flood = await floodOf(discord, servers);
    bot.kill('SIGTERM');
    await once(bot, 'exit');
    return report(rows, flood, figuresOf.parse(JSON.parse(readFileSync(figures, 'utf8'))));
  } finally {
    bot.kill('SIGKILL');
    for (const { server } of servers) server.close();
    await discord.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

function gifv(n: number): object {
  return { type: 'gifv', url: `https://own.example/${n}` };
}

/** Milliseconds from the message to the request that deletes it: median, 95th percentile, slowest. */
async function timed(
  discord: Standin,
  message: (n: number) => Parameters<Standin['say']>[0],
): Promise<readonly [p50: number, p95: number, max: number]> {
  const times: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const { deletedAfterMs } = await discord.say({
      user: `member${n}`,
      ...message(n),
      until: ({ deleted }) => deleted,
    });
    // The first ones compile what all others run.
    if (n >= 10) times.push(deletedAfterMs ?? Number.POSITIVE_INFINITY);
  }
  return [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
}

interface Flood {
  readonly posted: number;
  readonly gifs: number;
  readonly deleted: number;
  readonly wronglyDeleted: number;
  readonly p50: number;
  readonly p99: number;
}

/** Every second message links a GIF, the others stills; every link is a new one. */
async function floodOf(discord: Standin, servers: readonly Media[]): Promise<Flood> {
  const started = performance.now();
  const said: { readonly isGif: boolean; readonly transcript: Promise<SayTranscript> }[] = [];
  for (let n = 0; n < FLOOD; n += 1) {
    const isGif = n % 2 === 0;
    const url = `${servers[n % HOSTS]?.origin ?? ''}/${isGif ? 'gif' : 'still'}/flood-${n}`;
    const transcript = discord.say({ user: `member${n % MEMBERS}`, content: `look: ${url}`, until: () => true });
    said.push({ isGif, transcript });
    await sleep(Math.max(0, started + ((n + 1) * FLOOD_MS) / FLOOD - performance.now()));
  }
  await discord.quiet(1000, 20_000);
  const seen = await Promise.all(
    said.map(async ({ isGif, transcript }) => ({ isGif, view: discord.view((await transcript).message.id) })),
  );
  const gone = seen.filter(({ view }) => view?.deleted === true);
  const times = gone.map(({ view }) => (view?.deletedAt ?? 0) - (view?.createdAt ?? 0));
  return {
    posted: seen.length,
    gifs: seen.filter(({ isGif }) => isGif).length,
    deleted: gone.filter(({ isGif }) => isGif).length,
    wronglyDeleted: gone.filter(({ isGif }) => !isGif).length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

interface Media {
  readonly origin: string;
  readonly server: Server;
}

/** `/gif/…` and `/still/…` answer at once, `/slow/…` is a GIF whose deciding bytes come late. */
async function mediaServer(host: string): Promise<Media> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.writeHead(200, { 'content-type': 'image/gif' });
    if (path.startsWith('/still/')) response.end(png('IDAT'));
    else if (path.startsWith('/gif/')) response.end(gifOf());
    else {
      const moving = gifOf({ frameBytes: 3000 });
      response.write(moving.subarray(0, 1000));
      setTimeout(() => response.write(moving.subarray(1000)), SERVER_MS);
      // The rest never comes: nobody waits for it.
    }
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return { origin: `http://${host}:${address.port}`, server };
}

function report(
  rows: readonly (readonly [layer: string, p50: number, p95: number, max: number])[],
  flood: Flood,
  loop: z.infer<typeof figuresOf>,
): number {
  const shown = (value: number): string => value.toFixed(0);
  console.log(
    markdownTable(
      ['decided by', 'p50 ms', 'p95 ms', 'slowest ms'],
      rows.map(([layer, ...times]) => [layer, ...times.map(shown)]),
    ),
  );
  const fetched = rows.find(([layer]) => layer === 'fetched')?.[1] ?? Number.POSITIVE_INFINITY;
  console.log(
    `\nfetched: ${(fetched / SERVER_MS).toFixed(2)} times the server's ${SERVER_MS} ms to its deciding byte\n`,
  );
  console.log(
    markdownTable(
      ['messages', 'GIFs', 'deleted', 'wrongly deleted', 'p50 ms', 'p99 ms', 'loop p99 ms', 'loop max ms', 'peak MB'],
      [
        [
          flood.posted,
          flood.gifs,
          flood.deleted,
          flood.wronglyDeleted,
          flood.p50,
          flood.p99,
          loop.p99,
          loop.max,
          loop.peakMb,
        ].map(shown),
      ],
    ),
  );
  const unfetched = rows.filter(([layer]) => layer !== 'fetched');
  const kept =
    unfetched.every(([, p50]) => p50 < MOST_MS) &&
    fetched <= SERVER_MS * MOST_RATIO &&
    flood.deleted === flood.gifs &&
    flood.wronglyDeleted === 0 &&
    loop.p99 < MOST_LOOP_MS &&
    loop.peakMb < MOST_MEMORY_MB;
  return kept ? 0 : 1;
}
