import { join } from 'node:path';
import type { App } from '../app/app.ts';
import type { Command } from '../app/command.ts';
import { composeApp } from '../app/compose.ts';
import type { AppConfig } from '../app/config.ts';
import { sentenceFor } from '../app/mistake.ts';
import { runCommand } from '../console/console.ts';
import { noCommon, type Common } from '../console/line.ts';
import { parseSlash } from '../console/parse.ts';
import { complain, type ExitCode, type Screen } from '../console/show.ts';
import { parseNetworks } from '../fetch/address.ts';
import { RENAMED_GIF, startDemoSite } from './site.ts';

export interface DemoOptions {
  readonly commands: readonly Command[];
  readonly screen: Screen;
  readonly common: Common;
  readonly signal: AbortSignal;
}

/** Crawls a small site that Heimdall brings along, answers from it and looks at a link: with nothing to set up. */
export async function runDemo(config: AppConfig, options: DemoOptions): Promise<ExitCode> {
  const { screen } = options;
  // A folder of its own: nothing that belongs to anybody is touched, and no later start goes on with a demo's crawl.
  const dataDir = join(config.dataDir, 'demo');
  const loopback = parseNetworks('127.0.0.0/8');
  const opened = await composeApp({ ...config, dataDir, openNetworks: loopback.ok ? loopback.networks : [] });
  if (!opened.ok) {
    complain(screen, opened.problem.sentence);
    return 1;
  }
  const app = opened.value;
  const site = await startDemoSite();
  try {
    // The demo of last time goes, so that each one begins from nothing.
    await app.store.deleteGuild(noCommon.guild);
    return await runSteps(app, site.origin, dataDir, options);
  } catch (error) {
    complain(screen, sentenceFor(error));
    return 1;
  } finally {
    await app.close();
    await site.close();
  }
}

async function runSteps(app: App, origin: string, dataDir: string, options: DemoOptions): Promise<ExitCode> {
  const { commands, screen, common, signal } = options;
  const say = (text: string): void => {
    if (!common.json) screen.out.write(text);
  };
  say(`The handbook of an invented lighthouse controller, served by Heimdall itself at ${origin}/\n`);
  const steps = [
    `/knowledge crawl url:${origin}/`,
    '/knowledge search query:"the lamp stays dark after a power cut" limit:1',
    '/ask question:"When does the fog horn sound?"',
    `/knowledge check url:${origin}/internal/plans/`,
    `/attachments check url:${origin}${RENAMED_GIF}`,
  ];
  for (const step of steps) {
    say(`\n> ${step}\n`);
    const line = parseSlash(step, commands, { ...noCommon, json: common.json });
    if (line.kind !== 'command') throw new Error(`the demo asks for something that is no command: ${step}`);
    const code = await runCommand(line, app, screen, signal);
    if (code !== 0) return code;
    if (signal.aborted) return 1;
  }
  say(`\nWhat was crawled stays in ${dataDir}. See it with: npx heimdall knowledge pages --data ${dataDir}\n`);
  return 0;
}
