import type { Clock } from '../clock.ts';
import type { JobEvent } from '../jobs/event.ts';
import { isExact, noProgress, progressed, timeLeftMs, type Progress } from '../app/progress.ts';
import { sum } from '../jobs/tally.ts';
import { endOf, oneLine, widthOf } from './terminal-text.ts';

const BAR_WIDTH = 20;
/** On narrower terminals the bar makes room for the numbers. */
const ROOM_FOR_BAR = 60;

/** The line that shows how far a job is: a fold of its events. */
export interface ProgressLine {
  take(event: JobEvent): void;
  /** The line as it stands, at most so many columns wide; '' when there is nothing to show. */
  text(columns: number): string;
}

export function createProgressLine(clock: Clock): ProgressLine {
  let progress = noProgress;
  return {
    take(event) {
      progress = progressed(progress, event, clock.monotonic());
    },
    text(columns) {
      const waits = waitSentence(progress, clock.now().getTime());
      const current = waits === '' ? (progress.totals.lastUrl ?? '') : waits;
      const head = headOf(progress, clock.monotonic(), columns);
      const room = columns - widthOf(head) - (head === '' ? 0 : 2);
      return [head, fitting(oneLine(current), room)].filter((part) => part !== '').join('  ');
    },
  };
}

function headOf(progress: Progress, now: number, columns: number): string {
  const { startedMs, asked, expected, totals } = progress;
  if (startedMs === null) return '';
  const { pages, skipped, failed } = totals;
  const done = Math.min(asked, expected);
  const filled = expected === 0 ? 0 : Math.round((done / expected) * BAR_WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} `;
  const counts = `${done}/${expected}  ${sum(pages)} stored, ${sum(skipped)} skipped, ${sum(failed)} failed`;
  const head = `${columns < ROOM_FOR_BAR ? '' : bar}${counts}${timeLeft(progress, now)}`;
  return widthOf(head) <= columns ? head : `${done}/${expected}`;
}

/** Within one crawl the site's name is the same on every line: it goes first where room is short. */
function fitting(current: string, columns: number): string {
  return endOf(widthOf(current) <= columns ? current : current.replace(/^https?:\/\/[^/]+/, ''), columns);
}

/** At the pace so far, and never beyond the job's time limit. */
function timeLeft(progress: Progress, now: number): string {
  const ms = timeLeftMs(progress, now);
  if (ms === null) return '';
  const seconds = Math.round(ms / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `  ${isExact(progress) ? '' : 'at most '}${clock} left`;
}

/** Only a wait that somebody would wonder about. */
function waitSentence({ wait }: Progress, now: number): string {
  if (wait === null) return '';
  const { host, untilMs, why } = wait;
  const seconds = Math.ceil((untilMs - now) / 1000);
  return seconds < 2 ? '' : `waiting ${seconds} s for ${host} (${why})`;
}
