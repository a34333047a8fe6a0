import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '../src/app/root.ts';
import { isAnswerable } from '../src/knowledge/evidence.ts';
import { openSqliteStore } from '../src/knowledge/sqlite/open.ts';
import type { GuildKnowledge, KnowledgeStore, Retrieval } from '../src/knowledge/store.ts';
import { readPage } from '../src/page/read.ts';
import { markdownTable, quantile } from './table.ts';

/** Asks written questions about real manuals and says how often the passage with the answer is among the first. */

const Question = z.object({
  id: z.string().default(''),
  site: z.string(),
  question: z.string(),
  answerable: z.boolean(),
  page: z.string().default(''),
  also: z.array(z.string()).default([]),
  answer: z.string().default(''),
});
type Question = z.infer<typeof Question>;

const DEPTH = 20;
const CONTEXT = 6000;

/**
 * `DIR/questions.jsonl`, and of each site that it speaks of the folder `DIR/SITE` with its HTML files. `--run FILE` also
 * writes what was found, as asked, one JSON object a question: `{id, refused, passages: [{page, anchor, text}]}`.
 */
export async function questions(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { run: { type: 'string' } } });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error('Say where the questions and the manuals are: npm run bench -- questions DIR [--run FILE]');
    return 2;
  }
  const asked = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Question.parse(JSON.parse(line)));
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  try {
    const sites = [...new Set(asked.map(({ site }) => site))];
    const filling = await openStore(dataDir);
    for (const site of sites) await fill(await guildOf(filling, site), site, join(folder, site));
    await filling.close();
    const store = await openStore(dataDir);
    const guilds = new Map<string, GuildKnowledge>();
    for (const site of sites) guilds.set(site, await guildOf(store, site));
    // The first question of a guild has it learn how its pages use words, and waits for that, though not for ever.
    for (const guild of guilds.values()) await guild.search('warm up', 1);
    const found = await askAll(asked, guilds, (text) => text);
    if (values.run !== undefined) writeFileSync(values.run, found.answers.map(runLine).join(''));
    const rows = [score('as asked', found)];
    for (const seed of [1, 2, 3])
      rows.push(score(`one typo, ${seed}`, await askAll(asked, guilds, (text) => withTypo(text, seed))));
    const head = [
      'questions',
      'hit@1',
      'hit@3',
      'hit@5',
      'hit@10',
      'mrr@10',
      'page@1',
      'page@5',
      `in ${CONTEXT} characters`,
    ];
    console.log(markdownTable([...head, 'refused wrongly', 'refused rightly', 'p50 ms', 'p95 ms'], rows));
    await store.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return 0;
}

async function openStore(dataDir: string): Promise<KnowledgeStore> {
  const opened = await openSqliteStore({ dataDir, migrationsDir: `${projectRoot()}/migrations` });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

async function guildOf(store: KnowledgeStore, site: string): Promise<GuildKnowledge> {
  const opened = await store.guild(site);
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

/** Fills a guild with the pages of one manual. */
async function fill(guild: GuildKnowledge, site: string, folder: string): Promise<void> {
  const at = new Date();
  const options = { pages: 100, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'off' } as const;
  const startUrls = [`https://${site}.example/`];
  const source = await guild.addSource({ kind: 'site', startUrls, options }, at);
  const spec = { kind: 'crawl', startUrls, options } as const;
  const job = await guild.createJob({ spec, sourceId: source.id, createdAt: at, continues: null });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/\.html?$/.test(name)) continue;
    const url = new URL(name, startUrls[0]).href;
    const page = readPage(readFileSync(join(folder, name)), { url, contentType: 'text/html', fetchedAt: at });
    if ('refused' in page) continue;
    await guild.addUrls(job.id, [{ url, via: null, depth: 0 }]);
    const save = { sourceId: source.id, url, page, validators: {}, fetchedAt: at, noindex: false, aiInput: true };
    await guild.recordVisit(job.id, { url, ending: { kind: 'save', page: save }, met: [], spentMs: 0 });
  }
  await guild.finishJob(job.id, { at, end: 'done', leftReason: 'page-limit', spentMs: 0 });
}

interface Answer {
  readonly question: Question;
  readonly found: Retrieval;
}

interface Asked {
  readonly answers: readonly Answer[];
  readonly times: readonly number[];
}

async function askAll(
  asked: readonly Question[],
  guilds: ReadonlyMap<string, GuildKnowledge>,
  variant: (text: string) => string,
): Promise<Asked> {
  const times: number[] = [];
  const answers: Answer[] = [];
  for (const question of asked) {
    const from = performance.now();
    const found = await guilds.get(question.site)?.retrieve(variant(question.question), DEPTH);
    times.push(performance.now() - from);
    if (found !== undefined) answers.push({ question, found });
  }
  return { answers, times };
}

function score(name: string, { answers, times }: Asked): string[] {
  const answerable = answers.filter(({ question }) => question.answerable);
  const other = answers.filter(({ question }) => !question.answerable);
  const right = answerable.map(({ question, found }) => found.passages.map((passage) => holds(passage, question)));
  const onPage = answerable.map(({ question, found }) => found.passages.map((passage) => isOnPage(passage, question)));
  const inContext = answerable.map(({ found }, index) => {
    let used = 0;
    const passages = found.passages.filter(({ text }) => (used += plain(text).length) <= CONTEXT);
    return right[index]?.slice(0, passages.length).includes(true) ?? false;
  });
  const places = right.map((hits) => hits.slice(0, 10).indexOf(true) + 1);
  const refused = (list: readonly Answer[]): boolean[] => list.map(({ found }) => !isAnswerable(found));
  const within = (hits: readonly boolean[][], depth: number): string =>
    share(hits.map((hit) => hit.slice(0, depth).includes(true)));
  return [
    name,
    within(right, 1),
    within(right, 3),
    within(right, 5),
    within(right, 10),
    (places.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0) / (places.length || 1)).toFixed(3),
    within(onPage, 1),
    within(onPage, 5),
    share(inContext),
    share(refused(answerable)),
    share(refused(other)),
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
  ];
}

function runLine({ question: { id, site }, found }: Answer): string {
  const passages = found.passages.map(({ url, anchor, text }) => {
    return { page: `${site}${new URL(url).pathname}`, anchor, text: plain(text) };
  });
  return `${JSON.stringify({ id, refused: !isAnswerable(found), passages })}\n`;
}

function share(values: readonly boolean[]): string {
  return (values.filter(Boolean).length / (values.length || 1)).toFixed(3);
}

function isOnPage({ url }: { readonly url: string }, { site, page, also }: Question): boolean {
  return [page, ...also].includes(`${site}${new URL(url).pathname}`);
}

function holds(passage: { readonly url: string; readonly text: string }, question: Question): boolean {
  return isOnPage(passage, question) && normal(passage.text).includes(normal(question.answer));
}

/** Lower case, white space and quotation marks alike, without the marks of Markdown. */
function normal(markdown: string): string {
  return plain(markdown)
    .normalize('NFKC')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** The text as it is read, without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\][\n]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[*`]|^#+ |^> /gm, '');
}

/** Two neighbouring letters of the longest word swapped. */
function withTypo(text: string, seed: number): string {
  const [word = ''] = (text.match(/[\p{L}_]{4,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  const at = 1 + ((seed * 7919 + text.length * 31) % Math.max(1, word.length - 2));
  return text.replace(
    word,
    () =>
      word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(at + 2),
  );
}
