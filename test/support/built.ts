import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterTest } from './app.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/heimdall-test');

/**
 * The package as `npm ci` leaves it, built from the sources as they are now, in a folder of its own. Test files that run
 * side by side share it; nothing is built twice for the same sources.
 */
export function builtPackage(): Promise<string> {
  return (built ??= build());
}

let built: Promise<string> | null = null;

async function build(): Promise<string> {
  const folder = join(cache, fingerprint());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = `${folder}-${process.pid}`;
  const words = [join(root, 'node_modules/typescript/bin/tsc'), '--outDir', join(unfinished, 'dist')];
  await run(process.execPath, words, { cwd: root }).catch((error: unknown) => {
    // Wrong types are the type check's finding; what was built all the same can be run.
    if (!existsSync(join(unfinished, 'dist/src/main.js'))) throw error;
  });
  copyFileSync(join(root, 'package.json'), join(unfinished, 'package.json'));
  for (const name of ['node_modules', 'migrations']) symlinkSync(join(root, name), join(unfinished, name));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another test file was faster: its build is the same.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  for (const old of readdirSync(cache)) {
    if (Date.now() - statSync(join(cache, old)).mtimeMs > 3_600_000)
      rmSync(join(cache, old), { recursive: true, force: true });
  }
  return folder;
}

/** Names, sizes and times of everything a build is made from. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of ['src', 'commands']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { size, mtimeMs } = statSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  for (const name of ['package.json', 'tsconfig.json']) hash.update(`${name} ${statSync(join(root, name)).mtimeMs}\n`);
  return hash.digest('hex').slice(0, 16);
}

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
export async function startProgram(
  words: readonly string[],
  { cwd, env = {}, input = '', keepOpen = false }: RunOptions,
): Promise<Run> {
  const main = join(await builtPackage(), 'dist/src/main.js');
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
export async function runProgram(words: readonly string[], options: RunOptions): Promise<Said> {
  return (await startProgram(words, options)).ended;
}
