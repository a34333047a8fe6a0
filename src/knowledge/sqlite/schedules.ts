import type { Database } from 'better-sqlite3';
import type { Schedule, SourceState, WatchMode } from '../freshness.ts';
import { atomic } from './atomic.ts';
import { dateOf } from './checked-pages.ts';

/** The scheduled work of one guild's sources. */
export interface Schedules {
  get(sourceId: number): Schedule;
  states(): ReadonlyMap<number, SourceState>;
  set(sourceId: number, change: Partial<Omit<Schedule, 'sourceId'>>): void;
  /** Those that are not off, longest overdue first. */
  all(): readonly Schedule[];
  /** When the earliest of them is due; null when none ever is. */
  nextDue(): Date | null;
}

interface Row {
  readonly sourceId: number;
  readonly mode: WatchMode;
  readonly dueAt: number | null;
  readonly ranAt: number | null;
  readonly outcome: string | null;
  readonly backlog: number;
  readonly sitemapUrl: string | null;
  readonly sitemapSize: number | null;
  readonly shrunkSince: number | null;
  readonly syncedAt: number | null;
  readonly crawledAt: number | null;
  readonly lastmodRight: number;
  readonly lastmodWrong: number;
}

interface StateRow {
  readonly sourceId: number;
  readonly frozen: number;
  readonly missing: number;
  readonly failing: number;
}

const SELECT = `
  SELECT source_id AS sourceId, mode, due_at AS dueAt, ran_at AS ranAt, outcome, backlog, sitemap_url AS sitemapUrl,
         sitemap_size AS sitemapSize, shrunk_since AS shrunkSince, synced_at AS syncedAt, crawled_at AS crawledAt,
         lastmod_right AS lastmodRight, lastmod_wrong AS lastmodWrong
  FROM schedules WHERE source_id IN (SELECT id FROM sources_here)`;

/** Prepares the statements on one open guild file. */
export function prepareSchedules(db: Database): Schedules {
  const one = db.prepare<[number], Row>(`${SELECT} AND source_id = ?`);
  const all = db.prepare<[], Row>(SELECT);
  const on = db.prepare<[], Row>(`${SELECT} AND mode <> 'off' ORDER BY due_at, source_id`);
  const nextDue = db
    .prepare<[], number>(
      `SELECT min(due_at) FROM schedules WHERE mode <> 'off' AND source_id IN (SELECT id FROM sources_here)`,
    )
    .pluck();
  const write = db.prepare<[Row]>(
    `INSERT INTO schedules (source_id, mode, due_at, ran_at, outcome, backlog, sitemap_url, sitemap_size, shrunk_since,
                            synced_at, crawled_at, lastmod_right, lastmod_wrong)
     VALUES (@sourceId, @mode, @dueAt, @ranAt, @outcome, @backlog, @sitemapUrl, @sitemapSize, @shrunkSince,
             @syncedAt, @crawledAt, @lastmodRight, @lastmodWrong)
     ON CONFLICT (source_id) DO UPDATE SET
       (mode, due_at, ran_at, outcome, backlog, sitemap_url, sitemap_size, shrunk_since, synced_at, crawled_at, lastmod_right,
        lastmod_wrong)
       = (excluded.mode, excluded.due_at, excluded.ran_at, excluded.outcome, excluded.backlog, excluded.sitemap_url,
          excluded.sitemap_size, excluded.shrunk_since, excluded.synced_at, excluded.crawled_at, excluded.lastmod_right,
          excluded.lastmod_wrong)`,
  );
  const states = db.prepare<[], StateRow>(
    `SELECT ps.source_id AS sourceId, count(c.frozen_since) AS frozen, count(c.missing_since) AS missing,
            count(c.failing_since) AS failing
     FROM page_sources ps JOIN page_checks c ON c.page_id = ps.page_id
     WHERE ps.page_id NOT IN (SELECT page_id FROM removals) GROUP BY ps.source_id`,
  );
  const get = (sourceId: number): Schedule => {
    const row = one.get(sourceId);
    return row === undefined ? { ...NEVER_SET, sourceId } : scheduleOf(row);
  };

  return {
    get,
    states() {
      const byId = new Map<number, SourceState>();
      const none = { frozen: 0, missing: 0, failing: 0 };
      for (const row of all.all()) byId.set(row.sourceId, { ...none, schedule: scheduleOf(row) });
      for (const { sourceId, ...counts } of states.all()) {
        byId.set(sourceId, { ...counts, schedule: byId.get(sourceId)?.schedule ?? { ...NEVER_SET, sourceId } });
      }
      return byId;
    },
    set: atomic(db, (sourceId: number, change: Partial<Omit<Schedule, 'sourceId'>>) => {
      write.run(rowOf({ ...get(sourceId), ...change }));
    }),
    all: () => on.all().map(scheduleOf),
    nextDue: () => dateOf(nextDue.get() ?? null),
  };
}

const NEVER_SET: Omit<Schedule, 'sourceId'> = {
  mode: 'off',
  dueAt: null,
  ranAt: null,
  outcome: null,
  backlog: 0,
  sitemapUrl: null,
  sitemapSize: null,
  shrunkSince: null,
  syncedAt: null,
  crawledAt: null,
  lastmodRight: 0,
  lastmodWrong: 0,
};

function scheduleOf(row: Row): Schedule {
  return {
    ...row,
    dueAt: dateOf(row.dueAt),
    ranAt: dateOf(row.ranAt),
    shrunkSince: dateOf(row.shrunkSince),
    syncedAt: dateOf(row.syncedAt),
    crawledAt: dateOf(row.crawledAt),
  };
}

function rowOf(schedule: Schedule): Row {
  return {
    ...schedule,
    dueAt: schedule.dueAt?.getTime() ?? null,
    ranAt: schedule.ranAt?.getTime() ?? null,
    shrunkSince: schedule.shrunkSince?.getTime() ?? null,
    syncedAt: schedule.syncedAt?.getTime() ?? null,
    crawledAt: schedule.crawledAt?.getTime() ?? null,
  };
}
