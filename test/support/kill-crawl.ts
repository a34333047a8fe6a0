import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { composeApp } from '../../src/app/compose.ts';
import { parseNetworks } from '../../src/fetch/address.ts';
import type { CrawlOptions } from '../../src/knowledge/store.ts';
import { createFakeClock } from './clock.ts';
import { links, page, startSite, type TestSite } from './site.ts';
import { wrongWords } from './vocabulary.ts';

/**
 * A crawl killed by SIGKILL, looked at, and gone on with (rules 6.5 and 9.7). Knows no test runner, so that the bench
 * can do it more often than the tests have time for.
 */

export const plainOptions: CrawlOptions = {
  pages: 100,
  exclude: [],
  excludeFiles: true,
  allowParameters: false,
  sitemap: 'off',
};

/** Pages beside the home page; fewer than a crawl may visit, so that it can come to its end. */
const NUMBERED_PAGES = 60;
/** Every so many pages one is long enough for its passages to be indexed in several slices. */
const LONG_EVERY = 5;
const SECTIONS = 30;

/** When to kill: so many milliseconds after the site got its so-manieth request, counted over the whole crawl. */
export interface Moment {
  readonly afterRequests: number;
  readonly delayMs: number;
}

export interface KilledCrawl {
  /** Kills that came before the crawl was over. */
  readonly kills: number;
  /** URLs that were in flight at a kill: they alone may have been asked for again. */
  readonly inFlight: readonly string[];
  /** What was not as it has to be; empty when all is well. */
  readonly violations: readonly string[];
}

/**
 * Crawls a site in a process of its own and kills it, looks into the guild's file, goes on in a new process that is
 * killed at the next moment, and so on; goes on to the end in this process, and looks again.
 */
export async function killCrawl(moments: readonly Moment[]): Promise<KilledCrawl> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-kill-'));
  const file = join(dataDir, 'guilds/local.sqlite');
  const { site, when } = await startLinkedSite();
  const inFlight: string[] = [];
  const violations: string[] = [];
  let kills = 0;
  let robotsAllowed = 1;
  try {
    for (const { afterRequests, delayMs } of moments) {
      if (!(await crawlAndKill(dataDir, site, (kill) => when(afterRequests, () => setTimeout(kill, delayMs))))) break;
      kills += 1;
      const found = inspect(file, site);
      inFlight.push(...found.inFlight);
      violations.push(...found.violations.map((violation) => `kill ${kills}: ${violation}`));
      if (!found.robotsKnown) robotsAllowed += 1;
    }
    await goOn(dataDir, site);
    violations.push(...inspectEnd(file, site, inFlight, robotsAllowed));
    return { kills, inFlight, violations };
  } finally {
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A site whose pages link to the next ones as a tree, and an alarm for when it has got so many requests. */
async function startLinkedSite(): Promise<{ site: TestSite; when(requests: number, alarm: () => void): void }> {
  let requests = 0;
  let alarmAt = Number.POSITIVE_INFINITY;
  let ring = (): void => {};
  const check = (): void => {
    if (requests < alarmAt) return;
    alarmAt = Number.POSITIVE_INFINITY;
    ring();
  };
  const site = await startSite((path) => {
    requests += 1;
    check();
    if (path === '/') return page('Home', links('/p0', '/p1', '/p2'));
    const number = Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || number >= NUMBERED_PAGES) return undefined;
    const next = [3, 4, 5].map((n) => 3 * number + n).filter((n) => n < NUMBERED_PAGES);
    return page(`Page ${number}`, sections(number) + links(...next.map((n) => `/p${n}`)));
  });
  return {
    site,
    when(count, alarm) {
      alarmAt = count;
      ring = alarm;
      check();
    },
  };
}

function sections(number: number): string {
  if (number % LONG_EVERY !== 0) return '';
  return Array.from(
    { length: SECTIONS },
    (_, n) =>
      `<h2 id="s${n}">Part ${n} of ${number}</h2><p>${`word${number}x${n} says what only this part says. `.repeat(20)}</p>`,
  ).join('');
}

