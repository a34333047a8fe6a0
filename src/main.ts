#!/usr/bin/env node
import { commands } from '../commands/index.ts';
import type { App } from './app/app.ts';
import { readConfig, type Config } from './app/config.ts';
import type { HealthProbe } from './app/health.ts';
import { createLog, logJobs, type Log } from './app/log.ts';
import { sentenceFor } from './app/mistake.ts';
import { productVersion } from './app/root.ts';
import { answer, runCommand, runConsole } from './console/console.ts';
import type { Line } from './console/line.ts';
import { parseArguments } from './console/parse.ts';
import { systemClock } from './clock.ts';
import { complain, type ExitCode, type Screen } from './console/show.ts';
import type { JobHandle } from './jobs/runner.ts';
import type { WebServer } from './web/server.ts';

const screen: Screen = {
  out: process.stdout,
  err: process.stderr,
  interactive: process.stdout.isTTY && process.stdin.isTTY,
  columns: () => process.stdout.columns,
};

/** Does what the command line asks for. */
async function main(words: readonly string[]): Promise<ExitCode> {
  const line = parseArguments(words, commands);
  if (line.kind === 'wrong' || line.kind === 'help') return answer(line, screen, 'shell');
  if (line.kind === 'version') {
    screen.out.write(`${productVersion()}\n`);
    return 0;
  }
  const config = settings();
  return config === null ? 2 : run(line, { ...config, dataDir: line.common.data ?? config.dataDir });
}

/** The settings from the environment and `.env`; null when they are wrong, which has been said then. */
function settings(): Config | null {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      complain(screen, 'The file .env cannot be read: make it a text file that Heimdall may read, or remove it.');
      return null;
    }
  }
  const read = readConfig(process.env);
  if (read.ok) return read.config;
  for (const problem of read.problems) complain(screen, problem);
  return null;
}

type Runnable = Extract<Line, { kind: 'command' | 'console' | 'demo' | 'backup' | 'restore' }>;

async function run(line: Runnable, config: Config): Promise<ExitCode> {
  const cancel = new AbortController();
  // The first Ctrl-C cancels and shows the receipt; a second one ends the process as usual.
  process.once('SIGINT', () => cancel.abort());
  if (line.kind === 'demo') {
    process.once('SIGTERM', () => cancel.abort());
    const { runDemo } = await import('./demo/demo.ts');
    return runDemo(config, { commands, screen, common: line.common, signal: cancel.signal });
  }
  if (line.kind === 'backup' || line.kind === 'restore') {
    const { runUpkeep } = await import('./console/upkeep.ts');
    return runUpkeep(line, config.dataDir, screen, systemClock.now());
  }
  // Loaded only now: help, complaints and the version need none of it. Discord's library comes first where it is needed:
  // the version of undici that is loaded first in a process sends for all that bring no agent of their own, as it does.
  const bot = config.discord === null || line.kind === 'command' ? null : await import('./discord/discord.ts');
  const { composeApp } = await import('./app/compose.ts');
  const { eraseExpired, keepHouse } = await import('./app/housekeeping.ts');
  const log = line.kind === 'command' ? null : logFor(config);
  const report = (sentence: string): void => (log === null ? complain(screen, sentence) : log.write('info', sentence));
  const reportBug = (error: unknown): void =>
    log === null ? complain(screen, sentenceFor(error)) : log.write('error', sentenceFor(error));
  const opened = await composeApp(config, { reportBug });
  if (!opened.ok) {
    complain(screen, opened.problem.sentence);
    return 1;
  }
  const app = opened.value;
  if (log !== null) for (const news of [app.runner.watch(), app.upkeep.checkNews()]) void logJobs(log, news);
  process.once('SIGTERM', () => {
    // Jobs are interrupted, so that the next start goes on with them (rule 13.2); only then is the rest told to end.
    void app.runner.stop();
    cancel.abort();
  });
  const closing = new AbortController();
  const house = { signal: closing.signal, report };
  let keeping = Promise.resolve();
  let web: WebServer | null = null;
  let gateway = (): string | null => 'Discord is not connected yet';
  // What comes through a pipe is done and over: nothing is begun by itself then.
  let schedule = (): string | null => (bot !== null || screen.interactive ? 'has not begun yet' : null);
  try {
    if (line.kind === 'command') {
      const code = await runCommand(line, app, screen, cancel.signal);
      const { guild } = line.common;
      if ((await app.store.guildIds()).includes(guild)) await eraseExpired(app, [guild], house);
      return code;
    }
    keeping = keepHouse(app, house);
    if (config.http !== null) {
      const { startWeb } = await import('./web/web.ts');
      const probes: HealthProbe[] = [{ part: 'schedule', check: () => schedule() }];
      if (bot !== null) probes.push({ part: 'gateway', check: () => gateway() });
      const started = await startWeb(app, { ...config.http, operator: config.operatorContact, probes, reportBug });
      if (!started.ok) {
        complain(screen, started.sentence);
        return 1;
      }
      web = started.value;
      report(`For site owners: ${web.origin}/docs/crawler`);
    }
    const background = await resumeJobs(app, report);
    const watchSchedule = (check: () => string | null): void => {
      schedule = check;
    };
    if (bot !== null && config.discord !== null) {
      const refused = await bot.runDiscord(app, {
        ...config.discord,
        commands,
        background,
        leave: cancel.signal,
        report,
        watchGateway(check) {
          gateway = check;
        },
        watchSchedule,
      });
      // What Discord refuses, a restart would not change.
      if (refused !== null) complain(screen, refused);
      return refused === null ? 0 : 1;
    }
    return await runConsole(app, {
      commands,
      input: process.stdin,
      screen,
      common: line.common,
      background,
      leave: cancel.signal,
      watchSchedule,
    });
  } finally {
    await web?.close();
    closing.abort();
    await keeping;
    await app.close();
  }
}

/** The bot writes its log to standard error; a person at the console reads sentences there, unless a level is set. */
function logFor({ logLevel, discord }: Config): Log | null {
  const level = logLevel ?? (discord === null ? null : 'info');
  if (level === null) return null;
  return createLog({
    out: process.stderr,
    level,
    clock: systemClock,
    secrets: discord === null ? [] : [discord.token],
  });
}

/** Goes on with what the last stop interrupted, in the background (rule 6.5). */
async function resumeJobs(app: App, report: (sentence: string) => void): Promise<readonly JobHandle[]> {
  const resumed: JobHandle[] = [];
  for (const guildId of await app.store.guildsWithOpenJobs()) {
    const opened = await app.store.guild(guildId);
    if (opened.ok) resumed.push(...(await app.crawling.resume(opened.value)));
    else report(opened.problem.sentence);
  }
  for (const { jobId, guildId } of resumed) {
    report(`Job ${jobId} of ${guildId} goes on in the background; see: /knowledge jobs`);
  }
  return resumed;
}

/** A reader that has seen enough (`| head`) closes the pipe: that is no error of ours, and nobody is left to tell. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}
process.on('uncaughtException', (error) => {
  complain(screen, sentenceFor(error));
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2));
