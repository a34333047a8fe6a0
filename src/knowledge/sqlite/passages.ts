import type { Database } from 'better-sqlite3';
import type { Page, Passage } from '../../page/page.ts';
import { preparePassageWork, type PassageWork } from './passage-work.ts';

/** The passages of a guild's pages, their full-text index and its vocabulary, which always follow one another. */
export interface Passages extends PassageWork {
  /** Stores a page's passages; they wait to be indexed. To be called inside a transaction. */
  add(pageId: number, page: Pick<Page, 'passages'>): void;
  /** What a page's passages say, in order. */
  of(pageId: number): readonly Passage[];
  /** Takes a page's passages away from it; they wait to be deleted. To be called inside a transaction. */
  drop(pageId: number): void;
}

/** Prepares the statements on one open guild file. */
export function preparePassages(db: Database): Passages {
  const insert = db.prepare<[number, number, string | null, string, string]>(
    'INSERT INTO passages (page_id, ordinal, anchor, headings, text) VALUES (?, ?, ?, ?, ?)',
  );
  const loosen = db.prepare<[number]>('UPDATE passages SET page_id = NULL WHERE page_id = ?');
  const ofPage = db.prepare<[number], { anchor: string | null; headings: string; text: string }>(
    'SELECT anchor, headings, text FROM passages WHERE page_id = ? ORDER BY ordinal',
  );
  return {
    ...preparePassageWork(db),
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
  };
}
