import { expect } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { failureKey } from '../../src/jobs/tally.ts';
import type { JobUrl } from '../../src/knowledge/ledger.ts';
import { endingOf, guildOf, type Ran } from './app.ts';

/** How each URL of a job ended, as the ledger has it: `url -> ending`. */
export async function ledgerOf(app: App, jobId: number, guild = 'local'): Promise<Record<string, string>> {
  const lines = await (await guildOf(app, guild)).urlsOf(jobId);
  return Object.fromEntries(lines.map((line) => [line.url, endOf(line)]));
}

function endOf({ state, change, reason, failure }: JobUrl): string {
  return change ?? reason ?? (failure === null ? state : failureKey({ failure }));
}

/** Each URL met has exactly one ending, and events and ledger agree on it. */
export async function expectAccounted(app: App, ran: Ran, guild = 'local'): Promise<void> {
  const told = ran.events.flatMap((event) => endingOf(event)?.url ?? []);
  const once = new Set<string>();
  const twice = told.filter((url) => once.size === once.add(url).size);
  expect(twice, 'URLs that ended twice').toEqual([]);
  expect(ran.endings).toEqual(await ledgerOf(app, ran.jobId, guild));
}
