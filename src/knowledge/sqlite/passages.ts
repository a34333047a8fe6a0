import type { Database } from 'better-sqlite3';
import type { Page } from '../../page/page.ts';
import { spaced, wordsOf } from '../words.ts';
import { atomic } from './atomic.ts';

/** Passages indexed, or deleted, in one go: 10 to 15 ms, so that the thread stays free. More wait for the next slice. */
const AT_ONCE = 10;
/** Longer "words" are hashes, keys and the like: nobody misspells them. */
const LONGEST_WORD = 40;

interface PassageTexts {
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

/** The passages of a guild's pages, their two full-text indexes and its vocabulary, which always change together. */
export interface Passages {
  /** Stores a page's passages; indexes the first of them. To be called inside a transaction. */
  add(pageId: number, page: Pick<Page, 'title' | 'passages'>): void;
  /** Takes a page's passages away from it and deletes the first of them. To be called inside a transaction. */
  drop(pageId: number): void;
  /** Indexes or deletes a few passages that `add` or `drop` left waiting; false when none wait. */
  workOff(): boolean;
}

/** Prepares the statements on one open guild file. */
export function preparePassages(db: Database): Passages {
  const insert = db.prepare<[number, number, string | null, string, string, string, ...(string | null)[]]>(
    `INSERT INTO passages (page_id, ordinal, anchor, indexed, title, headings, text, title_words, headings_words, text_words)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`,
  );
  const loosen = db.prepare<[number]>('UPDATE passages SET page_id = NULL WHERE page_id = ?');
  const loose = db.prepare<[number], { id: number; indexed: number }>(
    'SELECT id, indexed FROM passages WHERE page_id IS NULL LIMIT ?',
  );
  const unindexed = db.prepare<[number], number>('SELECT id FROM passages WHERE indexed = 0 LIMIT ?').pluck();
  const erase = db.prepare<[number]>('DELETE FROM passages WHERE id = ?');
  const indexing = prepareIndexing(db);

  const indexSome = (limit: number): number => {
    const ids = unindexed.all(limit);
    indexing.enter(ids);
    return ids.length;
  };
  const deleteSome = (limit: number): number => {
    const rows = loose.all(limit);
    indexing.leave(rows.filter((row) => row.indexed === 1).map((row) => row.id));
    for (const { id } of rows) erase.run(id);
    return rows.length;
  };
  const slice = atomic(db, () => deleteSome(AT_ONCE) || indexSome(AT_ONCE));

  return {
    add(pageId, page) {
      for (const [ordinal, passage] of page.passages.entries()) {
        const headings = JSON.stringify(passage.headings);
        const { title } = page;
        const { text } = passage;
        const words = [title, headings, text].map(wordsIfDifferent);
        insert.run(pageId, ordinal, passage.anchor, title, headings, text, ...words);
      }
      indexSome(AT_ONCE);
    },
    drop(pageId) {
      loosen.run(pageId);
      deleteSome(AT_ONCE);
    },
    workOff: () => slice() > 0,
  };
}

function wordsIfDifferent(text: string): string | null {
  const words = spaced(text);
  return words === text ? null : words;
}

/** Entering passages into both indexes and the vocabulary, and taking them out with exactly the values they had. */
function prepareIndexing(db: Database): { enter(ids: readonly number[]): void; leave(ids: readonly number[]): void } {
  const values = 'id, title, headings, text';
  // Plain values: an INSERT that selects would make FTS5 write its buffers out for every passage.
  const enterWords = db.prepare<[number, string, string, string]>(
    'INSERT INTO word_index (rowid, title, headings, text) VALUES (?, ?, ?, ?)',
  );
  const enterTrigrams = db.prepare<[number, string, string, string]>(
    'INSERT INTO trigram_index (rowid, title, headings, text) VALUES (?, ?, ?, ?)',
  );
  const leaveWords = db.prepare<[number]>(
    `INSERT INTO word_index (word_index, rowid, title, headings, text)
     SELECT 'delete', ${values} FROM passages_as_words WHERE id = ?`,
  );
  const leaveTrigrams = db.prepare<[number]>(
    `INSERT INTO trigram_index (trigram_index, rowid, title, headings, text)
     SELECT 'delete', ${values} FROM passages WHERE id = ?`,
  );
  const texts = db.prepare<[number], PassageTexts>('SELECT title, headings, text FROM passages_as_words WHERE id = ?');
  const plainTexts = db.prepare<[number], PassageTexts>('SELECT title, headings, text FROM passages WHERE id = ?');
  const mark = db.prepare<[number]>('UPDATE passages SET indexed = 1 WHERE id = ?');
  // One statement for all words of a slice; one for each word would take a third of the whole.
  const more = db.prepare<[string]>(
    `INSERT INTO vocabulary (word, passages) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
     ON CONFLICT (word) DO UPDATE SET passages = passages + excluded.passages`,
  );
  const fewer = db.prepare<[string]>(
    'UPDATE vocabulary SET passages = passages - (f.value ->> 1) FROM json_each(?) AS f WHERE word = f.value ->> 0',
  );
  const forget = db.prepare<[string]>(
    'DELETE FROM vocabulary WHERE passages <= 0 AND word IN (SELECT value ->> 0 FROM json_each(?))',
  );
  const frequencies = (ids: readonly number[]): string => {
    const counts = new Map<string, number>();
    for (const id of ids) {
      for (const word of vocabularyOf(texts.get(id))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    // Pairs rather than an object: SQLite looks the keys of a large object up one after the other.
    return JSON.stringify([...counts]);
  };

  return {
    enter(ids) {
      for (const id of ids) {
        const words = texts.get(id);
        const plain = plainTexts.get(id);
        if (words === undefined || plain === undefined) continue;
        enterWords.run(id, words.title, words.headings, words.text);
        enterTrigrams.run(id, plain.title, plain.headings, plain.text);
        mark.run(id);
      }
      more.run(frequencies(ids));
    },
    leave(ids) {
      const words = frequencies(ids);
      for (const id of ids) {
        leaveWords.run(id);
        leaveTrigrams.run(id);
      }
      fewer.run(words);
      forget.run(words);
    },
  };
}

function vocabularyOf(texts: PassageTexts | undefined): ReadonlySet<string> {
  if (texts === undefined) return new Set();
  const words = wordsOf(`${texts.title} ${texts.headings} ${texts.text}`);
  return new Set(words.filter((word) => word.length <= LONGEST_WORD));
}
