import { expect, it } from 'vitest';
import { createTurns } from '../../../src/knowledge/sqlite/turns.ts';

/** Holds the thread, as a transaction does. */
function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('lets the event loop turn between pieces of work that were all asked for at once', async () => {
  const turn = createTurns();
  const order: number[] = [];
  let loops = 0;
  let counting = true;
  const count = (): void => {
    loops += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const pieces = Array.from({ length: 40 }, async (_, index) => {
    await turn();
    order.push(index);
    busy(5);
  });
  await Promise.all(pieces);
  counting = false;
  // Two pieces of 5 ms use up a slice.
  expect(loops).toBeGreaterThan(10);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
