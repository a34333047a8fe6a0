import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../start-worker.ts';
import type { LatentSpace } from '../latent.ts';
import { StoreError } from '../store.ts';
import type { GuildFile } from './guild-file.ts';

/**
 * Learns how a guild's pages use words, in a thread of its own and in the background: about a second for 5,000 passages.
 * Until it is done, and where it fails, passages are found by their words alone.
 */
export interface Learning {
  /** Learns if it is time to; at once and without waiting. `use` is how one works on the guild's file. */
  refresh(guildId: string, use: (work: (file: GuildFile) => Promise<void>) => Promise<void>): void;
  /** Lets what is being learnt come to its end, or stops it when that takes too long: a command may end with its process. */
  close(): Promise<void>;
}

const HEAP_MB = 512;
/** How long the program's end waits, in milliseconds. */
const PATIENCE_MS = 15_000;

export function createLearning(): Learning {
  const busy = new Map<string, Promise<void>>();
  const workers = new Set<Worker>();
  let closed = false;

  const learn = (path: string): Promise<LatentSpace | null> => {
    const limits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = startWorker(import.meta.url, 'learning-worker', { workerData: path, resourceLimits: limits });
    workers.add(worker);
    return new Promise((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve(null));
      worker.once('exit', () => {
        workers.delete(worker);
        resolve(null);
      });
    });
  };
  const refresh = async ({ db, latent }: GuildFile): Promise<void> => {
    if (!latent.isStale()) return;
    const before = latent.timesForgotten();
    const space = await learn(db.name);
    if (space !== null && latent.timesForgotten() === before) latent.keep(space);
  };

  return {
    refresh(guildId, use) {
      if (closed || busy.has(guildId)) return;
      const work = use(refresh)
        .catch((error: unknown) => {
          // A full disk costs only what would have been learnt; whoever writes next will tell.
          if (!(error instanceof StoreError)) throw error;
        })
        .finally(() => busy.delete(guildId));
      busy.set(guildId, work);
    },
    async close() {
      closed = true;
      const alarm = setTimeout(() => {
        for (const worker of workers) void worker.terminate();
      }, PATIENCE_MS);
      await Promise.all(busy.values());
      clearTimeout(alarm);
    },
  };
}
