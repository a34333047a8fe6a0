import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/app/root.ts';
import { createStandin, type Handle } from '../test/support/discord/standin.mjs';
import { markdownTable, quantile } from './table.ts';

/** Bar: a person has to see within this time that an interaction arrived (rule 12.2), at the 99th percentile. */
const MOST_MS = 500;
const SITES = 20;
const ASK_EVERY_MS = 50;
const ADMIN = { user: 'root', permissions: ['ManageGuild'] } as const;
const ASKED: readonly (readonly [command: string, options: Record<string, unknown>])[] = [
  ['about', {}],
  ['knowledge search', { query: 'rewrite rule' }],
  ['knowledge pages', {}],
  ['knowledge jobs', {}],
  ['knowledge list', {}],
];

/** How soon interactions are acknowledged while twenty crawls of real documentation run, one of the worst pages there are. */
export async function ack(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '45' }, profile: { type: 'string' } },
  });
  const [docs] = positionals;
  if (docs === undefined) {
    console.error('Name a folder with the HTML of real documentation: npm run bench -- ack DIR');
    return 2;
  }
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('docs-server.mjs', import.meta.url)), docs, `${SITES}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [port] = await once(createInterface(server.stdout), 'line');
  const guilds = Array.from({ length: SITES }, (_, n) => ({ name: `Server ${n}` }));
  const discord = await createStandin({ rateLimits: false, guilds });
  const cwd = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const bot = startBot(cwd, discord.env(), values.profile);
  try {
    await discord.ready({ commands: true, timeoutMs: 60_000 });
    const guildIds: readonly string[] = [...discord.world.guilds.keys()];
    const handles: Handle[] = guildIds.map((guildId, index) =>
      discord.beginSlash({
        ...ADMIN,
        guildId,
        command: 'knowledge crawl',
        options: { url: `http://127.0.0.${index + 1}:${String(port)}/`, sitemap: 'off' },
      }),
    );
    const until = performance.now() + Number(values.seconds) * 1000;
    for (let n = 0; performance.now() < until; n += 1) {
      const [command, options] = ASKED[n % ASKED.length] ?? ['about', {}];
      handles.push(discord.beginSlash({ ...ADMIN, guildId: guildIds[n % SITES] ?? '', command, options }));
      await sleep(ASK_EVERY_MS);
    }
    await sleep(4000);
    const cards = handles.slice(0, SITES).map((handle) => handle.transcript().original?.embeds[0]?.description ?? '');
    const stored = cards.map((text) => Number(/\*\*(\d+)\*\* new/.exec(text)?.[1] ?? 0));
    return report(
      handles.map((handle) => handle.transcript().ackMs ?? Number.POSITIVE_INFINITY),
      stored.reduce((sum, one) => sum + one, 0),
    );
  } finally {
    bot.kill('SIGTERM');
    await once(bot, 'exit');
    server.kill();
    await discord.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The product as it is built and run. */
function startBot(cwd: string, env: Readonly<Record<string, string>>, profile: string | undefined): ChildProcess {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return spawn(process.execPath, [...profiling, join(projectRoot(), 'dist/src/main.js')], {
    cwd,
    env: { PATH: process.env['PATH'], ...env, CRAWLER_ALLOW_NETWORKS: '127.0.0.0/8', MAX_JOBS: `${SITES}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function report(ms: readonly number[], stored: number): number {
  const p99 = quantile(ms, 0.99);
  const shown = (value: number): string => value.toFixed(0);
  console.log(
    markdownTable(
      ['interactions', 'pages stored meanwhile', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'never'],
      [
        [
          `${ms.length}`,
          `${stored}`,
          shown(quantile(ms, 0.5)),
          shown(quantile(ms, 0.95)),
          shown(p99),
          shown(Math.max(...ms)),
          `${ms.filter((one) => one === Number.POSITIVE_INFINITY).length}`,
        ],
      ],
    ),
  );
  return p99 < MOST_MS ? 0 : 1;
}
