import { composeApp } from '../../src/app/compose.ts';
import { parseNetworks } from '../../src/fetch/address.ts';
import { createFakeClock } from './clock.ts';
import { plainOptions } from './kill-crawl.ts';

/** A process that does nothing but crawl, to be killed: `crawl-until-killed.ts DATA_DIR START_URL`. */
const [dataDir = '', startUrl = ''] = process.argv.slice(2);
const networks = parseNetworks('127.0.0.0/8');
if (!networks.ok) throw new Error(networks.problem);
// Waits take no time on this clock, so the process is nearly always in the middle of something.
const opened = await composeApp({ dataDir, openNetworks: networks.networks, maxJobs: 1 }, { clock: createFakeClock() });
if (!opened.ok) throw new Error(opened.problem.sentence);
const app = opened.value;
const guild = await app.store.guild('local');
if (!guild.ok) throw new Error(guild.problem.sentence);
const started = await app.crawling.crawl(guild.value, [startUrl], plainOptions, false);
if (!started.ok) throw new Error(started.sentence);
await started.handle.ended;
await app.close();
