import { nextTurn as yieldToOthers } from '../../event-loop.ts';
import type { Database } from 'better-sqlite3';
import { emptyLog } from './database.ts';
import type { Latent } from './latent.ts';
import { problemOf } from './problem.ts';
import { vacuum } from './vacuum.ts';

/**
 * Making removed bytes leave the disk (rule 9.2). secure_delete overwrites deleted rows at once; three places are left.
 * In the full-text index a removed passage is only marked until their parts are merged into one. Where SQLite moved
 * rows between pages to balance them, copies stay in the gaps, which only writing the file anew clears: measured, 8 of
 * 538 removed words survived without. And the log keeps old pages until it is emptied. All this happens once for many
 * removals; a mark in the file outlives a kill.
 */
export interface Erasure {
  /** Notes that something was removed; in the transaction that removes it. */
  note(): void;
  /** Erases what was noted, in slices and in another thread; nothing to do is nothing done. */
  finish(): Promise<void>;
  /** Resolves when the file may be used; at once, unless it is being written anew. */
  settled(): Promise<void>;
}

/** Pages of the index merged in one slice: about 10 ms. */
const MERGED_AT_ONCE = 32;

/** Prepares the statements on one open guild file. */
export function prepareErasure(db: Database, latent: Pick<Latent, 'forget'>): Erasure {
  const note = db.prepare<[]>('UPDATE erasures SET pending = pending + 1');
  const pending = db.prepare<[], number>('SELECT pending FROM erasures').pluck();
  const done = db.prepare<[number]>('UPDATE erasures SET pending = 0 WHERE pending = ?');
  const totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  const merge = db.prepare<[number]>(`INSERT INTO word_index (word_index, rank) VALUES ('merge', ?)`);

  const changesOf = (work: () => void): number => {
    const before = totalChanges.get() ?? 0;
    work();
    return (totalChanges.get() ?? 0) - before;
  };
  /** A negative number starts merging all parts of the index, positive ones go on; fewer than two changes mean done. */
  const mergeAll = async (): Promise<void> => {
    for (let pages = -MERGED_AT_ONCE; changesOf(() => void merge.run(pages)) >= 2; pages = MERGED_AT_ONCE) {
      await yieldToOthers();
    }
  };

  let writingAnew: Promise<void> = Promise.resolve();
  const writeAnew = (): Promise<void> => {
    const work = vacuum(db.name);
    writingAnew = work.catch(() => undefined);
    return work;
  };

  return {
    note: () => void note.run(),
    settled: () => writingAnew,
    async finish() {
      for (let noted = pending.get() ?? 0; noted > 0; noted = pending.get() ?? 0) {
        try {
          latent.forget();
          await mergeAll();
          await writeAnew();
        } catch (error) {
          if (mayWait(error)) return;
          throw error;
        }
        emptyLog(db);
        // Unless more was removed meanwhile.
        done.run(noted);
      }
    },
  };
}

/** The removal itself is done; without room, or while another process writes, its bytes wait for the next time. */
function mayWait(error: unknown): boolean {
  const code = problemOf(error, '')?.code;
  return code === 'disk-full' || code === 'busy';
}
