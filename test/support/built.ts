import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterTest } from './app.ts';

/** The package, which `build.ts` has built from the sources as they are now. */
export const root = resolve(import.meta.dirname, '../..');

/** A run of the program: what it said, and how it ended. */
export interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Leave standard input open instead of ending it. */
  readonly keepOpen?: boolean;
}

export interface Run {
  readonly process: ChildProcess;
  /** Resolves when standard output or error has come to hold this text. */
  said(text: string): Promise<void>;
  readonly ended: Promise<Said>;
}

/** Starts the built program as a person or a script would. */
export function startProgram(
  words: readonly string[],
  { cwd, env = {}, input = '', keepOpen = false }: RunOptions,
): Run {
  const main = join(root, 'dist/src/main.js');
  const child = spawn(process.execPath, [main, ...words], { cwd, env: { PATH: process.env['PATH'], ...env } });
  // A test that fails or takes too long leaves nobody behind.
  afterTest(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const listeners = new Set<() => void>();
  const heard = (): void => listeners.forEach((listener) => listener());
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    heard();
  });
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (!keepOpen) child.stdin.end();
  const ended = new Promise<Said>((done) => {
    child.on('close', (code, signal) => {
      done({ out, err, code, signal });
      heard();
    });
  });
  return {
    process: child,
    ended,
    said: (text) =>
      new Promise((done, fail) => {
        const look = (): void => {
          if ((out + err).includes(text)) done();
          else if (child.exitCode !== null) fail(new Error(`ended without saying "${text}": ${out}${err}`));
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      }),
  };
}

/** Runs the built program to its end. */
export function runProgram(words: readonly string[], options: RunOptions): Promise<Said> {
  return startProgram(words, options).ended;
}
