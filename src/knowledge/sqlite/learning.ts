import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../start-worker.ts';
import type { LatentSpace } from '../latent.ts';
import { StoreError } from '../store.ts';
import type { GuildFile } from './guild-file.ts';

/**
 * Learns how a guild's pages use words, in a thread of its own, when somebody asks: about a second for 5,000 passages.
 * Who asks first waits a little for it; while it takes longer, and where it fails, passages are found by their words alone.
 */
export interface Learning {
  /** Learns if it is time to; waits only where nothing was learnt before. `use` is how one works on the guild's file. */
  refresh(guildId: string, use: Use): Promise<void>;
  /** Gives up what is being learnt: the next question begins again. */
  close(): Promise<void>;
}

type Use = <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>;

const HEAP_MB = 512;
/** How long a question waits for the first learning, in milliseconds. */
const PATIENCE_MS = 4_000;

export function createLearning(): Learning {
  const busy = new Map<string, Promise<void>>();
  const workers = new Set<Worker>();
  /** Guilds where it failed: in this process it is not tried again, or each question would wait for it. */
  const failed = new Set<string>();
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
  const learnAnew = async (guildId: string, { db, latent }: GuildFile): Promise<void> => {
    const before = latent.timesForgotten();
    const space = await learn(db.name);
    if (space === null) failed.add(guildId);
    else if (latent.timesForgotten() === before) latent.keep(space);
  };
  const begin = (guildId: string, use: Use): Promise<void> => {
    const work = use((file) => learnAnew(guildId, file))
      .catch((error: unknown) => {
        // A full disk costs only what would have been learnt; whoever writes next will tell.
        if (!(error instanceof StoreError)) throw error;
      })
      .finally(() => busy.delete(guildId));
    busy.set(guildId, work);
    return work;
  };

  return {
    async refresh(guildId, use) {
      const standing = await use(({ latent }) => ({ isStale: latent.isStale(), isNew: latent.current() === null }));
      if (!standing.isStale || closed || failed.has(guildId)) return;
      const work = busy.get(guildId) ?? begin(guildId, use);
      if (standing.isNew) await atMost(PATIENCE_MS, work);
    },
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
      await Promise.all(busy.values());
    },
  };
}

/** Waits for the work, but not longer than so many milliseconds. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let alarm: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => {
    alarm = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, time]);
  clearTimeout(alarm);
}
