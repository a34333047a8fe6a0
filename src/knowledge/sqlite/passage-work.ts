import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import { prepareCounting } from './counting.ts';
import { prepareProgress } from './index-progress.ts';
import { prepareIndexing, type WordCount } from './indexing.ts';

/**
 * What is left to do for passages once their pages are stored or gone, in slices of about 15 ms, so that the thread stays
 * free: those of pages that are gone are deleted, new ones are indexed in the order of their ids, and their words counted.
 * What a kill interrupts, `index_progress` tells.
 */
export interface PassageWork {
  /** Does a slice; false when nothing waits. */
  workOff(): boolean;
  /** The same if there is enough for a full one: the work costs less in bulk. */
  workOffMuch(): boolean;
}

/** Passages of a slice: the more of them, the less each costs, since the index is written once for all. */
const AT_ONCE = 128;

/** Prepares the statements on one open guild file. */
export function preparePassageWork(db: Database): PassageWork {
  const loose = db.prepare<[number], number>('SELECT id FROM passages WHERE page_id IS NULL LIMIT ?').pluck();
  const between = db
    .prepare<[number, number, number], number>('SELECT id FROM passages WHERE id > ? AND id <= ? ORDER BY id LIMIT ?')
    .pluck();
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM passages').pluck();
  const erase = db.prepare<[number]>('DELETE FROM passages WHERE id = ?');
  const setIndexed = db.prepare<[number]>('UPDATE index_progress SET indexed_to = ?');
  const standing = prepareProgress(db);
  const indexing = prepareIndexing(db);
  const counting = prepareCounting(db, {
    standing,
    countAfter(from, to, most, words) {
      const ids = between.all(from, to, most);
      indexing.count(ids, words);
      return ids.length < most ? to : (ids.at(-1) ?? to);
    },
  });

  const eraseSome = atomic(db, () => {
    const ids = loose.all(AT_ONCE);
    const { indexedTo, countedTo } = standing();
    const words: WordCount = new Map();
    indexing.count(
      ids.filter((id) => id <= countedTo),
      words,
    );
    counting.left(words);
    indexing.leave(ids.filter((id) => id <= indexedTo));
    for (const id of ids) erase.run(id);
    return { erased: ids.length, uncounted: ids.some((id) => id > countedTo) };
  });
  const enterSome = atomic(db, () => {
    const { indexedTo: from } = standing();
    const ids = between.all(from, Number.MAX_SAFE_INTEGER, AT_ONCE);
    const to = ids.at(-1);
    if (to === undefined) return null;
    indexing.enter(ids, counting.wordsAfter(from));
    setIndexed.run(to);
    return { from, to };
  });
  const deleteSome = (): boolean => {
    if (loose.get(1) === undefined) return false;
    const { erased, uncounted } = eraseSome();
    if (uncounted) counting.forget();
    return erased > 0;
  };
  const indexSome = (): boolean => {
    if (unindexed() <= 0) return false;
    let entered: ReturnType<typeof enterSome>;
    try {
      entered = enterSome();
    } catch (error) {
      counting.forget();
      throw error;
    }
    if (entered !== null) counting.entered(entered.from, entered.to);
    return entered !== null;
  };
  /** At most so many: some may be gone again. */
  const unindexed = (): number => (newest.get() ?? 0) - standing().indexedTo;

  return {
    workOff: () => deleteSome() || indexSome() || counting.workOff(),
    workOffMuch() {
      if (loose.all(AT_ONCE).length === AT_ONCE) return deleteSome();
      if (unindexed() >= AT_ONCE) return indexSome();
      return counting.isFull() && counting.workOff();
    },
  };
}
