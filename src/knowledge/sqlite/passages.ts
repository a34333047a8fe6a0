import type { Database } from 'better-sqlite3';
import type { Page, Passage } from '../../page/page.ts';
import { atomic } from './atomic.ts';
import { prepareIndexing } from './indexing.ts';

/**
 * Passages indexed, or deleted, in one go: about 15 ms, so that the thread stays free. The more of them at once, the
 * less each costs, since their words are counted and the index is written once for all.
 */
const AT_ONCE = 64;

/** The passages of a guild's pages, their full-text index and its vocabulary, which always change together. */
export interface Passages {
  /** Stores a page's passages; they wait to be indexed. To be called inside a transaction. */
  add(pageId: number, page: Pick<Page, 'passages'>): void;
  /** What a page's passages say, in order. */
  of(pageId: number): readonly Passage[];
  /** Takes a page's passages away from it; they wait to be deleted. To be called inside a transaction. */
  drop(pageId: number): void;
  /** Indexes or deletes some of the passages that wait; false when none wait. */
  workOff(): boolean;
  /** Whether so many wait that another slice is full. */
  isSliceFull(): boolean;
}

/** Prepares the statements on one open guild file. */
export function preparePassages(db: Database): Passages {
  const insert = db.prepare<[number, number, string | null, string, string]>(
    'INSERT INTO passages (page_id, ordinal, anchor, indexed, headings, text) VALUES (?, ?, ?, 0, ?, ?)',
  );
  const loosen = db.prepare<[number]>('UPDATE passages SET page_id = NULL WHERE page_id = ?');
  const loose = db.prepare<[number], { id: number; indexed: number }>(
    'SELECT id, indexed FROM passages WHERE page_id IS NULL LIMIT ?',
  );
  const unindexed = db.prepare<[number], number>('SELECT id FROM passages WHERE indexed = 0 LIMIT ?').pluck();
  const waiting = db
    .prepare<[number, number], number>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM passages WHERE indexed = 0 LIMIT ?))
         + (SELECT count(*) FROM (SELECT 1 FROM passages WHERE page_id IS NULL LIMIT ?))`,
    )
    .pluck();
  const ofPage = db.prepare<[number], { anchor: string | null; headings: string; text: string }>(
    'SELECT anchor, headings, text FROM passages WHERE page_id = ? ORDER BY ordinal',
  );
  const erase = db.prepare<[number]>('DELETE FROM passages WHERE id = ?');
  const indexing = prepareIndexing(db);

  const deleteSome = (): number => {
    const rows = loose.all(AT_ONCE);
    indexing.leave(rows.filter((row) => row.indexed === 1).map((row) => row.id));
    for (const { id } of rows) erase.run(id);
    return rows.length;
  };
  const indexSome = (): number => {
    const ids = unindexed.all(AT_ONCE);
    indexing.enter(ids);
    return ids.length;
  };
  const slice = atomic(db, () => deleteSome() || indexSome());

  return {
    add(pageId, page) {
      for (const [ordinal, { anchor, headings, text }] of page.passages.entries())
        insert.run(pageId, ordinal, anchor, JSON.stringify(headings), text);
    },
    of: (pageId) =>
      ofPage.all(pageId).map(({ anchor, headings, text }) => {
        const path: readonly string[] = JSON.parse(headings);
        return { anchor, headings: path, text };
      }),
    drop: (pageId) => void loosen.run(pageId),
    workOff: () => slice() > 0,
    isSliceFull: () => (waiting.get(AT_ONCE, AT_ONCE) ?? 0) >= AT_ONCE,
  };
}
