import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeApp } from '../src/app/compose.ts';
import type { App } from '../src/app/app.ts';
import type { View } from '../src/app/view.ts';
import { parseNetworks } from '../src/fetch/address.ts';
import { createFakeClock } from '../test/support/clock.ts';
import { tick } from '../test/support/tick.ts';
import { startChangingSite } from './changing-site.ts';
import { markdownTable } from './table.ts';

const DAY_MS = 86_400_000;
const MONDAY = new Date('2026-01-05T05:00:00Z');
/** Hours after 05:00 UTC at which it is looked what is due. */
const SYNC_AND_DIGEST = [1.1, 2.5];

/** A year in a minute: what the upkeep of one site costs its server, and what its admins are told, week by week. */
export async function year(): Promise<number> {
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.problem);
  const dataDir = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const clock = createFakeClock(MONDAY);
  const { site, live, pages } = await startChangingSite(MONDAY);
  const opened = await composeApp({ dataDir, openNetworks: networks.networks, maxJobs: 4 }, { clock });
  if (!opened.ok) throw new Error(opened.problem.sentence);
  const app = opened.value;
  const rows: string[][] = [];
  const digests: string[] = [];
  try {
    await begin(app, site.origin);
    /** What the digest of a Monday is about happened in the week before. */
    let before = '';
    for (let week = 1; week <= 52; week += 1) {
      const askedBefore = site.requests.length;
      let deed: string | null = null;
      for (let day = 0; day < 7; day += 1) {
        // The sync is due at 06:00 UTC, and Monday's digest comes at 07:00.
        for (const hours of SYNC_AND_DIGEST) {
          const at = MONDAY.getTime() + ((week - 1) * 7 + day) * DAY_MS + hours * 3_600_000;
          clock.advance(at - clock.now().getTime());
          await tick(app, (_guildId, view) =>
            digests.push(`### Monday of week ${week}, about week ${week - 1}${before}\n\n${textOf(view)}`),
          );
        }
        // After the digest, which is about the week before.
        if (day === 0) deed = live(week, clock.now());
      }
      const asked = site.requests.slice(askedBefore).map(({ path }) => path);
      const sitemaps = asked.filter((path) => path.startsWith('/sitemap')).length;
      const robots = asked.filter((path) => path === '/robots.txt').length;
      const ofPages = asked.length - sitemaps - robots;
      before = deed === null ? '' : ` (the owner ${deed})`;
      rows.push([`${week}`, deed ?? '', `${robots}`, `${sitemaps}`, `${ofPages}`, (ofPages / pages()).toFixed(2)]);
    }
    console.log('## Requests as the server counted them\n');
    console.log(markdownTable(['week', 'the owner', 'robots.txt', 'sitemap', 'pages', 'per page and week'], rows));
    console.log(`\n## What the admins were told (${digests.length} of 52 weeks)\n\n${digests.join('\n\n')}`);
    return 0;
  } finally {
    await app.close();
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The site is crawled and from then on watched by its sitemap. */
async function begin(app: App, origin: string): Promise<void> {
  const guild = await app.store.guild('local');
  if (!guild.ok) throw new Error(guild.problem.sentence);
  const options = { pages: 100, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'auto' } as const;
  const started = await app.crawling.crawl(guild.value, [`${origin}/`], options, false);
  if (!started.ok) throw new Error(started.sentence);
  await started.handle.ended;
  const [source] = await guild.value.sources();
  if (source === undefined) throw new Error('the crawl left no source');
  await app.upkeep.watch(guild.value, source, 'sitemap');
}

function textOf({ items = [] }: View): string {
  return items
    .map(({ title, lines = [] }) => [`- ${title}`, ...lines.map((line) => `  - ${line}`)].join('\n'))
    .join('\n');
}
