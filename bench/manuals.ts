import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { markdownTable, median, ratio } from './table.ts';

/** Reads the HTML files of real manuals with Heimdall and with cheerio + turndown, each in a process of its own. */

const READERS = ['heimdall', 'cheerio'] as const;
type Reader = (typeof READERS)[number];

const NAMES: Readonly<Record<Reader, string>> = { heimdall: 'heimdall', cheerio: 'cheerio + turndown + gfm' };

const Result = z.object({
  pages: z.number(),
  failures: z.number(),
  refused: z.number(),
  passages: z.number(),
  markdownKb: z.number(),
  slowestMs: z.number(),
  cpuMs: z.number(),
  peakMb: z.number(),
});
type Result = z.infer<typeof Result>;

/** CPU time a page, against cheerio + turndown. */
const MAX_RATIO = 0.4;

export function manuals(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      files: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '120' },
    },
  });
  if (positionals.length === 0) {
    console.error('Say which folders of HTML files to read: npm run bench -- manuals DIR …');
    return Promise.resolve(2);
  }
  const manuals = positionals.map((folder) =>
    compare(resolve(folder), {
      most: Number(values.files),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
    }),
  );
  const head = [
    'manual',
    'reader',
    'files',
    'CPU ms/page',
    'ratio',
    'slowest ms',
    'peak MB',
    'ratio',
    'failed',
    'refused',
    'passages',
    'Markdown KB',
  ];
  console.log(
    markdownTable(
      head,
      manuals.flatMap(({ rows }) => rows),
    ),
  );
  return Promise.resolve(manuals.every(({ cheap }) => cheap) ? 0 : 1);
}

interface Limits {
  readonly most: number;
  readonly rounds: number;
  readonly seconds: number;
}

function compare(folder: string, { most, rounds, seconds }: Limits): { rows: string[][]; cheap: boolean } {
  const files = sampleOf(folder, most);
  const results: Record<Reader, Result[]> = { heimdall: [], cheerio: [] };
  for (let round = 0; round < rounds; round++)
    for (const reader of READERS) results[reader].push(readWith(reader, files, seconds));
  const middle = (reader: Reader, value: (result: Result) => number): number => median(results[reader].map(value));
  const rows = READERS.map((reader) => {
    const cpuMs = middle(reader, (result) => result.cpuMs);
    const peakMb = middle(reader, (result) => result.peakMb);
    return [
      join(basename(dirname(folder)), basename(folder)),
      NAMES[reader],
      String(files.length),
      (cpuMs / files.length).toFixed(2),
      ratio(
        cpuMs,
        middle('cheerio', (result) => result.cpuMs),
      ),
      middle(reader, (result) => result.slowestMs).toFixed(0),
      peakMb.toFixed(0),
      ratio(
        peakMb,
        middle('cheerio', (result) => result.peakMb),
      ),
      String(middle(reader, (result) => result.failures)),
      String(middle(reader, (result) => result.refused)),
      String(middle(reader, (result) => result.passages)),
      middle(reader, (result) => result.markdownKb).toFixed(0),
    ];
  });
  const cpu = (reader: Reader): number => middle(reader, (result) => result.cpuMs);
  return { rows, cheap: cpu('heimdall') <= MAX_RATIO * cpu('cheerio') };
}

/** Files spread evenly over the folder, so that a sample has of everything. */
function sampleOf(folder: string, most: number): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
  const step = Math.max(1, files.length / most);
  return Array.from({ length: Math.min(most, files.length) }, (_, n) => files[Math.floor(n * step)] ?? '');
}

/** @throws when the reader does not end in time: some take minutes over one page, and then there is nothing to compare. */
function readWith(reader: Reader, files: readonly string[], seconds: number): Result {
  const script = fileURLToPath(new URL('contenders/read-files.mjs', import.meta.url));
  const output = execFileSync(process.execPath, [script, '--with', reader], {
    input: files.join('\n'),
    encoding: 'utf8',
    timeout: seconds * 1000,
  });
  return Result.parse(JSON.parse(output));
}
