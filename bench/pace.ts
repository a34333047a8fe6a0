import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { composeApp } from '../src/app/compose.ts';
import { parseNetworks } from '../src/fetch/address.ts';
import { MAX_PAGES_PER_JOB, MIN_GAP_MS, REQUESTS_PER_SECOND } from '../src/promises.ts';
import { startSiteServer } from './site-server.ts';
import { markdownTable } from './table.ts';

/** The product as it runs, on its own clock, crawls several sites at once; their servers say how politely (rule 4.1). */
export async function pace(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { hosts: { type: 'string', default: '5' }, seconds: { type: 'string', default: '15' } },
  });
  const seconds = Number(values.seconds);
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.problem);
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const server = await startSiteServer({ hosts: Number(values.hosts), pages: 120 });
  const opened = await composeApp({ dataDir, openNetworks: networks.networks, maxJobs: 1000 });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const app = opened.value;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  try {
    const options = {
      pages: MAX_PAGES_PER_JOB,
      exclude: [],
      excludeFiles: true,
      allowParameters: false,
      sitemap: 'auto',
    } as const;
    delay.enable();
    for (const [index, host] of server.hosts.entries()) {
      const guild = await app.store.guild(`guild-${index}`);
      if (!guild.ok) throw new Error(guild.problem.sentence);
      const started = await app.crawling.crawl(guild.value, [`http://${host}/`], options, false);
      if (!started.ok) throw new Error(started.sentence);
    }
    await sleep(seconds * 1000);
    delay.disable();
    const stats = await server.stats();
    const possible = seconds * REQUESTS_PER_SECOND * server.hosts.length;
    console.log(
      markdownTable(
        [
          'hosts',
          'requests',
          'of possible',
          'least gap ms',
          'median gap ms',
          `gaps under ${MIN_GAP_MS} ms`,
          'most in 1 s',
          'event loop p99 ms',
        ],
        [
          [
            `${stats.hosts}`,
            `${stats.requests}`,
            `${((100 * stats.requests) / possible).toFixed(0)} %`,
            stats.gapMs.min?.toFixed(1) ?? '',
            stats.gapMs.median?.toFixed(1) ?? '',
            `${stats.gapsUnder500} of ${stats.gaps}`,
            `${stats.maxIn1sAnyHost}`,
            (delay.percentile(99) / 1e6).toFixed(0),
          ],
        ],
      ),
    );
    return stats.gapsUnder500 === 0 && stats.maxIn1sAnyHost <= REQUESTS_PER_SECOND ? 0 : 1;
  } finally {
    await app.close();
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
