import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { runConsole } from '../../src/console/console.ts';
import { noCommon } from '../../src/console/line.ts';
import { startBot } from '../discord/bot.ts';
import { afterTest, startApp } from '../support/app.ts';
import { createScreen } from '../support/screen.ts';
import { until } from '../support/upkeep.ts';
import { web } from './web.ts';

type Check = () => string | null;

/** Each way in which Heimdall runs for long: starts it, and hands over what says how its schedule is. */
const MODES: Readonly<Record<string, (app: App, watchSchedule: (check: Check) => void) => Promise<void>>> = {
  async bot(app, watchSchedule) {
    await startBot({ app, watchSchedule });
  },
  async console(app, watchSchedule) {
    const leave = new AbortController();
    const screen = createScreen({ interactive: true });
    const rest = { commands: [], input: new PassThrough(), background: [], leave: leave.signal };
    const ended = runConsole(app, { ...rest, screen, common: noCommon, watchSchedule });
    afterTest(async () => {
      leave.abort();
      await ended;
    });
  },
};

/** What /healthz says of the schedule of an app that runs in this mode. */
async function healthIn(mode: string, tick?: () => Promise<void>): Promise<() => Promise<unknown>> {
  const whole = await startApp();
  const app = tick === undefined ? whole : { ...whole, upkeep: { ...whole.upkeep, tick } };
  let check: Check | null = null;
  await MODES[mode]?.(app, (given) => {
    check = given;
  });
  await until(() => check !== null);
  const { get } = await web({ app, probes: [{ part: 'schedule', check: () => check?.() ?? null }] });
  return async () => {
    const answer = await get('/healthz');
    return { status: answer.status, body: await answer.json() };
  };
}

describe('/healthz on the schedule', () => {
  it.each(Object.keys(MODES))('of a %s: 200 while what is due is begun', async (mode) => {
    const health = await healthIn(mode);
    expect(await health()).toMatchObject({ status: 200, body: { parts: { schedule: 'ok' } } });
  });

  it.each(Object.keys(MODES))('of a %s: 503 with the reason when it is not', async (mode) => {
    const health = await healthIn(mode, () => Promise.reject(new Error('a mistake')));
    await expect.poll(health).toMatchObject({
      status: 503,
      body: { parts: { schedule: 'the last look at what is due failed; the log says why' } },
    });
  });
});
