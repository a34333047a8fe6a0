import type { Database } from 'better-sqlite3';
import type { Audience, Binding } from '../bindings.ts';
import { contentWords } from '../query.ts';
import { asksTheSame, type Gap, type TaughtAnswer } from '../questions.ts';
import { atomic } from './atomic.ts';

interface GapRow extends Omit<Gap, 'lastAskedAt'> {
  readonly lastAskedAt: number;
}

interface TaughtRow extends Omit<TaughtAnswer, 'taughtAt' | 'boundTo'> {
  readonly taughtAt: number;
  readonly channel: string | null;
  readonly role: string | null;
}

/** Gaps that a new question is compared with, the latest first. */
const COMPARED = 500;

const SELECT = `
  SELECT g.id, g.state, g.note, q.question, q.asked_at AS lastAskedAt,
         (SELECT count(*) FROM questions WHERE gap_id = g.id) AS asked
  FROM gaps g JOIN questions q ON q.id = (SELECT max(id) FROM questions WHERE gap_id = g.id)`;

const LESSON =
  'SELECT id, question, answer, taught_by AS taughtBy, taught_at AS taughtAt, channel, role FROM taught_answers';

/** Unanswered questions of one guild, what its team taught, and what models cost it. */
export interface Gaps {
  add(questionId: number): void;
  list(query: { readonly state: Gap['state']; readonly limit: number; readonly offset: number }): readonly Gap[];
  count(state: Gap['state']): number;
  get(id: number): Gap | null;
  settle(id: number, state: Gap['state'], note: string | null): boolean;
  teach(answer: Omit<TaughtAnswer, 'id'>): number;
  unteach(id: number): boolean;
  taught(audience: Audience | undefined): readonly TaughtAnswer[];
  bookTokens(day: string, tokens: number): number;
}

/** Prepares the statements on one open guild file. */
export function prepareGaps(db: Database): Gaps {
  const text = db.prepare<[number], string>('SELECT question FROM questions WHERE id = ? AND gap_id IS NULL').pluck();
  const alike = db.prepare<[number], { readonly id: number; readonly state: Gap['state']; readonly question: string }>(
    `${SELECT} ORDER BY q.id DESC LIMIT ?`,
  );
  const insert = db.prepare('INSERT INTO gaps DEFAULT VALUES');
  const reopen = db.prepare<[number]>(`UPDATE gaps SET state = 'open', note = NULL WHERE id = ? AND state = 'solved'`);
  const assign = db.prepare<[number, number]>('UPDATE questions SET gap_id = ? WHERE id = ?');
  const list = db.prepare<[string, number, number], GapRow>(
    `${SELECT} WHERE g.state = ? ORDER BY asked DESC, q.id DESC LIMIT ? OFFSET ?`,
  );
  const count = db
    .prepare<[string], number>(
      'SELECT count(*) FROM gaps g WHERE state = ? AND EXISTS (SELECT 1 FROM questions WHERE gap_id = g.id)',
    )
    .pluck();
  const byId = db.prepare<[number], GapRow>(`${SELECT} WHERE g.id = ?`);
  const settle = db.prepare<[string, string | null, number]>('UPDATE gaps SET state = ?, note = ? WHERE id = ?');
  const insertTaught = db.prepare<[string, string, string, number, string | null, string | null]>(
    'INSERT INTO taught_answers (question, answer, taught_by, taught_at, channel, role) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const deleteTaught = db.prepare<[number]>('DELETE FROM taught_answers WHERE id = ?');
  const everyLesson = db.prepare<[], TaughtRow>(`${LESSON} ORDER BY id`);
  const lessonsFor = db.prepare<[string, string], TaughtRow>(
    `${LESSON} WHERE (channel IS NULL AND role IS NULL) OR channel IN (SELECT value FROM json_each(?))
       OR role IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  const book = db
    .prepare<[string, number], number>(
      `INSERT INTO model_costs (day, tokens) VALUES (?, ?)
       ON CONFLICT (day) DO UPDATE SET tokens = max(0, tokens + excluded.tokens) RETURNING tokens`,
    )
    .pluck();

  return {
    add: atomic(db, (questionId: number) => {
      const question = text.get(questionId);
      if (question === undefined) return;
      const words = contentWords(question);
      const same = alike.all(COMPARED).find((gap) => asksTheSame(words, contentWords(gap.question)));
      const gap = same?.id ?? Number(insert.run().lastInsertRowid);
      // What was thought to be solved is asked for again; what is ignored stays so.
      reopen.run(gap);
      assign.run(gap, questionId);
    }),
    list: ({ state, limit, offset }) => list.all(state, limit, offset).map(gapOf),
    count: (state) => count.get(state) ?? 0,
    get(id) {
      const row = byId.get(id);
      return row === undefined ? null : gapOf(row);
    },
    settle: (id, state, note) => settle.run(state, note, id).changes > 0,
    teach({ question, answer, taughtBy, taughtAt, boundTo }) {
      const channel = boundTo?.kind === 'channel' ? boundTo.target : null;
      const role = boundTo?.kind === 'role' ? boundTo.target : null;
      return Number(insertTaught.run(question, answer, taughtBy, taughtAt.getTime(), channel, role).lastInsertRowid);
    },
    unteach: (id) => deleteTaught.run(id).changes > 0,
    taught(audience) {
      if (audience === undefined) return everyLesson.all().map(lessonOf);
      return lessonsFor.all(JSON.stringify(audience.channels), JSON.stringify(audience.roles)).map(lessonOf);
    },
    bookTokens: (day, tokens) => book.get(day, tokens) ?? 0,
  };
}

function lessonOf({ channel, role, taughtAt, ...row }: TaughtRow): TaughtAnswer {
  return { ...row, taughtAt: new Date(taughtAt), boundTo: bindingOf(channel, role) };
}

function bindingOf(channel: string | null, role: string | null): Binding | null {
  if (channel !== null) return { kind: 'channel', target: channel };
  return role === null ? null : { kind: 'role', target: role };
}

function gapOf(row: GapRow): Gap {
  return { ...row, lastAskedAt: new Date(row.lastAskedAt) };
}
