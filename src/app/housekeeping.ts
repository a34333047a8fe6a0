import type { GuildId } from '../knowledge/store.ts';
import { KEEP_QUESTIONS_DAYS } from '../promises.ts';
import type { App } from './app.ts';
import { sentenceFor } from './mistake.ts';

/** How often it is looked whether the time of something removed is over, in milliseconds. */
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface House {
  /** Ends the work between two guilds, and the wait. */
  readonly signal: AbortSignal;
  /** One line for the operator. */
  report(sentence: string): void;
}

/**
 * Erases, in these guilds, what was removed and whose time is over (rule 9.2), and questions, answers and ratings that
 * were kept long enough (rule 10.8). One guild's trouble is that guild's alone.
 */
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
      if (!opened.ok) continue;
      const now = clock.now();
      await opened.value.expireRemoved(now);
      await opened.value.forgetQuestionsBefore(questionsKeptSince(now));
    } catch (error) {
      report(sentenceFor(error));
    }
  }
}

/** The first day (UTC) of which questions are kept. Whole days: erasing writes a guild's file anew, once a day at most. */
function questionsKeptSince(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - KEEP_QUESTIONS_DAYS + 1) * DAY_MS);
}

/** Does so for all guilds now and every hour, until the signal aborts; never rejects. */
export async function keepHouse(app: App, house: House): Promise<void> {
  while (!house.signal.aborted) {
    await eraseExpired(app, await app.store.guildIds(), house);
    await app.clock.sleep(EVERY_MS, house.signal);
  }
}
