import { setImmediate } from 'node:timers/promises';
import { explainFailure } from '../fetch/explain.ts';
import type { FetchFailure } from '../fetch/outcome.ts';
import { skipSentences, type SkipReason } from '../crawler/skip-reason.ts';
import type { JobEvent } from '../jobs/event.ts';
import { reasonsOf, receiptOf, ROBOTS_ADVICE } from '../jobs/receipt.ts';
import type { JobHandle } from '../jobs/runner.ts';
import { failureKey, type JobTally } from '../jobs/tally.ts';
import type { Clock } from '../clock.ts';
import type { Output, View, ViewItem } from './view.ts';
import { jobName } from './job-name.ts';
import { counted } from './wording.ts';

/** Failed URLs named in a receipt; the rest is in the full list. */
const SHOWN_FAILURES = 5;
/** Notes repeated in a receipt. */
const SHOWN_NOTES = 8;

interface Failure {
  readonly url: string;
  readonly failure: FetchFailure;
}

/** The first URL skipped for each reason. */
type Examples = ReadonlyMap<SkipReason, string>;

/** Follows a job to its end: its number, its events, then its receipt. Aborting the signal cancels the job. */
export async function* followJob(
  handle: JobHandle,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<Output, void, void> {
  const cancel = (): void => handle.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const startedAt = clock.monotonic();
  const failures: Failure[] = [];
  const examples = new Map<SkipReason, string>();
  const notes: string[] = [];
  let detail: string | null = null;
  const events = handle.watch();
  try {
    yield { kind: 'job', jobId: handle.jobId };
    // The runner starts what may start at the end of this turn of the event loop.
    await setImmediate();
    const place = handle.place();
    if (place > 0)
      yield {
        kind: 'event',
        event: { kind: 'note', text: `Job ${handle.jobId} waits for its turn: it is number ${place} in the queue.` },
      };
    for await (const event of events) {
      if (event.kind === 'failed') failures.push(event);
      if (event.kind === 'skipped' && !examples.has(event.reason)) examples.set(event.reason, event.url);
      if (event.kind === 'finished') detail = event.detail ?? null;
      const note = noteOf(event);
      if (note !== null) notes.push(note);
      yield { kind: 'event', event };
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  const totals = handle.tally();
  yield resultOf({
    handle,
    totals,
    failures,
    examples,
    notes,
    detail,
    seconds: (clock.monotonic() - startedAt) / 1000,
  });
}

/** What a receipt repeats of the stream: notes about the job, and about single pages. */
function noteOf(event: JobEvent): string | null {
  if (event.kind === 'note') return event.text;
  return event.kind === 'page' && event.note !== undefined ? `${event.url}: ${event.note}` : null;
}

interface Ended {
  readonly handle: JobHandle;
  readonly totals: JobTally;
  readonly failures: readonly Failure[];
  readonly examples: Examples;
  readonly notes: readonly string[];
  readonly detail: string | null;
  readonly seconds: number;
}

function resultOf(ended: Ended): Output {
  const { handle, totals, seconds, detail, notes } = ended;
  const receipt = receiptOf(totals);
  return {
    kind: 'result',
    failed: totals.end === 'failed' || (cameToNothing(totals) && receipt.stored === 0),
    view: viewOf(ended),
    data: {
      jobId: handle.jobId,
      job: handle.spec.kind,
      end: totals.end,
      detail,
      // Counts by ending; together they are every URL met.
      receipt: { ...totals.pages, ...totals.skipped, ...totals.failed },
      tally: { ...totals },
      stored: receipt.stored,
      met: receipt.met,
      advice: receipt.advice,
      notes,
      seconds: Math.round(seconds * 10) / 10,
    },
  };
}

/** Nothing came of it although nobody stopped it. */
function cameToNothing({ pages, end }: JobTally): boolean {
  return pages.removed === 0 && end !== 'cancelled' && end !== 'interrupted';
}

function viewOf({ handle, totals, failures, examples, notes, detail, seconds }: Ended): View {
  const { jobId, spec } = handle;
  const { pages, skipped, end } = totals;
  const receipt = receiptOf(totals);
  const reasons = reasonsOf(skipped);
  const ended = end === 'done' ? '' : ` (${end ?? 'not ended'})`;
  const isCheck = spec.kind === 'refresh';
  const came = isCheck
    ? `${receipt.stored} of ${counted(receipt.met, 'page')} confirmed or updated`
    : `${counted(receipt.stored, 'page')} stored`;
  return {
    tone: toneOf(totals, receipt.stored),
    title: `Job ${jobId}: ${jobName(spec)}: ${came}${ended}`,
    text: [
      `${pages.new} new, ${pages.updated} updated, ${pages.unchanged} unchanged, ${pages.removed} removed; ${counted(receipt.met, 'URL')} met in ${seconds.toFixed(1)} s.`,
      ...(detail === null ? [] : [detail]),
      ...notes.slice(0, SHOWN_NOTES),
      ...(receipt.advice === null ? [] : [receipt.advice]),
      ...(receipt.advice === null && skipped['robots-disallowed'] !== undefined ? [ROBOTS_ADVICE] : []),
      ...(isCheck ? keptLine(totals) : []),
    ],
    items: [
      ...(reasons.length === 0
        ? []
        : [skippedItem(reasons, examples, isCheck ? 'Not asked for, or not readable' : 'Not stored')]),
      ...(failures.length === 0 ? [] : [failedItem(jobId, failures)]),
    ],
  };
}

/** What becomes of stored pages that a check could not confirm (rules 3.8, 8.1). */
function keptLine({ pages, failed, met }: JobTally): readonly string[] {
  const kept = met - pages.new - pages.updated - pages.unchanged - pages.removed;
  if (kept === 0) return [];
  const missing = (failed['http-404'] ?? 0) + (failed['http-410'] ?? 0);
  const then = missing === 0 ? '' : ' What is still missing (404 or 410) in a week leaves the answers.';
  return [`${counted(kept, 'page')} stay${kept === 1 ? 's' : ''} as stored; the weekly check asks again.${then}`];
}

/** Why URLs came to nothing, how many each, and one of them. */
function skippedItem(reasons: ReturnType<typeof reasonsOf>, examples: Examples, title: string): ViewItem {
  return {
    title: `${title}, with an example each`,
    rows: reasons.map(({ reason, count }) => [`${count} ×`, skipSentences[reason], examples.get(reason) ?? '']),
  };
}

function failedItem(jobId: number, failures: readonly Failure[]): ViewItem {
  const lines = failures
    .slice(0, SHOWN_FAILURES)
    .map(({ url, failure }) => `${url} (${failureKey({ failure })}): ${explainFailure(failure)}`);
  const rest = failures.length - lines.length;
  return {
    title: 'Failed',
    lines: rest === 0 ? lines : [...lines, `and ${rest} more; all of them with: knowledge jobs --job ${jobId}`],
  };
}

function toneOf({ end, failed }: JobTally, stored: number): View['tone'] {
  if (stored === 0) return 'bad';
  return end === 'done' && Object.keys(failed).length === 0 ? 'good' : 'warning';
}
