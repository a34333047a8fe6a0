import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { BOILERPLATE, sentinelOf } from './lib/site.mjs';
import { startSiteServer, type SiteServer } from './site-server.ts';
import { markdownTable, median, ratio } from './table.ts';

/** Crawls the same site with Heimdall and its peers, in turns, and compares what it took. */

const TASKS = ['fetch', 'links', 'full'] as const;
type Task = (typeof TASKS)[number];

interface Contender {
  readonly name: string;
  /** From this folder. */
  readonly script: string;
  readonly variant?: string;
  readonly tasks: readonly Task[];
}

/** The one all ratios refer to. */
const REFERENCE = 'crawlee 3.18';

const CONTENDERS: readonly Contender[] = [
  { name: 'heimdall', script: '../dist/bench/heimdall.js', variant: 'lanes', tasks: TASKS },
  { name: 'heimdall, crawl jobs', script: '../dist/bench/heimdall.js', variant: 'crawl', tasks: ['full'] },
  { name: REFERENCE, script: 'contenders/crawlee.mjs', tasks: TASKS },
  { name: 'node-crawler 1.5', script: 'contenders/node-crawler.mjs', tasks: TASKS },
  { name: 'undici + cheerio + turndown', script: 'contenders/undici.mjs', variant: 'cheerio', tasks: TASKS },
  {
    name: 'undici + one pass (yardstick)',
    script: 'contenders/undici.mjs',
    variant: 'one-pass',
    tasks: ['links', 'full'],
  },
];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What `lib/account.mjs` writes. */
const Cost = z.object({ endedAt: z.number(), cpuMs: z.number(), peakMb: z.number() });

/** What was kept: sentinel words found of those asked for, and passages that hold navigation or footer. */
interface Kept {
  readonly sentinels: number;
  readonly asked: number;
  readonly boilerplate: number;
}

interface Run extends Round {
  readonly name: string;
  readonly pages: number;
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number;
  readonly peakMb: number;
  readonly kept: Kept | null;
}

type Attempt =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly name: string; readonly why: string };

interface Round {
  readonly task: Task;
  readonly concurrency: number;
  /** Which of the rounds with this task and concurrency it is. */
  readonly round: number;
}

interface Options {
  readonly pages: number;
  readonly timeoutMs: number;
}

export async function sideBySide(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: 'full' },
      rounds: { type: 'string', default: '3' },
      pages: { type: 'string', default: '600' },
      concurrency: { type: 'string', default: '8' },
      contenders: { type: 'string', default: '' },
      latency: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '120' },
    },
  });
  const rounds = Number(values.rounds);
  const options: Options = { pages: Number(values.pages), timeoutMs: Number(values.timeout) * 1000 };
  const tasks = TASKS.filter((task) => values.tasks.split(',').includes(task));
  const chosen = CONTENDERS.filter((contender) => isChosen(contender, values.contenders));
  const site = await startSiteServer({
    pages: options.pages,
    seed: Number(values.seed),
    latency: Number(values.latency),
  });
  const attempts: Attempt[] = [];
  try {
    for (const round of roundsOf(tasks, values.concurrency.split(',').map(Number), rounds)) {
      // In turns, so that a busy minute of the machine meets everyone.
      for (const contender of chosen) {
        if (!contender.tasks.includes(round.task)) continue;
        const attempt = await attemptOf(contender, round, site, options);
        attempts.push(attempt);
        process.stderr.write(`${sentenceOf(attempt)}\n`);
      }
    }
  } finally {
    site.close();
  }
  mkdirSync(here('results'), { recursive: true });
  writeFileSync(
    here('results/side-by-side.json'),
    JSON.stringify({ node: process.version, ...values, attempts }, null, 1),
  );
  const runs = attempts.flatMap((attempt) => (attempt.ok ? [attempt.run] : []));
  process.stdout.write(`${tableOf(runs, rounds)}\n`);
  return attempts.every(({ ok }) => ok) ? 0 : 1;
}

function isChosen({ name }: Contender, wanted: string): boolean {
  return wanted.split(',').some((part) => name.includes(part));
}

function roundsOf(tasks: readonly Task[], concurrencies: readonly number[], rounds: number): Round[] {
  const each = tasks.flatMap((task) => concurrencies.map((concurrency) => ({ task, concurrency })));
  return each.flatMap((one) => Array.from({ length: rounds }, (_, round) => ({ ...one, round })));
}

