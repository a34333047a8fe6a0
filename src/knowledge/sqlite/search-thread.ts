import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../start-worker.ts';
import type { Retrieval } from '../store.ts';
import type { Sought } from './search.ts';

/**
 * Searches of large guilds, in a thread of their own with connections of their own that only read: they would hold the
 * bot's one thread too long. What is committed is seen, since SQLite's log is shared.
 */
export interface SearchThread {
  /** Null when the thread could not: it crashed or the file cannot be read there. Then search in this one. */
  search(path: string, sought: Sought): Promise<Retrieval | null>;
  /** Lets go of a file that will be deleted. */
  forget(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A guild of more passages than this is searched in the other thread; going there and back costs about a millisecond. */
export const LARGE = 1_000;

interface Task {
  readonly path: string;
  /** Null: only let go of the file. */
  readonly search: Sought | null;
}

export interface SearchRequest extends Task {
  readonly id: number;
}

export interface SearchReply {
  readonly id: number;
  readonly retrieval: Retrieval | null;
}

/** The thread starts with the first search, again after a crash, and does not keep the process alive. */
export function createSearchThread(): SearchThread {
  let worker: Worker | null = null;
  let lastId = 0;
  let closed = false;
  const waiting = new Map<number, (retrieval: Retrieval | null) => void>();

  const answer = (id: number, retrieval: Retrieval | null): void => {
    waiting.get(id)?.(retrieval);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
  };
  const giveUp = (lost: Worker): void => {
    if (worker !== lost) return;
    worker = null;
    for (const id of waiting.keys()) answer(id, null);
  };
  const start = (): Worker => {
    const started = startWorker(import.meta.url, 'search-worker');
    started.on('message', ({ id, retrieval }: SearchReply) => answer(id, retrieval));
    started.on('error', () => giveUp(started));
    started.on('exit', () => giveUp(started));
    return started;
  };
  const ask = (task: Task): Promise<Retrieval | null> => {
    if (closed) return Promise.resolve(null);
    worker ??= start();
    const to = worker;
    to.ref();
    return new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      to.postMessage({ ...task, id } satisfies SearchRequest, []);
    });
  };

  return {
    search: (path, sought) => ask({ path, search: sought }),
    async forget(path) {
      if (worker !== null) await ask({ path, search: null });
    },
    async close() {
      closed = true;
      const last = worker;
      if (last === null) return;
      giveUp(last);
      await last.terminate();
    },
  };
}
