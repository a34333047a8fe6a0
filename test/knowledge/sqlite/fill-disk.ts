import { spawnSync } from 'node:child_process';
import { StoreError } from '../../../src/knowledge/store.ts';
import { guildOf, pageOf, passage, startCrawl, toSave, visit } from '../samples.ts';
import { openStore } from './open-for-tests.ts';

/**
 * A process whose files may not grow beyond a limit, which acts as a full disk: saves pages until it is refused, and
 * goes on once the limit is lifted. Argument: data directory. Prints one JSON object.
 */
const store = await openStore(process.argv[2] ?? '');
const guild = await guildOf(store);
const { sourceId, job } = await startCrawl(guild);
const save = (turn: number): Promise<unknown> => {
  const passages = Array.from({ length: 40 }, (_, index) => passage(`rune ${turn} ${index} `.repeat(80)));
  return visit(guild, job.id, toSave(sourceId, pageOf(`https://docs.example/${turn}`, 'Page', passages)));
};

let saved = 0;
let refusal: unknown;
while (refusal === undefined && saved < 1_000) {
  try {
    await save(saved);
    saved++;
  } catch (error) {
    refusal = error;
  }
}
const problem = refusal instanceof StoreError ? refusal.problem : String(refusal);
const readable = await guild.countPages();
const lifted = spawnSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited']).status === 0;
if (lifted) await save(1_000_000);
process.stdout.write(JSON.stringify({ saved, problem, readable, lifted, after: await guild.countPages() }));
await store.close();
