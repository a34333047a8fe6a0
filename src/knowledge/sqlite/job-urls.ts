import type { Database } from 'better-sqlite3';
import type { FetchFailure } from '../../fetch/outcome.ts';
import { PROVISIONAL_SKIPS, type JobUrl, type MetUrl, type VisitRecord, type VisitResult } from '../ledger.ts';
import type { FreshnessFile } from './freshness.ts';
import type { Pages } from './pages.ts';
import { atomic } from './atomic.ts';
import { settle, type Line } from './settle.ts';

interface UrlRow extends Omit<JobUrl, 'failure'> {
  readonly failure: string | null;
}

/** Frontier and receipt of the jobs of one guild. */
export interface JobUrls {
  add(jobId: number, met: readonly MetUrl[]): void;
  recordDispatch(jobId: number, url: string, spentMs: number): void;
  /** The page, its line, what it linked to and the time, in one transaction (rule 9.7). */
  recordVisit(jobId: number, visit: VisitRecord): VisitResult;
  of(jobId: number, part?: { readonly limit: number; readonly offset: number }): readonly JobUrl[];
  knownTo(jobId: number): readonly string[];
}

/** Reasons that a link which may be followed overrules, as an SQL list. */
const PROVISIONAL = PROVISIONAL_SKIPS.map((reason) => `'${reason}'`).join(', ');

/** SQLite takes a negative limit for none. */
const ALL = { limit: -1, offset: 0 };

/** Prepares the statements on one open guild file. */
export function prepareJobUrls(db: Database, pages: Pages, freshness: FreshnessFile): JobUrls {
  const nextOrdinal = db
    .prepare<[number], number>('SELECT coalesce(max(ordinal), 0) + 1 FROM job_urls WHERE job_id = ?')
    .pluck();
  const insert = db.prepare<[number, number, string, string, string | null, number, string | null]>(
    `INSERT INTO job_urls (job_id, ordinal, url, state, via, depth, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (job_id, url) DO UPDATE
       SET (state, via, depth, reason) = (excluded.state, excluded.via, excluded.depth, excluded.reason)
       WHERE reason IN (${PROVISIONAL}) AND coalesce(excluded.reason, '') NOT IN (${PROVISIONAL})`,
  );
  const dispatch = db.prepare<[number, string]>(
    "UPDATE job_urls SET state = 'in-flight', attempts = attempts + 1 WHERE job_id = ? AND url = ?",
  );
  const countVisit = db.prepare<[number, number]>(
    'UPDATE jobs SET visited = visited + 1, spent_ms = max(spent_ms, ?) WHERE id = ?',
  );
  const spend = db.prepare<[number, number]>('UPDATE jobs SET spent_ms = max(spent_ms, ?) WHERE id = ?');
  const end = db.prepare<
    [string, string | null, string | null, number | null, string | null, string | null, number, string]
  >(
    `UPDATE job_urls SET (state, reason, change, page_id, failure, note) = (?, ?, ?, ?, ?, ?)
     WHERE job_id = ? AND url = ?`,
  );
  const select = db.prepare<[number, number, number], UrlRow>(
    `SELECT url, state, via, depth, attempts, reason, change, page_id AS pageId, failure, note
     FROM job_urls WHERE job_id = ? ORDER BY ordinal LIMIT ? OFFSET ?`,
  );
  const known = db
    .prepare<[number, number], string>(
      `WITH RECURSIVE chain (id) AS (
         SELECT continues FROM jobs WHERE id = ? AND continues IS NOT NULL
         UNION
         SELECT j.continues FROM chain JOIN jobs j ON j.id = chain.id WHERE j.continues IS NOT NULL
       )
       SELECT DISTINCT u.url FROM chain JOIN job_urls u ON u.job_id = chain.id
       WHERE u.state <> 'left' AND coalesce(u.reason, '') NOT IN (${PROVISIONAL})
         -- What it asks for again is its own.
         AND NOT EXISTS (SELECT 1 FROM job_urls own WHERE own.job_id = ? AND own.url = u.url)`,
    )
    .pluck();

  const add = (jobId: number, met: readonly MetUrl[]): void => {
    let ordinal = nextOrdinal.get(jobId) ?? 1;
    for (const { url, via, depth, skip } of met) {
      const state = skip === undefined ? 'queued' : 'skipped';
      ordinal += insert.run(jobId, ordinal, url, state, via, depth, skip ?? null).changes;
    }
  };
  const writeLine = (jobId: number, url: string, line: Line): void => {
    const failure = line.failure === undefined ? null : JSON.stringify(line.failure);
    const { state, reason = null, change = null, pageId = null, note = null } = line;
    const { changes } = end.run(state, reason, change, pageId, failure, note, jobId, url);
    if (changes === 0) throw new Error(`job ${jobId} has not met ${url}`);
  };

  return {
    add: atomic(db, add),
    recordDispatch: atomic(db, (jobId: number, url: string, spentMs: number) => {
      if (dispatch.run(jobId, url).changes === 0) throw new Error(`job ${jobId} has not met ${url}`);
      countVisit.run(spentMs, jobId);
    }),
    recordVisit: atomic(db, (jobId: number, { url, ending, met, spentMs }: VisitRecord) => {
      const { line, result } = settle({ jobId, visit: { url, ending }, pages, freshness });
      writeLine(jobId, url, line);
      add(jobId, met);
      spend.run(spentMs, jobId);
      return result;
    }),
    of: (jobId, { limit, offset } = ALL) => select.all(jobId, limit, offset).map(urlOf),
    knownTo: (jobId) => known.all(jobId, jobId),
  };
}

function urlOf(row: UrlRow): JobUrl {
  const failure: FetchFailure | null = row.failure === null ? null : JSON.parse(row.failure);
  return { ...row, failure };
}
