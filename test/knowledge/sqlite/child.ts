import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs one of the scripts beside this file in a process of its own, which can be killed at any moment. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves when the script has printed this line. */
  printed(line: string): Promise<void>;
  /** Ends the process as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Waits for the end; what was printed. */
  finished(): Promise<string>;
}

export function runChild(script: string, args: readonly string[], shellPrefix = ''): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const command = `${shellPrefix}exec "${process.execPath}" --import tsx "$@"`;
  const child = spawn('bash', ['-c', command, 'child', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = once(child, 'close');
  return {
    process: child,
    async printed(line) {
      while (!output.split('\n').includes(line)) await once(child.stdout, 'data');
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async finished() {
      await exited;
      return output;
    },
  };
}
