import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import type { IndexProgress } from './index-progress.ts';
import type { WordCount } from './indexing.ts';

/**
 * Keeps the vocabulary: in how many passages each word stands. Writing a word costs more than counting it, so passages
 * that were indexed are counted in memory, and many of them written at once. What is lost with the memory, `counted_to`
 * says, and it is counted again.
 */
export interface Counting {
  /** Where the words of passages after this id are to be added that are about to be indexed. */
  wordsAfter(from: number): WordCount;
  /** They were indexed: all those after `from` and up to `to`. */
  entered(from: number, to: number): void;
  /** Passages that were counted leave. Inside a transaction. */
  left(words: WordCount): void;
  /** What is in memory fits no longer: passages in it left, or were not indexed after all. */
  forget(): void;
  /** Counts, or writes down, some of what is indexed and not counted; false when that is nothing. */
  workOff(): boolean;
  /** Whether so much was counted that writing it down is worth it. */
  isFull(): boolean;
}

export interface CountingParts {
  readonly standing: () => IndexProgress;
  /** Adds the words of passages after one id and up to another, so many of them at most; up to which that was. */
  readonly countAfter: (from: number, to: number, most: number, words: WordCount) => number;
}

/** Writing them holds the thread for some 15 ms; the more passages a word is written for, the less it costs each. */
const MOST_WORDS = 8000;
/** Passages that are counted again in one go. */
const AT_ONCE = 128;

/** What is counted and not yet written: the words of all passages after one id and up to another. */
interface Tally {
  readonly from: number;
  to: number;
  readonly words: WordCount;
  /** Changes when another process writes: passages may be gone then. */
  readonly version: number;
}

/** Prepares the statements on one open guild file. */
export function prepareCounting(db: Database, { standing, countAfter }: CountingParts): Counting {
  const vocabulary = prepareVocabulary(db);
  const setCounted = db.prepare<[number, number]>('UPDATE index_progress SET counted_to = ? WHERE counted_to = ?');
  const dataVersion = db.prepare<[], number>('SELECT data_version FROM pragma_data_version').pluck();
  const begin = (): Tally => ({
    from: standing().countedTo,
    to: standing().countedTo,
    words: new Map(),
    version: dataVersion.get() ?? 0,
  });
  let tally = begin();
  /** What is in memory, or what replaces it. */
  const fitting = (): Tally => {
    if (tally.version !== dataVersion.get() || tally.from !== standing().countedTo) tally = begin();
    return tally;
  };
  const write = atomic(db, ({ from, to, words }: Tally): void => {
    // Another process may have counted them between the look and the lock.
    if (setCounted.run(to, from).changes > 0) vocabulary.more(words);
  });

  return {
    wordsAfter(from) {
      const current = fitting();
      return current.to === from ? current.words : new Map();
    },
    entered(from, to) {
      if (tally.to === from) tally.to = to;
    },
    left: (words) => vocabulary.fewer(words),
    forget() {
      tally = begin();
    },
    workOff() {
      const current = fitting();
      const { indexedTo } = standing();
      if (current.to < indexedTo && current.words.size < MOST_WORDS) {
        current.to = countAfter(current.to, indexedTo, AT_ONCE, current.words);
        return true;
      }
      if (current.to === current.from) return false;
      write(current);
      tally = begin();
      return true;
    },
    isFull: () => tally.words.size >= MOST_WORDS,
  };
}

/** The table's statements. */
function prepareVocabulary(db: Database) {
  const more = db.prepare<[number, string]>('UPDATE vocabulary SET passages = passages + ? WHERE word = ?');
  const learn = db.prepare<[string, number, string]>(
    'INSERT INTO vocabulary (word, passages, ending) VALUES (?, ?, ?)',
  );
  const fewer = db.prepare<[number, string]>('UPDATE vocabulary SET passages = passages - ? WHERE word = ?');
  const forget = db.prepare<[string]>('DELETE FROM vocabulary WHERE word = ? AND passages <= 0');
  return {
    /** In the order of the table, whose pages are then each looked for once. */
    more(words: WordCount) {
      for (const word of [...words.keys()].toSorted()) {
        const passages = words.get(word) ?? 0;
        if (more.run(passages, word).changes === 0) learn.run(word, passages, word.slice(-ENDING));
      }
    },
    fewer(words: WordCount) {
      for (const [word, passages] of words) {
        fewer.run(passages, word);
        forget.run(word);
      }
    },
  };
}

/** Characters of `vocabulary.ending`. */
const ENDING = 2;
