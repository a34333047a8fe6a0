import type Database from 'better-sqlite3';
import { searchable, vocabularyOf } from '../../src/knowledge/searchable.ts';

/** Words of a guild's file whose number in the vocabulary is not that of the passages they stand in. */
export function wrongWords(db: Database.Database): readonly string[] {
  const right = new Map<string, number>();
  const passages = db
    .prepare<[], { headings: string; text: string }>('SELECT headings, text FROM passages WHERE page_id IS NOT NULL')
    .all();
  for (const { headings, text } of passages) {
    const path: readonly string[] = JSON.parse(headings);
    for (const word of vocabularyOf([searchable(path.join('\n')), searchable(text)]))
      right.set(word, (right.get(word) ?? 0) + 1);
  }
  const stored = new Map(
    db
      .prepare<[], { word: string; passages: number }>('SELECT word, passages FROM vocabulary')
      .all()
      .map(({ word, passages: count }) => [word, count] as const),
  );
  return [...new Set([...right.keys(), ...stored.keys()])].filter((word) => right.get(word) !== stored.get(word));
}
