import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs the compressed week (`week-run.ts`) from a build, as Heimdall runs for its users. */
export async function week(args: string[]): Promise<number> {
  const program = fileURLToPath(new URL('../dist/bench/week-run.js', import.meta.url));
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
}
