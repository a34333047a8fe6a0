import { nextTurn } from '../event-loop.ts';

/** How long work may hold the event loop in one go, in milliseconds. */
const SLICE_MS = 10;

/**
 * Cuts long work into slices: awaited between two pieces of it, the breather lets sockets and timers have their turn
 * whenever a slice is used up. Measures the processor's time, which no job's clock knows.
 */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