/** One contender's run in a process of its own, measured from outside: by the server's log and by the process's end. */
async function attemptOf(contender: Contender, round: Round, site: SiteServer, options: Options): Promise<Attempt> {
  const { task, concurrency } = round;
  const { name } = contender;
  const dir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  try {
    await site.reset();
    const asked = {
      task,
      base: `http://${site.hosts[0]}/`,
      db: join(dir, 'knowledge.db'),
      concurrency,
      max: options.pages,
      ...(contender.variant === undefined ? {} : { variant: contender.variant }),
    };
    const account = join(dir, 'account.json');
    const problem = await runContender(contender, asked, account, options.timeoutMs);
    if (problem !== null) return { ok: false, name, why: problem };
    const cost = Cost.parse(JSON.parse(readFileSync(account, 'utf8')));
    const { pages, firstAt } = await site.stats();
    if (pages < options.pages) return { ok: false, name, why: `it asked for ${pages} of ${options.pages} pages` };
    const run: Run = {
      ...round,
      name,
      pages,
      pagesPerSecond: pages / ((cost.endedAt - firstAt) / 1000),
      cpuMsPerPage: cost.cpuMs / pages,
      peakMb: cost.peakMb,
      kept: task === 'full' ? keptIn(dir, options.pages) : null,
    };
    return { ok: true, run };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Null when it ended well, else why not. */
async function runContender(
  { script }: Contender,
  asked: Readonly<Record<string, string | number>>,
  account: string,
  timeoutMs: number,
): Promise<string | null> {
  const words = Object.entries(asked).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const accounting = pathToFileURL(here('lib/account.mjs')).href;
  const child = spawn(process.execPath, ['--import', accounting, here(script), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, BENCH_ACCOUNT: account, CRAWLEE_MEMORY_MBYTES: '4096' },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0 && existsSync(account)) return null;
  return signal === null
    ? `exit code ${code}: ${errors.trim().slice(-400)}`
    : `ended by ${signal} after ${timeoutMs / 1000} s`;
}

/** Looks into every full-text index of every SQLite file below `dir`. */
function keptIn(dir: string, pages: number): Kept {
  const every = Math.max(1, Math.floor(pages / 100));
  const wanted = Array.from({ length: Math.ceil(pages / every) }, (_, n) => sentinelOf(n * every));
  const found = new Set<string>();
  let boilerplate = 0;
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:db|sqlite)$/.test(file)) continue;
    const db = new Database(join(dir, file), { readonly: true });
    const indexes = db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%using fts5%'")
      .pluck()
      .all();
    for (const index of indexes) {
      const hits = db.prepare<[string], number>(`SELECT count(*) FROM "${index}" WHERE "${index}" MATCH ?`).pluck();
      for (const word of wanted) if ((hits.get(word) ?? 0) > 0) found.add(word);
      boilerplate = Math.max(boilerplate, hits.get(BOILERPLATE.join(' OR ')) ?? 0);
    }
    db.close();
  }
  return { sentinels: found.size, asked: wanted.length, boilerplate };
}

function sentenceOf(attempt: Attempt): string {
  if (!attempt.ok) return `${attempt.name} failed: ${attempt.why}`;
  const { task, name, pages, pagesPerSecond, cpuMsPerPage, peakMb } = attempt.run;
  return `${task}, ${name}: ${pages} pages, ${pagesPerSecond.toFixed(0)} a second, ${cpuMsPerPage.toFixed(2)} CPU ms a page, ${peakMb.toFixed(0)} MB`;
}

/** One row for each task, concurrency and contender: medians of its rounds. */
function tableOf(runs: readonly Run[], rounds: number): string {
  const head = [
    'task',
    'in flight',
    'contender',
    'rounds',
    'pages',
    'pages/s',
    'ratio',
    'CPU ms/page',
    'ratio',
    'peak MB',
    'ratio',
    'sentinels',
    'boilerplate',
  ];
  const firsts = runs.filter((run, index) => runs.findIndex((other) => isSame(run, other)) === index);
  const rows = firsts.map((first) => {
    const own = runs.filter((run) => isSame(run, first));
    const { task, concurrency, name, kept } = first;
    const cells = (value: (run: Run) => number, digits: number): string[] => [
      median(own.map(value)).toFixed(digits),
      ratioOf(own, runs, value),
    ];
    return [
      task,
      String(concurrency),
      name,
      `${own.length} of ${rounds}`,
      String(median(own.map(({ pages }) => pages))),
      ...cells(({ pagesPerSecond }) => pagesPerSecond, 0),
      ...cells(({ cpuMsPerPage }) => cpuMsPerPage, 2),
      ...cells(({ peakMb }) => peakMb, 0),
      kept === null ? '' : `${Math.min(...own.map((run) => run.kept?.sentinels ?? 0))}/${kept.asked}`,
      kept === null ? '' : String(Math.max(...own.map((run) => run.kept?.boilerplate ?? 0))),
    ];
  });
  return markdownTable(head, rows);
}

function isSame(a: Run, b: Run): boolean {
  return a.task === b.task && a.concurrency === b.concurrency && a.name === b.name;
}

/**
 * The median of each round's ratio to the reference in that same round. Medians of all rounds must not be divided: a
 * round that one of the two did not survive was a busy one, and would flatter it.
 */
function ratioOf(own: readonly Run[], runs: readonly Run[], value: (run: Run) => number): string {
  const ratios = own.flatMap((run) => {
    const reference = runs.find(
      ({ task, concurrency, round, name }) =>
        task === run.task && concurrency === run.concurrency && round === run.round && name === REFERENCE,
    );
    return reference === undefined ? [] : [value(run) / value(reference)];
  });
  return ratio(ratios.length === 0 ? undefined : median(ratios), 1);
}
