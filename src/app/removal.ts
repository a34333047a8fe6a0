import type { JobRecord } from '../knowledge/ledger.ts';
import type { RemovedPage, RemovedSource } from '../knowledge/removal.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { isCalled, type Found } from './guild.ts';

/** Pages that a job brought in. */
async function broughtInBy(guild: GuildKnowledge, job: JobRecord): Promise<readonly number[]> {
  const lines = await guild.urlsOf(job.id);
  return lines.flatMap(({ change, pageId }) => (change === 'new' && pageId !== null ? [pageId] : []));
}

/** Takes the pages away that the job brought in; those it only confirmed or updated stay. How many went. */
export async function discardPages(guild: GuildKnowledge, job: JobRecord, at: Date): Promise<number> {
  let discarded = 0;
  for (const id of await broughtInBy(guild, job)) if (await guild.removePage(id, 'discarded', at)) discarded += 1;
  return discarded;
}

/** Puts back what `discardPages` took, as long as it is kept; how many came. */
export async function bringBackDiscarded(guild: GuildKnowledge, job: JobRecord): Promise<number> {
  let restored = 0;
  for (const id of await broughtInBy(guild, job)) {
    const removed = await guild.removedPage(id);
    if (removed?.why !== 'discarded') continue;
    if ((await guild.restorePage(id)) === 'restored') restored += 1;
  }
  return restored;
}

/** A removed page by its number or its address. */
export async function findRemovedPage(guild: GuildKnowledge, named: string): Promise<Found<RemovedPage>> {
  const value = await guild.removedPage(/^\d{1,15}$/.test(named) ? Number(named) : named);
  if (value !== null) return { ok: true, value };
  return { ok: false, sentence: `There is no removed page "${named}". List them with: knowledge pages --removed` };
}

/** A removed source by its number or one of its addresses; of several, the latest removed. */
export async function findRemovedSource(guild: GuildKnowledge, named: string): Promise<Found<RemovedSource>> {
  const value = (await guild.removedSources()).find((source) => isCalled(source, named));
  if (value !== undefined) return { ok: true, value };
  return { ok: false, sentence: `There is no removed source "${named}". List them with: knowledge list --removed` };
}
