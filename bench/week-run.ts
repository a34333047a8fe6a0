import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { Agent, request } from 'undici';
import { composeApp } from '../src/app/compose.ts';
import { systemClock, type Clock } from '../src/clock.ts';
import { PAGE } from '../src/crawler/polite-request.ts';
import { parseNetworks } from '../src/fetch/address.ts';
import { requestHeaders } from '../src/fetch/identity.ts';
import type { Validators } from '../src/fetch/outcome.ts';
import { MIN_GAP_MS } from '../src/promises.ts';
import { createLanes } from './lanes.ts';
import { startSiteServer } from './site-server.ts';
import { markdownTable } from './table.ts';

/** Hosts asked side by side, by the product and by bare undici alike. */
const LANES = 100;
const GUILDS = 50;
/** Bars of issue 5. */
const LEAST_RATIO = 0.8;
const MOST_DELAY_MS = 50;
const MOST_GROWTH = 1.25;

/** A first run of both on so many hosts warms the compiler up; it is not counted. */
const WARM_UP_HOSTS = 60;

/**
 * A week of weekly checks at once, as after a long stop: every page of every host is due, every one answers 304. The
 * product runs as it does, on a clock that is so many times as fast as the wall's; beside it, bare undici requests the
 * same pages with the same header lines, as many hosts at once, and no pace. The server measures how far apart requests
 * to a host are.
 */
async function week(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      hosts: { ...text, default: '200' },
      pages: { ...text, default: '50' },
      speed: { ...text, default: '200' },
    },
  });
  const speed = Number(values.speed);
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const warmUpDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const server = await startSiteServer({ hosts: Number(values.hosts) + WARM_UP_HOSTS, pages: Number(values.pages) });
  try {
    const warmUp = server.hosts.slice(0, WARM_UP_HOSTS);
    const hosts = server.hosts.slice(WARM_UP_HOSTS);
    const pages = await siteOf(warmUp[0] ?? '');
    await fill(warmUpDir, warmUp, pages);
    await bare(warmUp, pages);
    await product(warmUpDir, speed);
    await fill(dataDir, hosts, pages);
    const before = await bare(hosts, pages);
    await server.reset();
    const own = await product(dataDir, speed);
    const stats = await server.stats();
    const after = await bare(hosts, pages);
    // The faster of the two: what undici can do on this machine while nobody else wants it.
    const ratio = own.perSecond / Math.max(before.perSecond, after.perSecond);
    const leastGapMs = (stats.gapMs.min ?? 0) * speed;
    const growth = Math.max(...own.rssMb.slice(1)) / (own.rssMb[1] ?? 1);
    console.log(
      markdownTable(
        [
          'pages',
          'hosts',
          '304/s',
          'bare undici 304/s',
          'ratio',
          'CPU µs a 304, bare',
          `least gap ms (clock ${speed}x)`,
          'event loop p99 ms',
          'RSS MB by quarter',
        ],
        [
          [
            `${own.unchanged} of ${hosts.length * pages.length}`,
            `${stats.hosts}`,
            own.perSecond.toFixed(0),
            `${before.perSecond.toFixed(0)}, ${after.perSecond.toFixed(0)}`,
            `${ratio.toFixed(2)}x`,
            `${own.cpuUs.toFixed(0)}, ${before.cpuUs.toFixed(0)} and ${after.cpuUs.toFixed(0)}`,
            leastGapMs.toFixed(0),
            own.delayMs.toFixed(0),
            own.rssMb.map((mb) => mb.toFixed(0)).join(' '),
          ],
        ],
      ),
    );
    const isKept =
      own.unchanged === hosts.length * pages.length &&
      ratio >= LEAST_RATIO &&
      leastGapMs >= MIN_GAP_MS &&
      own.delayMs < MOST_DELAY_MS &&
      growth <= MOST_GROWTH;
    return isKept ? 0 : 1;
  } finally {
    server.close();
    for (const directory of [dataDir, warmUpDir]) rmSync(directory, { recursive: true, force: true });
  }
}

/** A page of the site, and by what its server tells whether it has changed. */
interface SitePage extends Required<Validators> {
  readonly path: string;
}

/** Every host serves the same pages: one of them is asked for their paths, in its sitemap, and for their validators. */
async function siteOf(host: string): Promise<readonly SitePage[]> {
  const sitemap = await (await request(`http://${host}/sitemap.xml`)).body.text();
  const pages: SitePage[] = [];
  for (const [, path = ''] of sitemap.matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)) {
    const { headers, body } = await request(`http://${host}${path}`, { method: 'HEAD' });
    await body.dump();
    pages.push({ path, etag: String(headers.etag), lastModified: String(headers['last-modified']) });
  }
  return pages;
}

