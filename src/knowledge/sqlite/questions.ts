import type { Database } from 'better-sqlite3';
import type { KeptCitation, KeptOfMember, KeptQuestion, QuestionToKeep, Translation } from '../questions.ts';
import { atomic } from './atomic.ts';
import type { Erasure } from './erasure.ts';
import { prepareForgetting } from './forgotten.ts';

interface QuestionRow extends Omit<KeptQuestion, 'askedAt' | 'citations' | 'translation'> {
  readonly askedAt: number;
  readonly citations: string;
  readonly translationLanguage: string | null;
  readonly translation: string | null;
}

const SELECT = `
  SELECT q.id, q.asked_at AS askedAt, q.asker, q.channel, q.question, q.key, q.audience, q.parent, q.made_by AS by,
         q.answer, q.citations, q.translation_language AS translationLanguage, q.translation,
         (SELECT count(*) FROM ratings WHERE question_id = q.id AND good = 1) AS good,
         (SELECT count(*) FROM ratings WHERE question_id = q.id AND good = 0) AS bad
  FROM questions q`;

/** Questions and ratings of one guild. */
export interface Questions {
  keep(question: QuestionToKeep): number;
  get(id: number): KeptQuestion | null;
  keepMessage(id: number, messageId: string): void;
  inMessage(messageId: string): number | null;
  latestAnswer(key: string, audience: string): KeptQuestion | null;
  latestTranslation(question: string, language: string): Translation | null;
  rate(id: number, member: string, good: boolean, at: Date): boolean;
  of(member: string): KeptOfMember;
  forgetMember(member: string): number;
  forgetBefore(at: Date): number;
}

/** Prepares the statements on one open guild file. */
export function prepareQuestions(db: Database, erasure: Erasure): Questions {
  const insert = db.prepare(
    `INSERT INTO questions (asked_at, asker, channel, question, key, audience, parent, made_by, answer, citations,
       translation_language, translation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byId = db.prepare<[number], QuestionRow>(`${SELECT} WHERE q.id = ?`);
  const byKey = db.prepare<[string, string], QuestionRow>(
    `${SELECT} WHERE q.key = ? AND q.audience = ? AND q.answer <> '' AND q.key <> '' ORDER BY q.id DESC LIMIT 1`,
  );
  const byWords = db.prepare<[string, string], Translation>(
    `SELECT translation_language AS language, translation AS words FROM questions
     WHERE question = ? AND translation_language = ? AND translation IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  // The question may have been forgotten while its answer was sent.
  const keepMessage = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO answer_messages (message, question_id) SELECT ?, id FROM questions WHERE id = ?',
  );
  const inMessage = db.prepare<[string], number>('SELECT question_id FROM answer_messages WHERE message = ?').pluck();
  const hashOf = db.prepare<[number], string>('SELECT content_hash FROM pages_here WHERE id = ?').pluck();
  const isTaught = db.prepare<[number], number>('SELECT 1 FROM taught_answers WHERE id = ?').pluck();
  const rate = db.prepare<[number, string, number, number]>(
    `INSERT INTO ratings (question_id, member, good, rated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (question_id, member) DO UPDATE SET good = excluded.good, rated_at = excluded.rated_at`,
  );
  const byAsker = db.prepare<[string], QuestionRow>(`${SELECT} WHERE q.asker = ? ORDER BY q.id`);
  const ratingsBy = db.prepare<[string], number>('SELECT count(*) FROM ratings WHERE member = ?').pluck();
  const lessonsBy = db.prepare<[string], number>('SELECT count(*) FROM taught_answers WHERE taught_by = ?').pluck();
  const forgetAll = prepareForgetting(db);
  const deleteOld = db.prepare<[number]>('DELETE FROM questions WHERE asked_at < ?');
  const deleteOldRatings = db.prepare<[number]>('DELETE FROM ratings WHERE rated_at < ?');
  const deleteEmptyGaps = db.prepare(
    'DELETE FROM gaps WHERE NOT EXISTS (SELECT 1 FROM questions WHERE gap_id = gaps.id)',
  );

  const says = ({ pageId, contentHash, taught }: KeptCitation): boolean =>
    taught ? isTaught.get(pageId) !== undefined : hashOf.get(pageId) === contentHash;

  const gone = (rows: number): number => {
    deleteEmptyGaps.run();
    if (rows > 0) erasure.note();
    return rows;
  };

  return {
    keep({ askedAt, asker, channel, question, key, audience, parent, by, answer, citations, translation }) {
      const values = [askedAt.getTime(), asker, channel, question, key, audience, parent, by, answer];
      const { language = null, words = null } = translation ?? {};
      return Number(insert.run(...values, JSON.stringify(citations), language, words).lastInsertRowid);
    },
    get: (id) => questionOf(byId.get(id)),
    keepMessage: (id, messageId) => void keepMessage.run(messageId, id),
    inMessage: (messageId) => inMessage.get(messageId) ?? null,
    latestAnswer(key, audience) {
      const found = questionOf(byKey.get(key, audience));
      return found !== null && found.citations.every(says) ? found : null;
    },
    latestTranslation: (question, language) => byWords.get(question, language) ?? null,
    rate: atomic(db, (id: number, member: string, good: boolean, at: Date) => {
      if (byId.get(id) === undefined) return false;
      rate.run(id, member, good ? 1 : 0, at.getTime());
      return true;
    }),
    of: (member) => ({
      questions: byAsker.all(member).flatMap((row) => questionOf(row) ?? []),
      ratings: ratingsBy.get(member) ?? 0,
      lessons: lessonsBy.get(member) ?? 0,
    }),
    forgetMember: atomic(db, (member: string) => gone(forgetAll(member, Number.MAX_SAFE_INTEGER))),
    forgetBefore: atomic(db, (at: Date) => {
      return gone(deleteOldRatings.run(at.getTime()).changes + deleteOld.run(at.getTime()).changes);
    }),
  };
}

function questionOf(row: QuestionRow | undefined): KeptQuestion | null {
  if (row === undefined) return null;
  const { translationLanguage: language, translation: words, ...rest } = row;
  const citations: readonly (Omit<KeptCitation, 'fetchedAt'> & { readonly fetchedAt: string })[] = JSON.parse(
    row.citations,
  );
  return {
    ...rest,
    translation: language === null || words === null ? null : { language, words },
    askedAt: new Date(row.askedAt),
    citations: citations.map((citation) => ({ ...citation, fetchedAt: new Date(citation.fetchedAt) })),
  };
}
