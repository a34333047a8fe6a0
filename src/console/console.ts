import { createInterface } from 'node:readline';
import type { App } from '../app/app.ts';
import type { Command } from '../app/command.ts';
import { sentenceFor } from '../app/mistake.ts';
import type { Tellers } from '../app/upkeep.ts';
import type { JobHandle } from '../jobs/runner.ts';
import { startSchedule, type RunningSchedule } from '../jobs/schedule.ts';
import { printDigest } from './digest.ts';
import { helpFor, type Notation } from './help.ts';
import { withFileTexts } from './read-files.ts';
import type { Common, Line } from './line.ts';
import { parseSlash } from './parse.ts';
import { complain, show, type ExitCode, type Screen } from './show.ts';

/** Runs one command. An exception nobody foresaw costs this command, not the console. */
export async function runCommand(
  { command, raw, common }: Extract<Line, { kind: 'command' }>,
  app: App,
  screen: Screen,
  signal: AbortSignal,
): Promise<ExitCode> {
  try {
    const read = await withFileTexts(command, raw);
    if (!read.ok) return answer({ kind: 'wrong', sentence: read.sentence }, screen, 'shell');
    const outputs = command.start(read.raw, {
      app,
      guildId: common.guild,
      operator: true,
      asksFirst: false,
      member: null,
      signal,
    });
    return await show(outputs, screen, { json: common.json, file: common.file, clock: app.clock });
  } catch (error) {
    complain(screen, sentenceFor(error));
    return 1;
  }
}

/** Says what is wrong with a line, or shows help. */
export function answer(line: Extract<Line, { kind: 'wrong' | 'help' }>, screen: Screen, notation: Notation): ExitCode {
  if (line.kind === 'wrong') {
    complain(screen, line.sentence);
    return 2;
  }
  screen.out.write(`${helpFor(line.topic, notation)}\n`);
  return 0;
}

export interface ConsoleOptions {
  readonly commands: readonly Command[];
  readonly input: NodeJS.ReadableStream;
  readonly screen: Screen;
  /** The common options that the console was started with. */
  readonly common: Common;
  /** Jobs that go on in the background; each one's end is told in one line. */
  readonly background: readonly JobHandle[];
  /** Aborts when the process is to end: no more lines are read. */
  readonly leave: AbortSignal;
  /** Handed what says why work that is due is not begun, or null while it is. */
  watchSchedule?(check: () => string | null): void;
}

/**
 * Reads commands from the terminal or a pipe, one a line, until it ends. Ctrl-C cancels what runs; a second one, or one
 * when nothing runs, leaves. A pipe's end waits for the jobs in the background. Returns the last exit code that was not
 * 0; a person at a terminal has seen the complaints, and leaves with 0.
 */
export async function runConsole(app: App, options: ConsoleOptions): Promise<ExitCode> {
  const { commands, input, screen, common, background, leave } = options;
  const { interactive } = screen;
  const lines = createInterface({
    input,
    prompt: 'heimdall> ',
    ...(interactive ? { output: screen.out, completer: (text: string) => completions(text, commands) } : {}),
  });
  let current: AbortController | null = null;
  let open = true;
  let worst: ExitCode = 0;
  lines.on('SIGINT', () => {
    if (current === null || current.signal.aborted) lines.close();
    else current.abort();
  });
  // A prompt on a closed interface would wake its input again, and the process would never end.
  lines.on('close', () => {
    open = false;
  });
  const prompt = (): void => {
    if (interactive && open) lines.prompt(true);
  };
  const close = (): void => {
    current?.abort();
    lines.close();
  };
  leave.addEventListener('abort', close, { once: true });
  const ended = background.map((job) => tellEnd(job, screen, () => current === null && prompt()));
  // What comes through a pipe is done and over; somebody at a terminal stays.
  const schedule = interactive ? startUpkeep(app, screen, () => current === null && prompt()) : null;
  if (schedule !== null) options.watchSchedule?.(schedule.trouble);
  if (interactive) screen.out.write('Heimdall. "help" lists the commands, Ctrl-D leaves.\n');
  prompt();
  let said = false;
  for await (const text of lines) {
    const words = text.trim();
    said = words === 'exit' || words === 'quit';
    if (leave.aborted || said) break;
    if (words !== '' && !words.startsWith('#')) {
      current = new AbortController();
      const code = await runText(words, app, options, common, current.signal);
      if (code !== 0) worst = code;
      current = null;
    }
    prompt();
  }
  lines.close();
  schedule?.stop();
  // Ctrl-C and Ctrl-D leave the cursor behind the prompt.
  if (interactive && !said) screen.out.write('\n');
  if (!interactive && !leave.aborted) await Promise.all(ended);
  return interactive ? 0 : worst;
}

/** What is due by itself is done while somebody is there; each job's end and each digest is told. */
function startUpkeep(app: App, screen: Screen, afterwards: () => unknown): RunningSchedule {
  const tellers: Tellers = {
    async digest(guildId, view) {
      printDigest(screen, guildId, view);
      afterwards();
    },
    job: (handle) => void tellEnd(handle, screen, afterwards),
  };
  return startSchedule({
    tick: () => app.upkeep.tick(tellers),
    reportBug: (error) => complain(screen, sentenceFor(error)),
    clock: app.clock,
  });
}

async function runText(
  text: string,
  app: App,
  { commands, screen }: ConsoleOptions,
  common: Common,
  signal: AbortSignal,
): Promise<ExitCode> {
  const line = parseSlash(text, commands, common);
  switch (line.kind) {
    case 'command':
      return runCommand(line, app, screen, signal);
    case 'wrong':
    case 'help':
      return answer(line, screen, 'slash');
    case 'demo':
      return answer({ kind: 'wrong', sentence: 'The demo runs by itself: npx heimdall demo.' }, screen, 'slash');
    case 'backup':
    case 'restore':
      return answer({ kind: 'wrong', sentence: `Run it by itself: npx heimdall ${line.kind} DIR.` }, screen, 'slash');
    case 'console':
    case 'version':
      return answer({ kind: 'wrong', sentence: 'Write a command; "help" lists them.' }, screen, 'slash');
    default:
      return line satisfies never;
  }
}

/** One line when a job in the background has ended. */
async function tellEnd(job: JobHandle, screen: Screen, afterwards: () => unknown): Promise<void> {
  const end = await job.ended;
  // The process leaves; who left knows.
  if (end === 'interrupted') return;
  const { pages } = job.tally();
  if (screen.interactive) screen.out.write('\r\u001B[2K');
  complain(
    screen,
    `Job ${job.jobId} of ${job.guildId} has ended (${end}): ${pages.new} new, ${pages.updated} updated pages. See: /knowledge jobs job:${job.jobId}`,
  );
  afterwards();
}

/** What Tab offers: commands, then the options of the one that is written. */
function completions(text: string, commands: readonly Command[]): [string[], string] {
  const slash = text.startsWith('/') ? '/' : '';
  const written = text.slice(slash.length);
  const command = commands.find(({ path }) => written.startsWith(`${path.join(' ')} `));
  if (command === undefined) {
    return [commands.map(({ path }) => `${slash}${path.join(' ')} `).filter((name) => name.startsWith(text)), text];
  }
  const word = /\S*$/.exec(text)?.[0] ?? '';
  return [
    Object.keys(command.options)
      .map((name) => `${name}:`)
      .filter((name) => name.startsWith(word)),
    word,
  ];
}
