import type { Clock } from '../clock.ts';
import type { TwinMemory } from '../crawler/markdown-twin.ts';
import type { PoliteSession } from '../crawler/session.ts';
import type { JobRecord } from '../knowledge/ledger.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import type { JobEvent } from './event.ts';
import type { StopSwitch } from './stop-switch.ts';

/** What a running job works with. */
export interface JobContext {
  readonly guild: GuildKnowledge;
  readonly job: JobRecord;
  readonly session: PoliteSession;
  readonly reader: PageReader;
  /** Which hosts serve Markdown versions of their pages. */
  readonly twins: TwinMemory;
  readonly clock: Clock;
  readonly stop: StopSwitch;
  /** It was interrupted and goes on with what it had. */
  readonly resumed: boolean;
}

/** A job, or a part of it, as a stream: nothing happens until somebody reads it. */
export type JobStream<T = void> = AsyncGenerator<JobEvent, T, void>;
