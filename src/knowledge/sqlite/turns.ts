import { nextTurn as yieldToOthers } from '../../event-loop.ts';

/** How long pieces of work may hold the event loop between them, in milliseconds. */
const SLICE_MS = 10;

/**
 * Lets pieces of work begin one after the other, and sockets and timers in between as soon as a slice is used up. Each of
 * them is short, but what twenty guilds' jobs write would otherwise run in one go, and Discord would wait (rule 4.4).
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  let last = Promise.resolve();

  /** What waited for the turn before has begun by the time this one is decided upon: it waited first. */
  async function turnAfter(before: Promise<void>): Promise<void> {
    await before;
    if (performance.now() - since < SLICE_MS) return;
    await yieldToOthers();
    since = performance.now();
  }

  return () => {
    last = turnAfter(last);
    return last;
  };
}
