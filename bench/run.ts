import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ack } from './ack.ts';
import { checks } from './checks.ts';
import { guilds } from './guilds.ts';
import { kill } from './kill.ts';
import { linkCases } from './link-cases.ts';
import { links } from './links.ts';
import { manuals } from './manuals.ts';
import { pace } from './pace.ts';
import { questions } from './questions.ts';
import { robots } from './robots.ts';
import { search } from './search.ts';
import { sideBySide } from './side-by-side.ts';
import { week } from './week.ts';
import { year } from './year.ts';
import { turndown } from './turndown.ts';
import { transcript } from './transcript.ts';
import { stress } from './stress.ts';

/** `npm run bench -- [MEASUREMENT] [options]`, as README.md says. A measurement returns the exit code. */
const MEASUREMENTS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  'side-by-side': sideBySide,
  checks,
  stress,
  turndown,
  manuals,
  pace,
  kill,
  search,
  questions,
  robots,
  week,
  year,
  ack,
  guilds,
  transcript,
  links,
  'link-cases': linkCases,
};

/** What runs when no measurement is named. */
const STANDARD: readonly (readonly [name: string, ...args: string[]])[] = [
  ['side-by-side'],
  ['pace'],
  ['robots'],
  ['search', '--passages', '2000'],
];

/** The peers are no dependencies of Heimdall: they are installed here, and only by whoever runs the bench. */
function installPeers(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  if (existsSync(join(folder, 'node_modules/crawlee'))) return;
  console.error('Installing what Heimdall is compared with (once, a few minutes) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed in bench/');
}

async function run(name: string, args: string[]): Promise<number> {
  const measurement = MEASUREMENTS[name];
  if (measurement === undefined) {
    console.error(`There is no measurement "${name}". There are: ${Object.keys(MEASUREMENTS).join(', ')}.`);
    return 2;
  }
  if (name === 'side-by-side' || name === 'manuals') installPeers();
  return measurement(args);
}

async function main([first = '', ...rest]: readonly string[]): Promise<number> {
  // Options without a name belong to the comparison.
  if (first.startsWith('-')) return run('side-by-side', [first, ...rest]);
  if (first !== '') return run(first, rest);
  let worst = 0;
  for (const [name, ...args] of STANDARD) {
    console.log(`\n## ${name}\n`);
    worst = Math.max(worst, await run(name, args));
  }
  return worst;
}

process.exitCode = await main(process.argv.slice(2));
