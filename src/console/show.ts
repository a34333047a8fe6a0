import { writeFile } from 'node:fs/promises';
import { writeLines } from '../app/export-file.ts';
import type { Output, Paging, ResultFile } from '../app/view.ts';
import type { Clock } from '../clock.ts';
import { createProgressLine } from './progress-line.ts';
import { renderEvent, renderView } from './render.ts';
import { jsonLine, oneLine } from './terminal-text.ts';

/** Where a console writes. `interactive`: a person watches a terminal, and a line may be written over. */
export interface Screen {
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream;
  readonly interactive: boolean;
  columns(): number;
}

/** Exit codes of design section 6.1: done, failed, wrongly used. */
export type ExitCode = 0 | 1 | 2;

export interface ShowOptions {
  readonly json: boolean;
  /** Where to write the file that the result brings along. */
  readonly file: string | null;
  readonly clock: Clock;
}

/** The progress line is drawn anew so often, in milliseconds: its waits and its time left go on without events. */
const REDRAW_MS = 250;
const CLEAR_LINE = '\r\u001B[2K';

/** Shows what a command yields, and returns the exit code that it amounts to. */
export async function show(outputs: AsyncIterable<Output>, screen: Screen, options: ShowOptions): Promise<ExitCode> {
  const display = displayFor(screen, options);
  let code: ExitCode = 0;
  try {
    for await (const output of outputs) {
      display.take(output);
      if (output.kind === 'problem') code = output.usage ? 2 : 1;
      if (output.kind !== 'result') continue;
      if (output.failed === true) {
        code = 1;
        complain(screen, reasonOf(output));
      }
      const refused = await handOver(output.file, options.file);
      if (refused === null) continue;
      complain(screen, refused);
      code = options.file === null ? 2 : 1;
    }
  } finally {
    display.end();
  }
  return code;
}

/** Why a result counts as failed, in one sentence. */
function reasonOf({ data, view }: Extract<Output, { kind: 'result' }>): string {
  return typeof data['detail'] === 'string' ? data['detail'] : view.title;
}

/** One sentence on standard error. */
export function complain(screen: Screen, sentence: string): void {
  screen.err.write(`${oneLine(sentence)}\n`);
}

interface Display {
  take(output: Output): void;
  end(): void;
}

function displayFor(screen: Screen, { json, clock }: ShowOptions): Display {
  if (json) return jsonDisplay(screen);
  return screen.interactive ? terminalDisplay(screen, clock) : plainDisplay(screen);
}

/** One JSON object a line on stdout and nothing else. */
function jsonDisplay(screen: Screen): Display {
  return {
    take(output) {
      if (output.kind === 'event') screen.out.write(`${jsonLine(output.event)}\n`);
      else if (output.kind === 'result') screen.out.write(`${jsonLine({ kind: 'result', ...output.data })}\n`);
      else if (output.kind === 'problem') complain(screen, output.sentence);
    },
    end() {},
  };
}

/** Plain lines, for pipes and files. */
function plainDisplay(screen: Screen): Display {
  return {
    take(output) {
      if (output.kind === 'event') {
        const line = renderEvent(output.event);
        if (line !== null) screen.out.write(`${line}\n`);
      } else if (output.kind === 'result') screen.out.write(`${renderView(output.view)}\n${moreLine(output.paging)}`);
      else if (output.kind === 'problem') complain(screen, output.sentence);
    },
    end() {},
  };
}

/** How to see the rest of a list. */
function moreLine(paging: Paging | undefined): string {
  if (paging === undefined || paging.next === null) return '';
  const options = Object.entries(paging.options).map(([name, value]) => ` --${name} ${value}`);
  return `  More with: ${paging.path.join(' ')}${options.join('')} --from ${paging.next}\n`;
}

/** A line that is drawn over and over while a job runs, with what is worth keeping above it. */
function terminalDisplay(screen: Screen, clock: Clock): Display {
  const progress = createProgressLine(clock);
  const plain = plainDisplay(screen);
  let drawn = '';
  const draw = (): void => {
    // The last column stays free: some terminals wrap as soon as it is filled.
    const text = progress.text(screen.columns() - 1);
    if (text !== drawn) screen.out.write(`${CLEAR_LINE}${text}`);
    drawn = text;
  };
  const clear = (): void => {
    if (drawn !== '') screen.out.write(CLEAR_LINE);
    drawn = '';
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    take(output) {
      if (output.kind === 'event') {
        progress.take(output.event);
        if (!isKept(output.event.kind)) {
          if (drawn === '') draw();
          return;
        }
      } else if (output.kind === 'job') return;
      else clearInterval(timer);
      clear();
      plain.take(output);
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

/** Events that stay on the screen above the progress line; failures are counted in it, and stand in the receipt. */
function isKept(kind: Extract<Output, { kind: 'event' }>['event']['kind']): boolean {
  return kind === 'note' || kind === 'robots';
}

/** Writes what the result brings along to a new file; one that is there already is never overwritten. Returns what went wrong, in one sentence. */
async function handOver(file: ResultFile | undefined, path: string | null): Promise<string | null> {
  if (path === null) return file !== undefined && 'lines' in file ? 'Name the file to write it to: --file FILE' : null;
  if (file === undefined) return 'No file was written: only the receipt of one job comes with one, with --job.';
  try {
    if ('lines' in file) await writeLines(path, file.lines());
    else await writeFile(path, 'text' in file ? file.text : file.bytes, { flag: 'wx' });
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return `${path} is there already: choose another name, or move it away.`;
    return `${path} could not be written: choose a folder that exists and may be written to.`;
  }
}
