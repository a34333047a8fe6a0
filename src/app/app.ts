import type { Clock } from '../clock.ts';
import type { RequestNews } from '../fetch/observe.ts';
import type { Broadcast } from '../jobs/broadcast.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Checked } from '../links/check.ts';
import type { KnowledgeStore } from '../knowledge/store.ts';
import type { Members } from '../odin/members.ts';
import type { AnswerNews, Asking } from './asking.ts';
import type { AnswerChannels } from './answer-channels.ts';
import type { Attachments } from './attachments.ts';
import type { Crawling } from './crawling.ts';
import type { Upkeep } from './upkeep.ts';

/** The use cases, free of every surface: what a slash command or the console may ask for. */
export interface App {
  readonly store: KnowledgeStore;
  readonly runner: JobRunner;
  readonly crawling: Crawling;
  readonly asking: Asking;
  /** Who is just asking, and who has to wait. */
  readonly members: Members;
  readonly attachments: Attachments;
  readonly answerChannels: AnswerChannels;
  readonly upkeep: Upkeep;
  /** Every request to a web site, when it has ended. */
  readonly requests: Pick<Broadcast<RequestNews>, 'watch'>;
  /** What each link that was checked was found to show. */
  readonly linkChecks: Pick<Broadcast<Checked>, 'watch'>;
  /** How each question was answered. */
  readonly answers: Pick<Broadcast<AnswerNews>, 'watch'>;
  readonly clock: Clock;
  /** Leaves cleanly: jobs are interrupted so that the next start goes on with them, files are closed. */
  close(): Promise<void>;
}
