import type { Database } from 'better-sqlite3';
import type { AskedWord } from '../evidence.ts';
import { asPhrase } from '../query.ts';
import { tellingSegments } from '../segments.ts';
import { isPartOfGroup, wordsOf } from '../words.ts';
import { seenPassage, type Scope } from './bindings.ts';

/** What a word without spaces around it is worth when a question is judged; they are not weighed against each other. */
const WEIGHT = 1;

/**
 * Words of scripts without spaces, for judging whether a question can be answered. The index has them as overlapping
 * pieces, of which some reach from one word into the next and stand nowhere, though the words do.
 */
export function prepareSegments(db: Database): (question: string, scope: Scope) => readonly AskedWord[] {
  const all = db.prepare<[string], number>('SELECT 1 FROM word_index WHERE word_index MATCH ? LIMIT 1').pluck();
  const seen = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM word_index w WHERE word_index MATCH ? AND ${seenPassage('w.rowid')} LIMIT 1`,
    )
    .pluck();
  return (question, scope) =>
    tellingSegments(question).map((asked) => {
      const match = asPhrase(wordsOf(asked)) + (isPartOfGroup(asked) ? '*' : '');
      const found = scope === null ? all.get(match) : seen.get(match, scope);
      return {
        asked,
        used: asked,
        certain: true,
        isOrdinary: true,
        isSegment: true,
        passages: found ?? 0,
        weight: WEIGHT,
      };
    });
}
