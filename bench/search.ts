import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type BetterSqlite3 from 'better-sqlite3';
import { projectRoot } from '../src/app/root.ts';
import { openSqliteStore } from '../src/knowledge/sqlite/open.ts';
import type { GuildKnowledge } from '../src/knowledge/store.ts';
import type { Page } from '../src/page/page.ts';
import { randomFrom, vocabulary, zipf } from './lib/site.mjs';
import { markdownTable, quantile, ratio } from './table.ts';

/** Searching one guild of a given size, beside the bare full-text query on the same file. The
 * bare one blocks the thread; ours does so in small guilds only. */

/** The product's own library: the bench brings a second one, and two of them in one process take each other's locks. */
const Database: typeof BetterSqlite3 = createRequire(import.meta.resolve('../src/knowledge/sqlite/database.ts'))(
  'better-sqlite3',
);

const PASSAGES_PER_PAGE = 20;
const WORDS_PER_PASSAGE = 120;
const QUESTIONS = 200;

export async function search(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { passages: { type: 'string', default: '2000,100000' } } });
  const rows: string[][] = [];
  for (const passages of values.passages.split(',').map(Number)) {
    const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
    try {
      rows.push(...(await measure(dataDir, passages)));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  console.log(
    markdownTable(
      [
        'passages',
        'question',
        'search p50 ms',
        'p95 ms',
        'loop held p99 ms',
        'bare FTS5 p50 ms',
        'p95 ms',
        'p95 ratio',
        'indexing ms/passage',
      ],
      rows,
    ),
  );
  return 0;
}

async function measure(dataDir: string, passages: number): Promise<string[][]> {
  const opened = await openSqliteStore({ dataDir, migrationsDir: `${projectRoot()}/migrations` });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const store = opened.value;
  const guild = await store.guild('bench');
  if (!guild.ok) throw new Error(guild.problem.sentence);
  const from = process.cpuUsage();
  await fill(guild.value, passages);
  const { user, system } = process.cpuUsage(from);
  // What a guild's first search sets up is not what a search costs.
  for (const [, question] of questions())
    for (let n = 0; n < 20; n++) await guild.value.search(question().join(' '), 10);
  const db = new Database(join(dataDir, 'guilds/bench.sqlite'), { readonly: true });
  const bare = db.prepare<[string]>('SELECT rowid FROM word_index WHERE word_index MATCH ? ORDER BY rank LIMIT 10');
  const rows: string[][] = [];
  for (const [name, question] of questions()) {
    const asked = Array.from({ length: QUESTIONS }, () => question().join(' '));
    const ours: number[] = [];
    const theirs: number[] = [];
    // One after the other: what the bare query holds up would be counted as ours.
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (const words of asked) ours.push(await timed(() => guild.value.search(words, 10)));
    delay.disable();
    for (const words of asked)
      theirs.push(
        await timed(() =>
          bare.all(
            words
              .split(' ')
              .map((word) => `"${word}"`)
              .join(' OR '),
          ),
        ),
      );
    rows.push([
      String(passages),
      name,
      quantile(ours, 0.5).toFixed(2),
      quantile(ours, 0.95).toFixed(2),
      (delay.percentile(99) / 1e6).toFixed(1),
      quantile(theirs, 0.5).toFixed(2),
      quantile(theirs, 0.95).toFixed(2),
      ratio(quantile(ours, 0.95), quantile(theirs, 0.95)),
      ((user + system) / 1000 / passages).toFixed(2),
    ]);
  }
  db.close();
  await store.close();
  return rows;
}

/** Words as often in the text as words are, and so that each kind of question means the same at every size. */
const WORDS = vocabulary(40_000, 9);

/** Kinds of questions; each call brings another one. */
function questions(): [name: string, question: () => string[]][] {
  const random = randomFrom(11);
  const between = (least: number, most: number): string => WORDS[Math.floor(least + random() * (most - least))] ?? '';
  return [
    ['3 words: frequent, middling, rare', () => [between(20, 200), between(200, 2000), between(2000, 20_000)]],
    ['6 words', () => Array.from({ length: 6 }, () => between(5, 10_000))],
    ['1 rare word', () => [between(10_000, 30_000)]],
    ['1 very frequent word', () => [between(0, 5)]],
    ['1 misspelt word', () => [misspelt(between(500, 5000))]],
  ];
}

function misspelt(word: string): string {
  return word.length < 4 ? `${word}${word}` : word.slice(0, 2) + word.slice(3);
}

/** Fills the guild as a crawl does, through the receipt of a job. */
async function fill(guild: GuildKnowledge, passages: number): Promise<void> {
  const random = randomFrom(5);
  const pick = zipf(WORDS.length, random);
  const some = (count: number): string => Array.from({ length: count }, () => WORDS[pick()]).join(' ');
  const options = { pages: 100, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'off' } as const;
  const startUrls = ['https://docs.example.org/'];
  const at = new Date();
  const source = await guild.addSource({ kind: 'site', startUrls, options }, at);
  const job = await guild.createJob({
    spec: { kind: 'crawl', startUrls, options },
    sourceId: source.id,
    createdAt: at,
    continues: null,
  });
  for (let number = 0; number * PASSAGES_PER_PAGE < passages; number++) {
    const url = `https://docs.example.org/page-${number}`;
    await guild.addUrls(job.id, [{ url, via: null, depth: 0 }]);
    const page = pageOf(url, number, some);
    const save = { sourceId: source.id, url, page, validators: {}, fetchedAt: at, noindex: false, aiInput: true };
    await guild.recordVisit(job.id, { url, ending: { kind: 'save', page: save }, met: [], spentMs: 0 });
  }
}

function pageOf(url: string, number: number, some: (count: number) => string): Page {
  const passages = Array.from({ length: PASSAGES_PER_PAGE }, (_, n) => {
    const heading = some(3);
    return { anchor: `s${n}`, headings: [heading], text: `## ${heading}\n\n${some(WORDS_PER_PASSAGE)}` };
  });
  return {
    url,
    title: some(4),
    description: some(10),
    language: 'en',
    canonical: null,
    publishedAt: null,
    modifiedAt: null,
    markdown: passages.map(({ text }) => text).join('\n\n'),
    links: [],
    images: [],
    videos: [],
    contentHash: `page-${number}`,
    passages,
  };
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
