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
  /** The host as a whole gave no answer: one change for all its pages, however often that is noted. */
  noteDown(host: string, why: string, at: Date): void;
  untold(limit: number): readonly Change[];
  toldAt(): Date | null;
  markTold(upTo: number, at: Date): void;
}

interface Row extends Omit<Change, 'at' | 'holds' | 'pages'> {
  readonly at: number;
  readonly holds: 0 | 1;
}

interface Silence {
  readonly pages: number;
  readonly since: number | null;
}

/**
 * Whether a change is as it was told: its page bears the mark, is there, or is not. A sitemap counts as followed again
 * once a later one of the same site was read to its end, and one that nobody follows any more is nobody's trouble.
 */
const HOLDS = `CASE ch.kind
  WHEN 'missing' THEN c.missing_since IS NOT NULL
  WHEN 'disallowed' THEN c.frozen_since IS NOT NULL
  WHEN 'failing' THEN c.failing_since IS NOT NULL
  WHEN 'gone' THEN p.id IS NULL
  WHEN 'moved' THEN EXISTS (SELECT 1 FROM pages_here WHERE url = ch.note)
  WHEN 'sitemap' THEN EXISTS (
    SELECT 1 FROM schedules d JOIN sources_here s ON s.id = d.source_id
    WHERE d.mode = 'sitemap' AND ch.url IN (d.sitemap_url, s.spec ->> '$.startUrls[0]')
      AND (d.synced_at IS NULL OR d.synced_at <= ch.at))
  ELSE p.id IS NOT NULL
END`;

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
  // What is said of a host bears its name in place of a page's address.
  const forgetDown = db.prepare<[string]>("DELETE FROM changes WHERE kind = 'failing' AND url = ?");
  const insertDown = db.prepare<[number, string, string]>(
    "INSERT INTO changes (at, kind, url, title, note) VALUES (?, 'failing', ?, '', ?)",
  );
  // Pages that failed by their own answer were asked for since.
  const silence = db.prepare<[string], Silence>(
    `SELECT count(*) AS pages, min(c.failing_since) AS since
     FROM page_checks c JOIN pages_here p ON p.id = c.page_id
     WHERE c.host = ? AND c.failing_since > c.checked_at`,
  );
  const untold = db.prepare<[number], Row>(
    `SELECT ch.id, ch.at, ch.kind, ch.url, ch.title, ch.note, ${HOLDS} AS holds
     FROM changes ch LEFT JOIN pages_here p ON p.url = ch.url LEFT JOIN page_checks c ON c.page_id = p.id
     WHERE ch.id > coalesce((SELECT told_upto FROM digests), 0) ORDER BY ch.id LIMIT ?`,
  );
  const toldAt = db.prepare<[], number>('SELECT told_at FROM digests').pluck();
  const told = db.prepare<[number, number]>(
    `INSERT INTO digests (only, told_at, told_upto) VALUES (1, ?, ?)
     ON CONFLICT (only) DO UPDATE SET (told_at, told_upto) = (excluded.told_at, max(told_upto, excluded.told_upto))`,
  );
  const forget = db.prepare<[number]>('DELETE FROM changes WHERE id <= ?');

  function changeOf(row: Row): Change {
    const change = { ...row, at: new Date(row.at), holds: row.holds === 1 };
    if (row.kind !== 'failing' || row.url.includes('://')) return change;
    const { pages = 0, since = null } = silence.get(row.url) ?? {};
    return { ...change, kind: 'down', pages, at: new Date(since ?? row.at), holds: pages > 0 };
  }

  return {
    note: ({ at, kind, pageId, url, note }) => void insert.run(at.getTime(), kind, url ?? null, note ?? null, pageId),
    noteForJob: (jobId, pageId, kind, at) => void insertForJob.run(at.getTime(), kind, pageId, jobId),
    noteSitemap: (url, why, at) => void insertSitemap.run(at.getTime(), url, why),
    noteDown(host, why, at) {
      forgetDown.run(host);
      insertDown.run(at.getTime(), host, why);
    },
    untold: (limit) => untold.all(limit).map(changeOf),
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
