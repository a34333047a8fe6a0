import type { Database } from 'better-sqlite3';
import { searchable, vocabularyOf } from '../searchable.ts';

/** Entering passages into the full-text index and the vocabulary, and taking them out. Inside a transaction. */
export interface Indexing {
  enter(ids: readonly number[]): void;
  /** The passages must still be there, with the texts they were entered with. */
  leave(ids: readonly number[]): void;
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
  const enterWords = db.prepare<[number, string, string, string]>(
    'INSERT INTO word_index (rowid, title, headings, text) VALUES (?, ?, ?, ?)',
  );
  const leaveWords = db.prepare<[number]>('DELETE FROM word_index WHERE rowid = ?');
  const mark = db.prepare<[number]>('UPDATE passages SET indexed = 1 WHERE id = ?');
  const vocabulary = prepareVocabulary(db);

  return {
    enter(ids) {
      const count = createCount();
      for (const id of ids) {
        const row = texts.get(id);
        if (row === undefined) continue;
        const headings = searchable(headingsIn(row.headings));
        const text = searchable(row.text);
        enterWords.run(id, searchable(row.title ?? ''), headings, text);
        mark.run(id);
        count.add(vocabularyOf([headings, text]));
      }
      vocabulary.more(count.words);
    },
    leave(ids) {
      const count = createCount();
      for (const id of ids) {
        const row = texts.get(id);
        if (row === undefined) continue;
        leaveWords.run(id);
        count.add(vocabularyOf([searchable(headingsIn(row.headings)), searchable(row.text)]));
      }
      vocabulary.fewer(count.words);
    },
  };
}

function headingsIn(json: string): string {
  const headings: readonly string[] = JSON.parse(json);
  return headings.join('\n');
}

function createCount(): { readonly words: ReadonlyMap<string, number>; add(words: ReadonlySet<string>): void } {
  const words = new Map<string, number>();
  return {
    words,
    add(more) {
      for (const word of more) words.set(word, (words.get(word) ?? 0) + 1);
    },
  };
}

/** In how many passages each word stands. */
function prepareVocabulary(db: Database) {
  const more = db.prepare<[number, string]>('UPDATE vocabulary SET passages = passages + ? WHERE word = ?');
  const learn = db.prepare<[string, number, string]>(
    'INSERT INTO vocabulary (word, passages, ending) VALUES (?, ?, ?)',
  );
  const fewer = db.prepare<[number, string]>('UPDATE vocabulary SET passages = passages - ? WHERE word = ?');
  const forget = db.prepare<[string]>('DELETE FROM vocabulary WHERE word = ? AND passages <= 0');
  return {
    more(words: ReadonlyMap<string, number>) {
      for (const [word, passages] of words) {
        if (more.run(passages, word).changes === 0) learn.run(word, passages, endingOf(word));
      }
    },
    fewer(words: ReadonlyMap<string, number>) {
      for (const [word, passages] of words) {
        fewer.run(passages, word);
        forget.run(word);
      }
    },
  };
}

/** What `vocabulary.ending` holds of a word. */
export function endingOf(word: string): string {
  return word.slice(-2);
}
