import { jobName } from '../app/job-name.ts';
import type { Progress } from '../app/progress.ts';
import { isExact, timeLeftMs } from '../app/progress.ts';
import type { View } from '../app/view.ts';
import { sum, type JobTally } from '../jobs/tally.ts';
import type { JobSpec } from '../knowledge/ledger.ts';
import { MAX_CRAWL_DELAY_SECONDS, REQUESTS_PER_SECOND } from '../promises.ts';
import type { Body, BodyFile } from './body.ts';
import { jobButtons } from './buttons.ts';
import type { JobAction } from './custom-id.ts';
import { COLOURS, renderView } from './render.ts';
import { linked, plainLine, shortened } from './text.ts';

const BAR_WIDTH = 20;
const MAX_TITLE = 256;
const MAX_ADDRESS = 200;

/** A job as its card shows it. */
export interface CardState {
  readonly jobId: number;
  readonly spec: JobSpec;
  /** 0 while it runs, else its place in the queue. */
  readonly place: number;
  readonly progress: Progress;
}

/** The card of a job that waits or runs. `nowMs` is the monotonic clock's, `now` the wall's. */
export function cardBody(state: CardState, nowMs: number, now: Date): Body {
  const { jobId, spec, place, progress } = state;
  const lines = place > 0 ? [queueLine(place)] : runningLines(progress, nowMs, now);
  return {
    embeds: [
      {
        title: shortened(plainLine(nameOf(spec)), MAX_TITLE),
        description: lines.join('\n'),
        color: COLOURS.neutral,
        footer: { text: `Job ${jobId}` },
      },
    ],
    components: jobButtons(jobId, ['cancel']),
  };
}

/** The card of a job that is over: its receipt, every URL as a file, and what can be done next (rule 12.2). */
export function receiptBody(jobId: number, receipt: View, file: BodyFile | null, actions: readonly JobAction[]): Body {
  const body = renderView(receipt);
  return {
    embeds: (body.embeds ?? []).map((embed) => ({ ...embed, footer: { text: `Job ${jobId}` } })),
    components: jobButtons(jobId, actions),
    files: file === null ? (body.files ?? []) : [file],
  };
}

/** The card of a job that Heimdall's stop interrupted. */
export function pausedBody({ jobId, spec, progress }: CardState): Body {
  return {
    embeds: [
      {
        title: shortened(plainLine(nameOf(spec)), MAX_TITLE),
        description: `${countsLine(progress)}\nHeimdall stops for a moment. The job goes on by itself at the next start, and fetches nothing twice.`,
        color: COLOURS.warning,
        footer: { text: `Job ${jobId}` },
      },
    ],
  };
}

/** What can be done about a job that ended so. */
export function actionsAfter(spec: JobSpec, { end, pages, failed }: JobTally): readonly JobAction[] {
  const partial = end === 'page-limit' || end === 'time-limit' || end === 'new-page-limit' || end === 'cancelled';
  return [
    ...(sum(failed) > 0 && (spec.kind === 'crawl' || spec.kind === 'import') ? (['retry'] as const) : []),
    ...(spec.kind === 'crawl' && partial ? (['continue'] as const) : []),
    ...(end === 'cancelled' && pages.new > 0 ? (['discard'] as const) : []),
  ];
}

function nameOf(spec: JobSpec): string {
  const name = jobName(spec);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function queueLine(place: number): string {
  return place === 1
    ? 'Waits for its turn: it is the next one.'
    : `Waits for its turn: number ${place} in the queue of this server.`;
}

function runningLines(progress: Progress, nowMs: number, now: Date): readonly string[] {
  const { startedMs, totals } = progress;
  if (startedMs === null) return ['Starts …'];
  const left = timeLeftMs(progress, nowMs);
  return [
    barLine(progress),
    countsLine(progress),
    ...(totals.lastUrl === null ? [] : [`Now: ${addressOf(totals.lastUrl)}`]),
    `Pace: ${paceOf(progress, now)}`,
    ...(left === null ? [] : [`Time left: ${isExact(progress) ? '' : 'at most '}${durationOf(left)}`]),
  ];
}

function barLine(progress: Progress): string {
  const { asked, expected } = progress;
  const done = Math.min(asked, expected);
  const filled = expected === 0 ? 0 : Math.round((done / expected) * BAR_WIDTH);
  const of = isExact(progress) ? `of ${expected}` : `of at most ${expected} pages`;
  return `\`${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}\` ${done} ${of}`;
}

function countsLine({ totals: { pages, skipped, failed } }: Progress): string {
  const removed = pages.removed === 0 ? '' : `, **${pages.removed}** removed`;
  return `**${pages.new}** new, **${pages.updated}** updated, **${pages.unchanged}** unchanged${removed}, **${sum(skipped)}** skipped, **${sum(failed)}** failed`;
}

function addressOf(url: string): string {
  return url.length <= MAX_ADDRESS ? url : linked(plainLine(shortened(url, MAX_ADDRESS)), url);
}

/** How fast, and why not faster. */
function paceOf({ wait, crawlDelaySeconds }: Progress, now: Date): string {
  if (wait?.why === 'retry-after' && wait.untilMs > now.getTime()) {
    return `paused, ${plainLine(wait.host)} asked for it (Retry-After); goes on <t:${Math.ceil(wait.untilMs / 1000)}:R>`;
  }
  if (crawlDelaySeconds === null || crawlDelaySeconds * REQUESTS_PER_SECOND <= 1) {
    return `at most ${REQUESTS_PER_SECOND} requests a second`;
  }
  const seconds = Math.min(crawlDelaySeconds, MAX_CRAWL_DELAY_SECONDS);
  return `one request every ${seconds} s, as robots.txt asks (Crawl-delay)`;
}

function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
