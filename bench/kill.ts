import { parseArgs } from 'node:util';
import { killCrawl } from '../test/support/kill-crawl.ts';
import { randomFrom } from './lib/site.mjs';

/** Kills crawls at random moments and says whether each could be gone on with (rules 6.5 and 9.7). */
export async function kill(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      crawls: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const crawls = Number(values.crawls);
  const random = randomFrom(Number(values.seed));
  let kills = 0;
  let inFlight = 0;
  let violations = 0;
  for (let crawl = 1; crawl <= crawls; crawl++) {
    // Of 61 pages. Longer than a page takes, so that every part of its life is met as often as it is long.
    const moment = { afterRequests: 1 + Math.floor(random() * 58), delayMs: random() * 100 };
    const killed = await killCrawl([moment]);
    kills += killed.kills;
    inFlight += killed.inFlight.length;
    violations += killed.violations.length;
    for (const violation of killed.violations)
      console.log(`request ${moment.afterRequests} + ${moment.delayMs.toFixed(0)} ms: ${violation}`);
    if (crawl % 10 === 0 || crawl === crawls) {
      console.log(
        `${crawl} crawls: ${kills} killed before their end, ${inFlight} with a URL in flight, ${violations} violations`,
      );
    }
  }
  console.log(
    violations === 0
      ? 'Nothing was lost, nothing half written.'
      : `Not as it has to be. Again with --seed ${values.seed}`,
  );
  return violations === 0 ? 0 : 1;
}
