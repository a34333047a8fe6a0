import type { Database } from 'better-sqlite3';
import { anyOf, contentWords, inHeadings, technicalNames } from '../query.ts';
import { fuse, nameBonus, type Candidate } from '../rank.ts';
import { allowedEdits, nearestWords } from '../spelling.ts';
import type { FoundPassage } from '../store.ts';

/** The best passages for a person's words, best first. Never throws on any input. */
export type Search = (query: string, limit: number) => readonly FoundPassage[];

/** Places of each list that take part in the fusion. */
const DEPTH = 50;
/** A word in more than this share of the passages tells little and costs most of the time. */
const COMMON_SHARE = 0.1;
/** In a small guild every word of its subject is common: below so many passages none is. */
const COMMON_AT_LEAST = 50;
const MOST_REPAIRS = 8;

/** Prepares the statements on one open guild file. */
export function prepareSearch(db: Database): Search {
  const choose = prepareWordChoice(db);
  const inWords = db.prepare<[string, number], number>(listFrom('word_index')).pluck();
  const results = prepareResults(db);

  return (query, limit) => {
    const words = choose(contentWords(query));
    if (words.length === 0 || limit < 1) return [];
    const lists = [inWords.all(anyOf(words), DEPTH)];
    const names = technicalNames(query);
    const scores = fuse(lists);
    for (const name of [query.slice(0, 100), ...names]) {
      const match = inHeadings(name);
      const named = match === '' ? [] : inWords.all(match, DEPTH);
      for (const id of named) scores.set(id, scores.get(id) ?? 0);
    }
    const asked = { query, words, names };
    for (const candidate of results.candidates([...scores.keys()])) {
      scores.set(candidate.id, (scores.get(candidate.id) ?? 0) + nameBonus(candidate, asked));
    }
    const best = [...scores].filter(([, score]) => score > 0).toSorted(([a, x], [b, y]) => y - x || a - b);
    return best.slice(0, limit).flatMap(([id, score]) => results.found(id, score));
  };
}

/** Ids best first; passages whose page is gone are still in the index until their slice, and are left out here. */
function listFrom(index: 'word_index'): string {
  return `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rank LIMIT ?`;
}

/** Which of a question's words to look for: misspelt ones repaired, those that stand nearly everywhere left out. */
function prepareWordChoice(db: Database): (words: readonly string[]) => readonly string[] {
  const passages = db.prepare<[], number>('SELECT count(*) FROM passages').pluck();
  const frequency = db.prepare<[string], number>('SELECT passages FROM vocabulary WHERE word = ?').pluck();
  const inIndex = db.prepare<[string], number>('SELECT 1 FROM word_index WHERE word_index MATCH ? LIMIT 1').pluck();
  const alike = db
    .prepare<[number, number], string>('SELECT word FROM vocabulary WHERE length(word) BETWEEN ? AND ?')
    .pluck();
  const mostUsed = db
    .prepare<[string], string>(
      `SELECT word FROM vocabulary WHERE word IN (SELECT value FROM json_each(?)) ORDER BY passages DESC, word LIMIT 1`,
    )
    .pluck();

  const repaired = (word: string): string => {
    const edits = allowedEdits(word);
    // The index knows stems and parts of names that the vocabulary does not.
    if (edits === 0 || frequency.get(word) !== undefined || inIndex.get(anyOf([word])) !== undefined) return word;
    const nearest = nearestWords(word, alike.all(word.length - edits, word.length + edits));
    return nearest.length === 0 ? word : (mostUsed.get(JSON.stringify(nearest)) ?? word);
  };

  return (words) => {
    const mended = words.map((word, index) => (index < MOST_REPAIRS ? repaired(word) : word));
    const common = Math.max((passages.get() ?? 0) * COMMON_SHARE, COMMON_AT_LEAST);
    const rare = mended.filter((word) => (frequency.get(word) ?? 0) <= common);
    return [...new Set(rare.length > 0 ? rare : mended)];
  };
}

interface CandidateRow extends Omit<Candidate, 'headings'> {
  readonly headings: string;
}

interface FoundRow extends Omit<FoundPassage, 'headings' | 'score' | 'fetchedAt'> {
  readonly headings: string;
  readonly fetchedAt: number;
}

/** What stands behind the ids: little of all candidates, everything of the ones that are shown. */
function prepareResults(db: Database): {
  candidates(ids: readonly number[]): Candidate[];
  found(id: number, score: number): FoundPassage[];
} {
  const candidate = db.prepare<[string], CandidateRow>(
    `SELECT x.id, p.title, x.headings, x.ordinal
     FROM json_each(?) AS wanted JOIN passages x ON x.id = wanted.value JOIN pages p ON p.id = x.page_id`,
  );
  const found = db.prepare<[number], FoundRow>(
    `SELECT p.id AS pageId, p.url, x.anchor, p.title, x.headings, x.text, p.fetched_at AS fetchedAt
     FROM passages x JOIN pages p ON p.id = x.page_id WHERE x.id = ?`,
  );
  return {
    candidates: (ids) =>
      candidate.all(JSON.stringify(ids)).map((row) => {
        const { id, title, ordinal } = row;
        return { id, title, ordinal, headings: headingsOf(row) };
      }),
    found(id, score) {
      const row = found.get(id);
      return row === undefined
        ? []
        : [{ ...row, headings: headingsOf(row), score, fetchedAt: new Date(row.fetchedAt) }];
    },
  };
}

function headingsOf(row: { readonly headings: string }): readonly string[] {
  const headings: readonly string[] = JSON.parse(row.headings);
  return headings;
}
