import type { GuildId } from '../knowledge/store.ts';
import type { App } from './app.ts';
import { sentenceFor } from './mistake.ts';

/** How often it is looked whether the time of something removed is over, in milliseconds. */
const EVERY_MS = 3_600_000;

export interface House {
  /** Ends the work between two guilds, and the wait. */
  readonly signal: AbortSignal;
  /** One line for the operator. */
  report(sentence: string): void;
}

/** Erases, in these guilds, what was removed and whose time is over (rule 9.2). One guild's trouble is that guild's alone. */
export async function eraseExpired(
  { store, clock }: App,
  guildIds: readonly GuildId[],
  { signal, report }: House,
): Promise<void> {
  for (const id of guildIds) {
    if (signal.aborted) return;
    try {
      const opened = await store.guild(id);
      // Why it can't be opened is said wherever somebody asks for it.
      if (opened.ok) await opened.value.expireRemoved(clock.now());
    } catch (error) {
      report(sentenceFor(error));
    }
  }
}

/** Does so for all guilds now and every hour, until the signal aborts; never rejects. */
export async function keepHouse(app: App, house: House): Promise<void> {
  while (!house.signal.aborted) {
    await eraseExpired(app, await app.store.guildIds(), house);
    await app.clock.sleep(EVERY_MS, house.signal);
  }
}
