import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createPageReader, type PageReader } from '../src/page/pool.ts';
import type { ReadInput } from '../src/page/page.ts';
import { STRESS_IDS, stressPage } from '../test/page/stress.ts';
import { markdownTable } from './table.ts';

/** Longest that the main thread may be held up while a page is read, in milliseconds. */
const MAX_DELAY = 50;
/** Rounds; the least delay of them is the reader's, the greatest is shown too: other programs add to it. */
const ROUNDS = 3;
/** The monitor looks so often; what it reports is the delay beyond that. */
const RESOLUTION = 5;

/** How long each page that breaks readers takes, and how long it holds up the process meanwhile. */
export async function stress(): Promise<number> {
  const reader = createPageReader({ workers: 1 });
  await reader.read(input('<p>warm'));
  const rows: string[][] = [];
  let worst = 0;
  let greatest = 0;
  for (const id of STRESS_IDS) {
    const page = input(stressPage(id).html);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await measure(reader, page));
    const best = rounds.reduce((least, round) => (round.delay < least.delay ? round : least));
    worst = Math.max(worst, best.delay);
    const most = Math.max(...rounds.map((round) => round.delay));
    greatest = Math.max(greatest, most);
    const size = `${Math.round(page.body.byteLength / 1024)}`;
    rows.push([id, best.end, size, best.took.toFixed(0), best.delay.toFixed(1), most.toFixed(1)]);
  }
  await reader.close();
  console.log(markdownTable(['page', 'end', 'KiB', 'ms', 'longest delay, ms', `greatest of ${ROUNDS} rounds`], rows));
  console.log(
    `Longest delay of all: ${worst.toFixed(1)} ms, in any round ${greatest.toFixed(1)}; bar: ${MAX_DELAY} ms.`,
  );
  return worst > MAX_DELAY ? 1 : 0;
}

interface Round {
  readonly end: string;
  readonly took: number;
  readonly delay: number;
}

async function measure(reader: PageReader, page: ReadInput): Promise<Round> {
  // What the page itself costs to make, and the round before, is not the reader's.
  globalThis.gc?.();
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION });
  monitor.enable();
  await pause(10 * RESOLUTION);
  monitor.reset();
  const started = performance.now();
  const reading = await reader.read(page);
  const took = performance.now() - started;
  await pause(3 * RESOLUTION);
  monitor.disable();
  const delay = Math.max(0, monitor.max / 1e6 - RESOLUTION);
  return { end: reading.kind === 'page' ? 'stored' : reading.reason, took, delay };
}

function input(html: string): ReadInput {
  return {
    body: Buffer.from(html),
    url: 'https://docs.test/page',
    contentType: 'text/html; charset=utf-8',
    fetchedAt: new Date(),
  };
}