/** Guilds whose pages were last asked for a month ago; written straight into their files, which takes seconds. */
async function fill(dataDir: string, hosts: readonly string[], pages: readonly SitePage[]): Promise<void> {
  const app = await compose(dataDir, 1);
  const guilds = Array.from({ length: Math.min(GUILDS, hosts.length) }, (_, n) => `guild-${n}`);
  for (const id of guilds) await app.store.guild(id);
  await app.close();
  const monthAgo = Date.now() - 30 * 86_400_000;
  for (const [index, id] of guilds.entries()) {
    const db = new Database(join(dataDir, 'guilds', `${id}.sqlite`));
    const source = db
      .prepare('INSERT INTO sources (kind, urls, spec, added_at) VALUES (?, ?, ?, ?) RETURNING id')
      .pluck();
    const page = db
      .prepare(
        `INSERT INTO pages (url, title, description, content_hash, etag, last_modified, noindex, ai_input, fetched_at,
                            changed_at, images, videos, markdown)
         VALUES (?, 'Page', '', ?, ?, ?, 0, 1, ?, ?, '[]', '[]', ?) RETURNING id`,
      )
      .pluck();
    const link = db.prepare('INSERT INTO page_sources (page_id, source_id) VALUES (?, ?)');
    db.transaction(() => {
      for (const host of hosts.filter((_, n) => n % guilds.length === index)) {
        const startUrls = [`http://${host}/`];
        const options = { pages: 100, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'off' };
        const sourceId = source.get(
          'site',
          startUrls[0],
          JSON.stringify({ kind: 'site', startUrls, options }),
          monthAgo,
        );
        for (const { path, etag, lastModified } of pages) {
          const url = `http://${host}${path}`;
          link.run(page.get(url, url, etag, lastModified, monthAgo, monthAgo, `${url} `.repeat(40)), sourceId);
        }
      }
    })();
    db.close();
  }
}

/** A clock that is so many times as fast as the wall's. */
function fastClock(speed: number): Clock {
  const startedAt = Date.now();
  const start = performance.now();
  const elapsed = (): number => (performance.now() - start) * speed;
  return {
    now: () => new Date(startedAt + elapsed()),
    monotonic: elapsed,
    sleep: (ms, signal) => systemClock.sleep(Math.ceil(ms / speed), signal),
  };
}

async function compose(dataDir: string, speed: number) {
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.problem);
  const opened = await composeApp(
    { dataDir, openNetworks: networks.networks, maxJobs: 10 },
    { clock: fastClock(speed) },
  );
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

interface Run {
  readonly unchanged: number;
  readonly delayMs: number;
  readonly rssMb: readonly number[];
}

/** What so many answers took. */
interface Cost {
  readonly perSecond: number;
  /** Of this process, all threads, in microseconds an answer. */
  readonly cpuUs: number;
}

/** To be begun before the work and called after it. */
function account(): (answers: number) => Cost {
  const start = performance.now();
  const before = process.cpuUsage();
  return (answers) => {
    const { user, system } = process.cpuUsage(before);
    return { perSecond: (answers * 1000) / (performance.now() - start), cpuUs: (user + system) / answers };
  };
}

async function product(dataDir: string, speed: number): Promise<Run & Cost> {
  const app = await compose(dataDir, speed);
  // Gathering the hints, which a new instance file lacks, is not part of a week.
  await app.store.hostChecks.hosts();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const rssMb: number[] = [];
  try {
    delay.enable();
    const cost = account();
    const run = await app.upkeep.checks();
    if (run === null) throw new Error('nothing is due');
    const sample = setInterval(() => rssMb.push(process.memoryUsage.rss() / 1e6), 100);
    await run.ended;
    clearInterval(sample);
    const { unchanged } = run.tally().pages;
    const costs = cost(unchanged);
    delay.disable();
    const quarters = [0, 0.25, 0.5, 0.75, 1].map((share) => rssMb[Math.floor((rssMb.length - 1) * share)] ?? 0);
    return { unchanged, ...costs, delayMs: delay.percentile(99) / 1e6, rssMb: quarters };
  } finally {
    await app.close();
  }
}

/** The same pages with the same validators, as fast as undici goes with one connection a host; answers a second. */
async function bare(hosts: readonly string[], pages: readonly SitePage[]): Promise<Cost> {
  const agent = new Agent({ connections: 1, pipelining: 1 });
  const lanes = createLanes<string>({ concurrency: LANES, max: hosts.length });
  for (const host of hosts) lanes.add(host);
  const cost = account();
  await lanes.run(async (host) => {
    for (const { path, ...validators } of pages) {
      const headers = requestHeaders('knowledge-ingest', { accept: PAGE.accept, validators });
      const { statusCode, body } = await request(`http://${host}${path}`, { dispatcher: agent, headers });
      await body.arrayBuffer();
      if (statusCode !== 304) throw new Error(`undici got ${statusCode}`);
    }
  });
  const costs = cost(hosts.length * pages.length);
  await agent.close();
  return costs;
}

process.exitCode = await week(process.argv.slice(2));
