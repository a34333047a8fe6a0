import { setMaxListeners } from 'node:events';
import { createPace, type JobPace, type Turn } from '../../src/crawler/pace.ts';
import type { Wait } from '../../src/crawler/host-pace.ts';
import type { Timing } from '../../src/fetch/outcome.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';

const never = new AbortController().signal;
setMaxListeners(0, never);

export async function turnOf(pace: JobPace, url: string): Promise<Turn> {
  const turn = await pace.turn(new URL(url), never);
  if (turn === null) throw new Error('no turn');
  return turn;
}

/** Tries to begin, with all the patience in the world. */
export function begin(turn: Turn): Promise<Wait | null> {
  return turn.tryBegin(never);
}

/** One request: waits as long as it is told to, and says when it went out. */
export async function request(
  pace: JobPace,
  clock: FakeClock,
  url: string,
  timing?: (now: number) => Timing,
): Promise<number> {
  const turn = await turnOf(pace, url);
  for (let wait = await begin(turn); wait !== null; wait = await begin(turn)) await clock.sleep(wait.ms);
  const now = clock.monotonic();
  turn.end(timing?.(now) ?? { sentAt: now, headAt: now });
  return now;
}

/** How long the next request would have to wait. */
export async function waitFor(pace: JobPace, url: string): Promise<Wait | null> {
  const turn = await turnOf(pace, url);
  const wait = await begin(turn);
  turn.end(null);
  return wait;
}

export function openJob(guildId = 'guild', resumed = false) {
  const clock = createFakeClock();
  const pace = createPace(clock);
  return { clock, pace, job: pace.openJob({ guildId, resumed }) };
}
