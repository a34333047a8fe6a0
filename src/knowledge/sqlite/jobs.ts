import type { Database } from 'better-sqlite3';
import type { JobLedger, JobRecord, JobSpec, JobState, NewJob } from '../ledger.ts';
import type { Scope } from './bindings.ts';
import { atomic } from './atomic.ts';

interface JobRow {
  readonly id: number;
  readonly spec: string;
  readonly state: JobState;
  readonly sourceId: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly end: string | null;
  readonly detail: string | null;
  readonly visited: number;
  readonly spentMs: number;
  readonly continues: number | null;
  readonly movedStart: string | null;
}

const SELECT = `
  SELECT id, spec, state, source_id AS sourceId, created_at AS createdAt, finished_at AS finishedAt, ending AS end,
         detail, visited, spent_ms AS spentMs, continues, moved_start AS movedStart
  FROM jobs`;

type JobEnding = Parameters<JobLedger['finishJob']>[1];

/** The job rows of one guild. */
export interface Jobs {
  create(job: NewJob): JobRecord;
  get(id: number): JobRecord | null;
  newest(limit: number): readonly JobRecord[];
  unfinished(): readonly JobRecord[];
  lastOf(sourceId: number, kind: JobSpec['kind']): JobRecord | null;
  markRunning(id: number): void;
  recordMovedStart(id: number, start: string): void;
  finish(id: number, ending: JobEnding): void;
  hasPartial(scope: Scope): boolean;
}

/** Prepares the statements on one open guild file. */
export function prepareJobs(db: Database): Jobs {
  const insert = db.prepare<[string, number | null, number, number | null, number | null]>(
    `INSERT INTO jobs (spec, state, source_id, created_at, continues, moved_start)
     VALUES (?, 'queued', ?, ?, ?, (SELECT moved_start FROM jobs WHERE id = ?))`,
  );
  const takeOver = db.prepare<[number | bigint, number]>(
    `INSERT INTO job_urls (job_id, ordinal, url, state, via, depth)
     SELECT ?, row_number() OVER (ORDER BY ordinal), url, 'queued', via, depth
     FROM job_urls WHERE job_id = ? AND state = 'left'`,
  );
  const takeFailed = db.prepare<[number | bigint, number, number]>(
    `INSERT OR IGNORE INTO job_urls (job_id, ordinal, url, state, via, depth, reason)
     SELECT ?, row_number() OVER (ORDER BY state, job_id, ordinal), url, iif(state = 'failed', 'queued', state), via, depth,
            reason
     FROM job_urls WHERE (job_id = ? AND state = 'failed') OR (job_id = ? AND state = 'left')`,
  );
  const byId = db.prepare<[number | bigint], JobRow>(`${SELECT} WHERE id = ?`);
  const newest = db.prepare<[number], JobRow>(`${SELECT} ORDER BY id DESC LIMIT ?`);
  const unfinished = db.prepare<[], JobRow>(`${SELECT} WHERE state <> 'finished' ORDER BY id`);
  const lastOf = db.prepare<[number, string], JobRow>(
    `${SELECT} WHERE source_id = ? AND spec ->> 'kind' = ? ORDER BY id DESC LIMIT 1`,
  );
  const run = db.prepare<[number]>("UPDATE jobs SET state = 'running' WHERE id = ? AND state <> 'finished'");
  const movedStart = db.prepare<[string, number]>('UPDATE jobs SET moved_start = ? WHERE id = ?');
  const finish = db.prepare<[number, string, string | null, number, number]>(
    `UPDATE jobs SET state = 'finished', finished_at = ?, ending = ?, detail = ?, spent_ms = max(spent_ms, ?) WHERE id = ?`,
  );
  const leave = db.prepare<[string, number]>(
    "UPDATE job_urls SET state = 'left', reason = ? WHERE job_id = ? AND state IN ('queued', 'in-flight')",
  );
  const partial = db
    .prepare<{ readonly scope: Scope }, number>(
      `SELECT count(*) FROM jobs
       WHERE ending IN ('page-limit', 'time-limit', 'new-page-limit')
         AND id IN (SELECT max(id) FROM jobs WHERE source_id IS NOT NULL GROUP BY source_id)
         AND (:scope IS NULL OR source_id IN (SELECT value FROM json_each(:scope)))`,
    )
    .pluck();
  const one = (row: JobRow | undefined): JobRecord | null => (row === undefined ? null : recordOf(row));

  return {
    create: atomic(db, (job: NewJob) => {
      const { sourceId, continues, retries } = job;
      const spec = JSON.stringify(job.spec);
      const { lastInsertRowid } = insert.run(spec, sourceId, job.createdAt.getTime(), continues, continues);
      if (continues !== null && retries === undefined) takeOver.run(lastInsertRowid, continues);
      if (continues !== null && retries !== undefined) takeFailed.run(lastInsertRowid, retries, continues);
      const record = one(byId.get(lastInsertRowid));
      if (record === null) throw new Error('the job just written is not there');
      return record;
    }),
    get: (id) => one(byId.get(id)),
    newest: (limit) => newest.all(limit).map(recordOf),
    unfinished: () => unfinished.all().map(recordOf),
    lastOf: (sourceId, kind) => one(lastOf.get(sourceId, kind)),
    hasPartial: (scope) => (partial.get({ scope }) ?? 0) > 0,
    markRunning: (id) => void run.run(id),
    recordMovedStart: (id, start) => void movedStart.run(start, id),
    finish: atomic(db, (id: number, { at, end, detail, leftReason, spentMs }: JobEnding) => {
      leave.run(leftReason, id);
      finish.run(at.getTime(), end, detail ?? null, spentMs, id);
    }),
  };
}

function recordOf(row: JobRow): JobRecord {
  const spec: JobSpec = JSON.parse(row.spec);
  return {
    ...row,
    spec,
    createdAt: new Date(row.createdAt),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
  };
}
