import { expect, it } from 'vitest';
import type { Output } from '../../src/app/view.ts';
import { show } from '../../src/console/show.ts';
import { createFakeClock } from '../support/clock.ts';
import { createScreen } from '../support/screen.ts';

async function* failing(data: Record<string, string>): AsyncGenerator<Output, void, void> {
  yield { kind: 'result', failed: true, view: { tone: 'bad', title: 'Job 1: 0 pages stored' }, data };
}

it.each([true, false])('says on standard error why a result failed (--json: %s)', async (json) => {
  const screen = createScreen();
  const options = { json, file: null, clock: createFakeClock() };
  expect(await show(failing({ detail: 'Nothing was stored.' }), screen, options)).toBe(1);
  expect(screen.text.err).toBe('Nothing was stored.\n');
  const other = createScreen();
  await show(failing({}), other, options);
  expect(other.text.err).toBe('Job 1: 0 pages stored\n');
});
