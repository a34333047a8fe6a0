import type { Database } from 'better-sqlite3';
import type { StoredRobots } from '../ledger.ts';
import type { PageOrigin } from '../store.ts';

type RobotsSeen = NonNullable<PageOrigin['robots']>;

interface RobotsRow extends Omit<StoredRobots, 'status' | 'sitemaps' | 'aiInput' | 'readAt'> {
  readonly status: number | null;
  readonly sitemaps: string;
  readonly aiInput: number | null;
  readonly readAt: number;
}

const COLUMNS = `
  host, status, verdict, agent_group AS "group", crawl_delay_seconds AS crawlDelaySeconds, sitemaps,
  ai_input AS aiInput, read_at AS readAt`;

/** What each job of one guild read of robots.txt. */
export interface JobRobots {
  record(id: number, robots: StoredRobots): void;
  of(id: number): readonly StoredRobots[];
  /** Of one host, as it was last read. */
  latestOf(host: string): RobotsSeen | null;
}

/** Prepares the statements on one open guild file. */
export function prepareJobRobots(db: Database): JobRobots {
  const insert = db.prepare<
    [number, string, number | null, string, string | null, number | null, string, number | null, number, Uint8Array]
  >(
    `INSERT OR REPLACE INTO job_robots
       (job_id, host, status, verdict, agent_group, crawl_delay_seconds, sitemaps, ai_input, read_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare<[number], RobotsRow>(
    `SELECT ${COLUMNS}, body FROM job_robots WHERE job_id = ? ORDER BY rowid`,
  );
  const latest = db.prepare<[string], Omit<RobotsRow, 'body'> & { readonly jobId: number }>(
    `SELECT ${COLUMNS}, job_id AS jobId FROM job_robots WHERE host = ? ORDER BY read_at DESC LIMIT 1`,
  );
  return {
    record(id, robots) {
      const status = robots.status === 'unreachable' ? null : robots.status;
      const aiInput = robots.aiInput === null ? null : Number(robots.aiInput);
      const { host, verdict, group, crawlDelaySeconds, body } = robots;
      const sitemaps = JSON.stringify(robots.sitemaps);
      insert.run(id, host, status, verdict, group, crawlDelaySeconds, sitemaps, aiInput, robots.readAt.getTime(), body);
    },
    of: (id) => select.all(id).map((row) => ({ ...evidenceOf(row), body: row.body })),
    latestOf(host) {
      const row = latest.get(host);
      return row === undefined ? null : { ...evidenceOf(row), jobId: row.jobId };
    },
  };
}

function evidenceOf(row: Omit<RobotsRow, 'body'>): Omit<StoredRobots, 'body'> {
  const sitemaps: readonly string[] = JSON.parse(row.sitemaps);
  const { host, verdict, group, crawlDelaySeconds } = row;
  return {
    host,
    verdict,
    group,
    crawlDelaySeconds,
    status: row.status ?? 'unreachable',
    sitemaps,
    aiInput: row.aiInput === null ? null : row.aiInput === 1,
    readAt: new Date(row.readAt),
  };
}
