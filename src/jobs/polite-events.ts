import type { Clock } from '../clock.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import type { Politely, SessionEvent } from '../crawler/politely.ts';
import type { JobContext, JobStream } from './context.ts';
import type { JobEvent } from './event.ts';

/** Drains polite work that requests no page of the job (robots.txt, sitemaps): its evidence is stored, its waits told. */
export async function* drain<T>(ctx: JobContext, work: Politely<T>): JobStream<T> {
  return yield* eventsOf(work, async function* (event) {
    if (event.kind === 'robots') await recordRobots(ctx, event.record);
    yield* told(event, ctx.clock);
  });
}

/** Drains the work of somebody who only looks: nothing is stored. `requested` is told of each page request. */
export async function* drainUnrecorded<T>(clock: Clock, work: Politely<T>, requested?: () => void): JobStream<T> {
  return yield* eventsOf(work, async function* (event) {
    if (event.kind === 'dispatch') requested?.();
    yield* told(event, clock);
  });
}

/** Stores the evidence of rule 3.6. */
export async function recordRobots({ guild, job, clock }: JobContext, record: RobotsRecord): Promise<void> {
  await guild.recordRobots(job.id, { ...record, readAt: clock.now() });
}

/** A session's event as the job's watchers see it; a dispatch is the job's own business. */
export function told(event: SessionEvent, clock: Clock): readonly JobEvent[] {
  switch (event.kind) {
    case 'robots': {
      const { body: _, ...evidence } = event.record;
      return [{ kind: 'robots', at: clock.now(), ...evidence }];
    }
    case 'waiting':
      return [{ kind: 'waiting', host: event.host, untilMs: clock.now().getTime() + event.ms, why: event.why }];
    case 'dispatch':
      return [];
    default:
      return event satisfies never;
  }
}

/**
 * Reads the work to its end, turning each event into those for the job's watchers before it goes on. Whatever ends the
 * reading early ends the work too, so that its turn at the host is given back.
 */
export async function* eventsOf<T>(work: Politely<T>, turn: (event: SessionEvent) => JobStream): JobStream<T> {
  const outcomes: T[] = [];
  async function* events(): AsyncGenerator<SessionEvent, void, void> {
    outcomes.push(yield* work);
  }
  for await (const event of events()) yield* turn(event);
  for (const outcome of outcomes) return outcome;
  throw new Error('polite work ended without an outcome');
}
