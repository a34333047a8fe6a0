import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app/app.ts';
import type { JobEvent } from '../../src/jobs/event.ts';
import type { Change, WatchMode } from '../../src/knowledge/freshness.ts';
import { endingOf, guildOf, watch, type Ran } from './app.ts';
import { lastSlot } from '../../src/jobs/weekly.ts';
import type { FakeClock } from './clock.ts';
import type { TestSite } from './site.ts';

export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;

/** Makes the weekly checks that are due: `url -> ending`, and every event. */
export async function weeklyCheck(app: App): Promise<Pick<Ran, 'events' | 'endings'>> {
  const run = await app.upkeep.checks();
  const events: JobEvent[] = [];
  const endings: Record<string, string> = {};
  if (run === null) return { events, endings };
  for await (const event of run.watch()) {
    events.push(event);
    const ending = endingOf(event);
    if (ending !== null) endings[ending.url] = ending.how;
  }
  await run.ended;
  return { events, endings };
}

/** At the host's weekly moment, about a week from now, the checks are due again. */
export async function nextWeek(
  app: App,
  clock: FakeClock,
  { origin }: TestSite,
): Promise<Pick<Ran, 'events' | 'endings'>> {
  const now = clock.now().getTime();
  const slot = lastSlot(new URL(origin).host, new Date(now + 1.5 * WEEK_MS));
  clock.advance(slot.getTime() - now);
  return weeklyCheck(app);
}

/** Checks every page of a source now, as an admin may ask for it. */
export async function refreshSource(app: App, id = 1): Promise<Ran> {
  const guild = await guildOf(app);
  const source = await guild.source(id);
  if (source === null) throw new Error(`there is no source ${id}`);
  return watch(await app.crawling.refresh(guild, source));
}

/** Runs the scheduled jobs of this kind that are due, to their end. */
export async function runDue(app: App, kind: 'watch' | 'sync'): Promise<readonly Ran[]> {
  return Promise.all((await app.upkeep.jobs(kind)).map((handle) => watch(handle)));
}

export async function setMode(app: App, mode: WatchMode, sourceId = 1, guild = 'local'): Promise<void> {
  await (await guildOf(app, guild)).freshness.setSchedule(sourceId, { mode, dueAt: app.clock.now() });
}

/** Changes that wait for the digest, as `kind path`; of a host that is down, as `down host`. */
export async function untold(app: App, guild = 'local'): Promise<readonly string[]> {
  const changes = await (await guildOf(app, guild)).freshness.untoldChanges(1000);
  return changes.map(({ kind, url }: Change) => `${kind} ${kind === 'down' ? url : new URL(url).pathname}`);
}

/** Until something is so; for what runs by itself. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 2000) throw new Error('it never came to be');
    await sleep(2);
  }
}