/** True when the kill came before the crawl was over. */
async function crawlAndKill(dataDir: string, site: TestSite, arm: (kill: () => void) => void): Promise<boolean> {
  const program = fileURLToPath(new URL('crawl-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir, `${site.origin}/`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  arm(() => child.kill('SIGKILL'));
  const [code] = await once(child, 'close');
  if (code !== null && code !== 0) throw new Error(`the crawl failed by itself: ${errors}`);
  return code === null;
}

/** Goes on with what the kill left, as the next start does. */
async function goOn(dataDir: string, site: TestSite): Promise<void> {
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.problem);
  const opened = await composeApp(
    { dataDir, openNetworks: networks.networks, maxJobs: 1 },
    { clock: createFakeClock() },
  );
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const app = opened.value;
  try {
    const guild = await app.store.guild('local');
    if (!guild.ok) throw new Error(guild.problem.sentence);
    const started = await app.crawling.crawl(guild.value, [`${site.origin}/`], plainOptions, false);
    if (!started.ok) throw new Error(started.sentence);
    await started.handle.ended;
  } finally {
    await app.close();
  }
}

interface Killed {
  readonly inFlight: readonly string[];
  readonly robotsKnown: boolean;
  readonly violations: readonly string[];
}

/** Conditions that no row may meet, whenever the process died. */
const NEVER: Readonly<Record<string, string>> = {
  'page without its line in the receipt':
    "SELECT url FROM pages p WHERE NOT EXISTS (SELECT 1 FROM job_urls u WHERE u.page_id = p.id AND u.state = 'page')",
  'line in the receipt without its page':
    "SELECT url FROM job_urls u WHERE u.state = 'page' AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.id = u.page_id)",
  'page without passages': 'SELECT url FROM pages p WHERE NOT EXISTS (SELECT 1 FROM passages x WHERE x.page_id = p.id)',
  'page without its source':
    'SELECT url FROM pages p WHERE NOT EXISTS (SELECT 1 FROM page_sources s WHERE s.page_id = p.id)',
  'passage of no page': 'SELECT id FROM passages WHERE page_id IS NULL',
  'passage said to be indexed that is not': `SELECT id FROM passages
     WHERE id <= (SELECT indexed_to FROM index_progress) AND id NOT IN (SELECT id FROM word_index_docsize)`,
  'passage indexed, not said to be': `SELECT id FROM passages
     WHERE id > (SELECT indexed_to FROM index_progress) AND id IN (SELECT id FROM word_index_docsize)`,
  'job whose visits are not the requests of its lines': `SELECT id FROM jobs j
     WHERE visited <> (SELECT coalesce(sum(attempts), 0) FROM job_urls u WHERE u.job_id = j.id)`,
};

/** Work on passages that waits; of a guild that was opened none does. */
const UNFINISHED = 'SELECT id FROM passages WHERE id > (SELECT counted_to FROM index_progress)';

function inspect(path: string, site: TestSite): Killed {
  const db = new Database(path, { fileMustExist: true });
  try {
    const violations = violationsIn(db, false);
    const rows = db
      .prepare<[], { url: string; state: string; attempts: number }>('SELECT url, state, attempts FROM job_urls')
      .all();
    const attempts = new Map(rows.map((row) => [row.url, row.attempts]));
    for (const [url, times] of countsOf(site)) {
      // Each dispatch is recorded before it is sent.
      if ((attempts.get(url) ?? 0) < times)
        violations.push(`${url} was asked for ${times} times, recorded ${attempts.get(url) ?? 0}`);
    }
    return {
      violations,
      inFlight: rows.filter(({ state }) => state === 'in-flight').map(({ url }) => url),
      robotsKnown: db.prepare('SELECT 1 FROM job_robots').get() !== undefined,
    };
  } finally {
    db.close();
  }
}

function violationsIn(db: Database.Database, allIndexed: boolean): string[] {
  const violations: string[] = [];
  const integrity = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  if (integrity.join() !== 'ok') violations.push(`integrity_check: ${integrity.join('; ')}`);
  for (const [what, query] of Object.entries(NEVER)) {
    for (const found of db.prepare<[], string | number>(query).pluck().all()) violations.push(`${what}: ${found}`);
  }
  try {
    db.exec("INSERT INTO word_index (word_index) VALUES ('integrity-check')");
  } catch (error) {
    violations.push(`word_index: ${String(error)}`);
  }
  if (allIndexed) {
    for (const id of db.prepare<[], number>(UNFINISHED).pluck().all())
      violations.push(`passage not indexed or not counted: ${id}`);
    violations.push(...wrongWords(db).map((word) => `wrong number in the vocabulary: ${word}`));
  }
  return violations;
}

/** The job has come to its end: nothing is missing, and nothing was asked for more often than it had to be. */
function inspectEnd(path: string, site: TestSite, inFlight: readonly string[], robotsAllowed: number): string[] {
  const db = new Database(path, { fileMustExist: true });
  try {
    const violations = violationsIn(db, true);
    const ends = db.prepare<[], string>('SELECT coalesce(ending, state) FROM jobs').pluck().all();
    if (ends.join() !== 'done') violations.push(`the jobs are ${ends.join()}, not one that is done`);
    const pages = db.prepare<[], number>('SELECT count(*) FROM pages').pluck().get();
    if (pages !== NUMBERED_PAGES + 1) violations.push(`${pages} pages of ${NUMBERED_PAGES + 1} are stored`);
    for (const [url, times] of countsOf(site)) {
      const allowed = 1 + inFlight.filter((other) => other === url).length;
      if (times > allowed) violations.push(`${url} was asked for ${times} times, not ${allowed}`);
    }
    const robots = site.requests.filter((request) => request.path === '/robots.txt').length;
    if (robots > robotsAllowed) violations.push(`robots.txt was asked for ${robots} times`);
    return violations;
  } finally {
    db.close();
  }
}

/** How often each page was asked for. */
function countsOf(site: TestSite): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of site.pagePaths()) counts.set(site.origin + path, (counts.get(site.origin + path) ?? 0) + 1);
  return counts;
}
