import { merge } from '../jobs/merge.ts';
import { receiptOf } from '../jobs/receipt.ts';
import { emptyTally, tally, type JobTally } from '../jobs/tally.ts';
import type { App } from './app.ts';
import { followJob } from './follow-job.ts';
import type { Output } from './view.ts';
import { counted } from './wording.ts';

type Outputs = AsyncGenerator<Output, void, void>;

/** Makes the weekly checks that are due, and says what they came to. */
export async function* followChecks(app: App, signal: AbortSignal): Outputs {
  const startedAt = app.clock.monotonic();
  const run = await app.upkeep.checks();
  if (run === null) {
    yield nothingDue('refresh');
    return;
  }
  const stop = (): void => run.stop();
  signal.addEventListener('abort', stop, { once: true });
  let totals = emptyTally;
  const notes: string[] = [];
  try {
    for await (const event of run.watch()) {
      totals = tally(totals, event);
      if (event.kind === 'note') notes.push(event.text);
      yield { kind: 'event', event };
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  yield resultOf('refresh', totals, notes, (app.clock.monotonic() - startedAt) / 1000);
}

/** Runs the guilds' scheduled jobs that are due, and says what all of them came to. */
export async function* followJobs(app: App, kind: 'watch' | 'sync', signal: AbortSignal): Outputs {
  const startedAt = app.clock.monotonic();
  const handles = await app.upkeep.jobs(kind);
  if (handles.length === 0) {
    yield nothingDue(kind);
    return;
  }
  let totals = emptyTally;
  const notes: string[] = [];
  for await (const output of merge(handles.map((handle) => followJob(handle, { clock: app.clock, signal })))) {
    if (output.kind === 'event') totals = tally(totals, output.event);
    if (output.kind === 'result') notes.push(output.view.title, ...(output.view.text ?? []));
    else yield output;
  }
  yield resultOf(kind, totals, notes, (app.clock.monotonic() - startedAt) / 1000);
}

function nothingDue(kind: string): Output {
  return {
    kind: 'result',
    view: { tone: 'neutral', title: 'Nothing is due' },
    data: { job: kind, due: 0, receipt: {}, tally: { ...emptyTally }, seconds: 0 },
  };
}

function resultOf(job: string, totals: JobTally, notes: readonly string[], seconds: number): Output {
  const { pages, skipped, failed, met, end } = totals;
  return {
    kind: 'result',
    failed: end === 'failed',
    view: {
      tone: end === 'done' || end === null ? 'good' : 'warning',
      title: `Checked ${counted(met, 'URL')}`,
      text: [
        `${pages.new} new, ${pages.updated} updated, ${pages.unchanged} unchanged, ${pages.removed} removed, in ${seconds.toFixed(1)} s.`,
        ...notes,
      ],
    },
    data: {
      job,
      end,
      receipt: { ...pages, ...skipped, ...failed },
      tally: { ...totals },
      stored: receiptOf(totals).stored,
      met,
      notes,
      seconds: Math.round(seconds * 10) / 10,
    },
  };
}
