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
export async function eraseExpired(app: App, guildIds: readonly GuildId[], house: House): Promise<void> {
  for (const id of guildIds) {
    if (house.signal.aborted) return;
    await eraseIn(app, id, house);
  }
}

/** Returns when something in the guild is over next: never, or as soon as possible where it could not be looked at. */
async function eraseIn({ store, clock }: App, id: GuildId, { report }: House): Promise<number> {
  try {
    const opened = await store.guild(id);
    // Why it can't be opened is said wherever somebody asks for it.
    if (!opened.ok) return 0;
    const guild = opened.value;
    const now = clock.now();
    await guild.expireRemoved(now);
    await guild.forgetQuestionsBefore(questionsKeptSince(now));
    const { eraseAt, saidAt } = await guild.oldestKept();
    const questionsOverAt = saidAt === null ? Infinity : saidAt.getTime() + (KEEP_QUESTIONS_DAYS - 1) * DAY_MS;
    return Math.min(eraseAt?.getTime() ?? Infinity, questionsOverAt);
  } catch (error) {
    report(sentenceFor(error));
    return 0;
  }
}

/** The first day (UTC) of which questions are kept. Whole days: erasing writes a guild's file anew, once a day at most. */
function questionsKeptSince(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - KEEP_QUESTIONS_DAYS + 1) * DAY_MS);
}

/** A guild as it was when it was last looked at. */
interface Looked {
  readonly changedAt: number;
  /** When something in it is over next. */
  readonly nextAt: number;
}

/**
 * Does so for all guilds now and every hour, until the signal aborts; never rejects. A guild whose files are as they were
 * and in which nothing is over yet is left closed: opening a thousand of them every hour would cost more than all else.
 */
export async function keepHouse(app: App, house: House): Promise<void> {
  const { store, clock } = app;
  const looked = new Map<GuildId, Looked>();
  while (!house.signal.aborted) {
    for (const id of await store.guildIds()) {
      if (house.signal.aborted) return;
      const last = looked.get(id);
      const isAsItWas = last !== undefined && last.changedAt === store.changedAt(id);
      if (isAsItWas && clock.now().getTime() < last.nextAt) continue;
      const nextAt = await eraseIn(app, id, house);
      looked.set(id, { changedAt: store.changedAt(id), nextAt });
    }
    await clock.sleep(EVERY_MS, house.signal);
  }
}
