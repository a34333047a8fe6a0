import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { composeApp, type Parts } from '../../src/app/compose.ts';
import type { AppConfig } from '../../src/app/config.ts';
import { parseNetworks } from '../../src/fetch/address.ts';
import type { Started } from '../../src/app/crawling.ts';
import type { JobEvent } from '../../src/jobs/event.ts';
import type { JobHandle } from '../../src/jobs/runner.ts';
import { failureKey } from '../../src/jobs/tally.ts';
import type { CrawlOptions, GuildKnowledge } from '../../src/knowledge/store.ts';
import { createPageReader, type PageReader } from '../../src/page/pool.ts';
import { createFakeClock } from './clock.ts';
import { startSite, type TestSite } from './site.ts';

const leftovers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const clean of leftovers.splice(0).toReversed()) await clean();
});

/** Runs when the test is over, last registered first. */
export function afterTest(clean: () => Promise<void> | void): void {
  leftovers.push(clean);
}

/** An empty folder that goes when the test is over. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'heimdall-test-'));
  afterTest(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Starting a worker takes longer than most tests do: the apps of one test file share theirs. */
let reader: PageReader | null = null;

/** The whole product on loopback, wired as it runs, on a clock whose waits take no time unless another is given. */
export async function startApp(
  parts: Parts & { readonly dataDir?: string } = {},
  { maxJobs = 20, ...config }: Partial<Pick<AppConfig, 'maxJobs' | 'model'>> = {},
): Promise<App> {
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.problem);
  const { dataDir = tempDir(), ...rest } = parts;
  reader ??= createPageReader();
  const opened = await composeApp(
    { dataDir, openNetworks: networks.networks, maxJobs, ...config },
    { clock: createFakeClock(), reader, ...rest },
  );
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const app = opened.value;
  afterTest(() => app.close());
  return app;
}

export async function guildOf(app: App, id = 'local'): Promise<GuildKnowledge> {
  const opened = await app.store.guild(id);
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

export const plainCrawl: CrawlOptions = {
  pages: 100,
  exclude: [],
  excludeFiles: true,
  allowParameters: false,
  sitemap: 'off',
};

/** A web site on loopback that goes when the test is over. */
export async function serve(pages: Parameters<typeof startSite>[0], host?: string): Promise<TestSite> {
  const site = await startSite(pages, host);
  afterTest(() => site.close());
  return site;
}

/** What a job did: its events, and the receipt as `url -> ending`. */
export interface Ran {
  readonly events: readonly JobEvent[];
  readonly endings: Readonly<Record<string, string>>;
  readonly end: string;
  readonly detail: string | undefined;
  readonly jobId: number;
}

/** A job under way, and what it will have done. */
export interface UnderWay {
  readonly handle: JobHandle;
  readonly from: 'start' | 'interrupted' | 'partial';
  readonly ran: Promise<Ran>;
}

export type CrawlWish = Partial<CrawlOptions> & { readonly fresh?: boolean; readonly guild?: string };

export async function startCrawl(
  app: App,
  startUrls: string | readonly string[],
  wish: CrawlWish = {},
): Promise<UnderWay> {
  const { fresh = false, guild = 'local', ...options } = wish;
  const urls = typeof startUrls === 'string' ? [startUrls] : startUrls;
  return underWay(await app.crawling.crawl(await guildOf(app, guild), urls, { ...plainCrawl, ...options }, fresh));
}

export async function startImport(app: App, urls: readonly string[], guild = 'local'): Promise<UnderWay> {
  return underWay(await app.crawling.import(await guildOf(app, guild), urls));
}

/** Crawls to the end. */
export async function crawl(app: App, startUrls: string | readonly string[], wish: CrawlWish = {}): Promise<Ran> {
  return (await startCrawl(app, startUrls, wish)).ran;
}

export async function importPages(app: App, urls: readonly string[], guild = 'local'): Promise<Ran> {
  return (await startImport(app, urls, guild)).ran;
}

function underWay(started: Started): UnderWay {
  if (!started.ok) throw new Error(started.sentence);
  const { handle, from } = started;
  return { handle, from, ran: watch(handle) };
}

/** Reads a job's events to its end. Each URL's ending is its page change, skip reason, or failure code. */
export async function watch(handle: JobHandle): Promise<Ran> {
  const events: JobEvent[] = [];
  const endings: Record<string, string> = {};
  let end = 'not ended';
  let detail: string | undefined;
  for await (const event of handle.watch()) {
    events.push(event);
    const ending = endingOf(event);
    if (ending !== null) endings[ending.url] = ending.how;
    if (event.kind === 'finished') ({ end, detail } = event);
  }
  return { events, endings, end, detail, jobId: handle.jobId };
}

/** The URL whose ending an event tells, and how it ended; null for the other events. */
export function endingOf(event: JobEvent): { readonly url: string; readonly how: string } | null {
  if (event.kind === 'page') return { url: event.url, how: event.change };
  if (event.kind === 'skipped') return { url: event.url, how: event.reason };
  return event.kind === 'failed' ? { url: event.url, how: failureKey(event) } : null;
}
