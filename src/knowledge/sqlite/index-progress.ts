import type { Database } from 'better-sqlite3';

/** How far the work on passages is, by their ids, which are never used twice. */
export interface IndexProgress {
  /** Passages up to this id are in the full-text index. */
  readonly indexedTo: number;
  /** Passages up to this id are in the numbers of the vocabulary; never more than are indexed. */
  readonly countedTo: number;
}

/** Prepares reading it on one open guild file; the row is there from the beginning. */
export function prepareProgress(db: Database): () => IndexProgress {
  const read = db.prepare<[], IndexProgress>(
    'SELECT indexed_to AS indexedTo, counted_to AS countedTo FROM index_progress',
  );
  return () => read.get() ?? { indexedTo: 0, countedTo: 0 };
}
