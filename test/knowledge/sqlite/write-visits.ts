import { NOON, pageOf, passage, startCrawl, guildOf, toSave } from '../samples.ts';
import { openStore } from './open-for-tests.ts';

/**
 * A process that crawls without end, to be killed: saves, updates, skips and removals, each with its line in the
 * receipt. Arguments: data directory, a number that makes this run's URLs its own.
 */
const [directory = '', run = '0'] = process.argv.slice(2);
const guild = await guildOf(await openStore(directory));
const start = `https://docs.example/${run}/`;
const { sourceId, job } = await startCrawl(guild, start);
await guild.markRunning(job.id);
process.stdout.write('writing\n');

for (let turn = 0; ; turn++) {
  const url = `${start}${turn}`;
  const passages = Array.from({ length: 1 + (turn % 30) }, (_, index) =>
    passage(`rune ${run} ${turn} ${index} `.repeat(9)),
  );
  const page = toSave(sourceId, pageOf(url, `Page ${turn}`, passages));
  await guild.addUrls(job.id, [{ url, via: null, depth: 0 }]);
  await guild.recordDispatch(job.id, url, turn);
  const met = [{ url: `${url}/next`, via: url, depth: 1 }];
  const saved = await guild.recordVisit(job.id, { url, ending: { kind: 'save', page }, met, spentMs: turn });
  const pageId = saved.pageId ?? 0;
  if (turn % 5 === 4) {
    const ending = { kind: 'remove', pageId, sourceId, why: 'gone', at: NOON, note: 'gone' } as const;
    await guild.recordVisit(job.id, { url: `${url}/next`, ending, met: [], spentMs: turn });
  }
}
