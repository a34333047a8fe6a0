import type { Database } from 'better-sqlite3';
import type { Change, ChangeKind } from '../freshness.ts';
import { atomic } from './atomic.ts';

/** What scheduled work found, until a digest has told it. */
export interface Changes {
  /** In the transaction that makes the change; the title is the page's as it stands. */
  note(change: {
    readonly at: Date;
    readonly kind: ChangeKind;
    readonly pageId: number;
    readonly url?: string;
    readonly note?: string;
  }): void;
  /** The same for a job's page, if the job is scheduled work: what an admin asked for he has seen. */
  noteForJob(jobId: number, pageId: number, kind: ChangeKind, at: Date): void;
  noteSitemap(url: string, why: string, at: Date): void;
  untold(limit: number): readonly Change[];
  toldAt(): Date | null;
  markTold(upTo: number, at: Date): void;
}

/** Prepares the statements on one open guild file. */
export function prepareChanges(db: Database): Changes {
  const insert = db.prepare<[number, string, string | null, string | null, number]>(
    `INSERT INTO changes (at, kind, url, title, note)
     SELECT ?, ?, coalesce(?, url), title, ? FROM pages WHERE id = ?`,
  );
  const insertForJob = db.prepare<[number, string, number, number]>(
    `INSERT INTO changes (at, kind, url, title)
     SELECT ?, ?, url, title FROM pages
     WHERE id = ? AND (SELECT spec ->> 'kind' FROM jobs WHERE id = ?) IN ('watch', 'sync')`,
  );
  const insertSitemap = db.prepare<[number, string, string]>(
    "INSERT INTO changes (at, kind, url, title, note) VALUES (?, 'sitemap', ?, '', ?)",
  );
  const untold = db.prepare<[number], Omit<Change, 'at'> & { readonly at: number }>(
    `SELECT id, at, kind, url, title, note FROM changes
     WHERE id > coalesce((SELECT told_upto FROM digests), 0) ORDER BY id LIMIT ?`,
  );
  const toldAt = db.prepare<[], number>('SELECT told_at FROM digests').pluck();
  const told = db.prepare<[number, number]>(
    `INSERT INTO digests (only, told_at, told_upto) VALUES (1, ?, ?)
     ON CONFLICT (only) DO UPDATE SET (told_at, told_upto) = (excluded.told_at, max(told_upto, excluded.told_upto))`,
  );
  const forget = db.prepare<[number]>('DELETE FROM changes WHERE id <= ?');

  return {
    note: ({ at, kind, pageId, url, note }) => void insert.run(at.getTime(), kind, url ?? null, note ?? null, pageId),
    noteForJob: (jobId, pageId, kind, at) => void insertForJob.run(at.getTime(), kind, pageId, jobId),
    noteSitemap: (url, why, at) => void insertSitemap.run(at.getTime(), url, why),
    untold: (limit) => untold.all(limit).map((row) => ({ ...row, at: new Date(row.at) })),
    toldAt() {
      const at = toldAt.get();
      return at === undefined ? null : new Date(at);
    },
    markTold: atomic(db, (upTo: number, at: Date) => {
      told.run(at.getTime(), upTo);
      forget.run(upTo);
    }),
  };
}
