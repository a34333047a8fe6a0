import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread of this program. Its file stands beside the one that starts it (`here`, an `import.meta.url`) and is
 * called `name`, without ending. A program that runs from its TypeScript sources takes the file from the build, as
 * threads know no TypeScript.
 */
export function startWorker(here: string, name: string, options: WorkerOptions = {}): Worker {
  const folder = here.endsWith('.ts') ? here.replace(/\/src\/(?!.*\/src\/)/, '/dist/src/') : here;
  return new Worker(new URL(`./${name}.js`, folder), { ...options, execArgv: [] });
}
