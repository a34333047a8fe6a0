import type { Database } from 'better-sqlite3';
import { searchable, vocabularyOf } from '../searchable.ts';

/** In how many of some passages each of their words stands. */
export type WordCount = Map<string, number>;

/** Entering passages into the full-text index, and taking them out. Inside a transaction. */
export interface Indexing {
  /** Adds their words to the count. */
  enter(ids: readonly number[], count: WordCount): void;
  leave(ids: readonly number[]): void;
  /** Adds the words of passages to the count; they must still be there. */
  count(ids: readonly number[], count: WordCount): void;
}

interface PassageTexts {
  readonly title: string | null;
  readonly headings: string;
  readonly text: string;
}

/** Prepares the statements on one open guild file. */
export function prepareIndexing(db: Database): Indexing {
  const texts = db.prepare<[number], PassageTexts>(
    'SELECT p.title, x.headings, x.text FROM passages x LEFT JOIN pages p ON p.id = x.page_id WHERE x.id = ?',
  );
  const enter = db.prepare<[number, string, string, string]>(
    'INSERT INTO word_index (rowid, title, headings, text) VALUES (?, ?, ?, ?)',
  );
  const leave = db.prepare<[number]>('DELETE FROM word_index WHERE rowid = ?');

  return {
    enter(ids, count) {
      for (const id of ids) {
        const row = texts.get(id);
        if (row === undefined) continue;
        const headings = searchable(headingsIn(row.headings));
        const text = searchable(row.text);
        enter.run(id, searchable(row.title ?? ''), headings, text);
        addWords(count, [headings, text]);
      }
    },
    leave(ids) {
      for (const id of ids) leave.run(id);
    },
    count(ids, count) {
      for (const id of ids) {
        const row = texts.get(id);
        if (row !== undefined) addWords(count, [searchable(headingsIn(row.headings)), searchable(row.text)]);
      }
    },
  };
}

function headingsIn(json: string): string {
  const headings: readonly string[] = JSON.parse(json);
  return headings.join('\n');
}

function addWords(count: WordCount, texts: readonly string[]): void {
  for (const word of vocabularyOf(texts)) count.set(word, (count.get(word) ?? 0) + 1);
}
