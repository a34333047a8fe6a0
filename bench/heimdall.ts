import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/app/root.ts';
import { systemClock as clock } from '../src/clock.ts';
import { createFrontier } from '../src/crawler/frontier.ts';
import { createTwinMemory } from '../src/crawler/markdown-twin.ts';
import type { Pace } from '../src/crawler/pace.ts';
import { createScope } from '../src/crawler/scope.ts';
import { sessions } from '../src/crawler/session.ts';
import { parseSitemap } from '../src/crawler/sitemap.ts';
import { parseNetworks } from '../src/fetch/address.ts';
import { createWebClient } from '../src/fetch/client.ts';
import { createCandidates } from '../src/jobs/candidates.ts';
import type { JobContext } from '../src/jobs/context.ts';
import { crawl } from '../src/jobs/crawl.ts';
import { createStopSwitch } from '../src/jobs/stop-switch.ts';
import { visit } from '../src/jobs/visit.ts';
import { openSqliteStore } from '../src/knowledge/sqlite/open.ts';
import type { CrawlOptions } from '../src/knowledge/store.ts';
import { createPageReader } from '../src/page/pool.ts';
import { createLanes } from './lanes.ts';

/**
 * The product itself as a contender of `side-by-side.ts`: client, robots.txt, page workers, candidates, receipt, store.
 * What no command can ask for is here alone: no pace, no caps, loopback open, several pages of one site at once.
 */

const text = { type: 'string', default: '' } as const;
const { values: asked } = parseArgs({
  options: { task: text, base: text, db: text, concurrency: text, max: text, variant: text },
});
const start = new URL('/', asked.base).href;
const concurrency = Number(asked.concurrency);
const max = Number(asked.max);

const noPace: Pace = {
  openJob: () => ({
    turn: () => Promise.resolve({ tryBegin: () => Promise.resolve(null), end() {} }),
    setCrawlDelay() {},
    slowDown() {},
    holdBack() {},
    gapMs: () => 0,
    close() {},
  }),
  admitLinkCheck: () => true,
};

const networks = parseNetworks('127.0.0.0/8');
if (!networks.ok) throw new Error(networks.problem);
const client = createWebClient({ policy: { networks: networks.networks }, now: () => clock.monotonic() });
const stop = createStopSwitch(clock, Number.POSITIVE_INFINITY, 0);
const openSession = sessions({ client, pace: noPace, clock });
const session = openSession({ guildId: 'bench', limits: stop, robots: [], resumed: false });

/** Reads a stream to its end and returns what it comes to; nobody watches its events. */
async function resultOf<T>(stream: AsyncGenerator<unknown, T, void>): Promise<T> {
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return step.value;
  }
}

const get = (url: string) => resultOf(session.page({ url: new URL(url), gate: () => null }));

/** Every URL of the sitemap, body read and decoded. */
async function fetchAll(): Promise<void> {
  const sitemap = await resultOf(session.sitemap(new URL('/sitemap.xml', start)));
  if (sitemap.kind !== 'body') throw new Error('the site has no sitemap');
  const { entries } = parseSitemap(sitemap.body, { url: sitemap.url.href });
  const lanes = createLanes<string>({ concurrency, max });
  for (const { loc } of entries) lanes.add(loc);
  await lanes.run(async (url) => void (await get(url)));
}

/** The library's own functions on the main thread: what is left when nothing is extracted. */
async function followAll(): Promise<void> {
  // What the other tasks do in a worker: they are not to pay for its modules here.
  const { followableLinks } = await import('../src/crawler/page-rules.ts');
  const scope = createScope({ startUrls: [start], exclude: [], excludeFiles: true, allowParameters: false });
  const decoder = new TextDecoder();
  const seen = new Set([start]);
  const lanes = createLanes<string>({ concurrency, max });
  lanes.add(start);
  await lanes.run(async (url) => {
    const outcome = await get(url);
    if (outcome.kind !== 'body') return;
    const html = decoder.decode(outcome.body);
    for (const link of followableLinks({ html, url: outcome.url, headers: outcome.headers })) {
      if (seen.has(link) || scope.judge(link) !== null) continue;
      seen.add(link);
      lanes.add(link);
    }
  });
}

async function full(): Promise<void> {
  const opened = await openSqliteStore({ dataDir: dirname(asked.db), migrationsDir: `${projectRoot()}/migrations` });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const guild = await opened.value.guild('bench');
  if (!guild.ok) throw new Error(guild.problem.sentence);
  const options: CrawlOptions = { pages: max, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'off' };
  const startUrls = [start];
  const source = await guild.value.addSource({ kind: 'site', startUrls, options }, clock.now());
  const spec = { kind: 'crawl', startUrls, options } as const;
  const reader = createPageReader();
  for (let continues: number | null = null; ;) {
    const job = await guild.value.createJob({ spec, sourceId: source.id, createdAt: clock.now(), continues });
    const ctx: JobContext = {
      guild: guild.value,
      job,
      session,
      reader,
      twins: createTwinMemory(),
      clock,
      stop,
      resumed: false,
    };
    if (asked.variant === 'crawl') await resultOf(crawl(ctx, startUrls, options, source.id));
    else await crawlInLanes(ctx, source.id, options);
    // A crawl job visits 100 pages at most, whoever asks for more: the next one goes on from there.
    if ((await guild.value.job(job.id))?.end !== 'page-limit') break;
    continues = job.id;
  }
  await reader.close();
  await opened.value.close();
}

/** What a crawl job does with one page after the other, with several at once. */
async function crawlInLanes(ctx: JobContext, sourceId: number, options: CrawlOptions): Promise<void> {
  const { guild, job } = ctx;
  const scope = createScope({ startUrls: [start], ...options });
  const frontier = createFrontier();
  const lanes = createLanes<{ url: string; depth: number }>({ concurrency, max });
  const candidates = createCandidates({
    frontier,
    judge: (url) => scope.judge(url),
    policy: (url) => {
      const standing = session.knownRobots(url);
      return standing?.kind === 'policy' ? standing.policy : null;
    },
  });
  const takeAll = (): void => {
    for (let entry = frontier.take(); entry !== null; entry = frontier.take()) lanes.add(entry);
  };
  await guild.markRunning(job.id);
  frontier.offer(start, null, 0);
  await guild.addUrls(job.id, [{ url: start, via: null, depth: 0 }]);
  takeAll();
  await lanes.run(async ({ url, depth }) => {
    const visiting = visit(ctx, {
      url,
      depth,
      source: () => Promise.resolve(sourceId),
      named: false,
      gate: () => null,
      requested() {},
      redirected: (target) => void frontier.note(target),
      offer: (found) => candidates.fromPage(found),
    });
    await resultOf(visiting);
    takeAll();
  });
  await guild.finishJob(job.id, { at: clock.now(), end: 'done', leftReason: 'page-limit', spentMs: stop.spentMs() });
}

const tasks: Readonly<Record<string, () => Promise<void>>> = { fetch: fetchAll, links: followAll, full };
await tasks[asked.task]?.();
await session.close();
