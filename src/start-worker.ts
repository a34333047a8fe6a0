import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread of this program. Its file stands beside the one that starts it (`here`, an `import.meta.url`) and is
 * called `name`, without ending. Run from TypeScript sources, as tests do, it needs their loader first.
 */
export function startWorker(here: string, name: string, options: WorkerOptions = {}): Worker {
  const settings = { ...options, execArgv: [] };
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), settings);
  const file = new URL(`./${name}.ts`, here).href;
  const loader = import.meta.resolve('tsx/esm/api');
  const source = `import('${loader}').then(({ register }) => { register(); return import('${file}'); })`;
  return new Worker(source, { ...settings, eval: true });
}
