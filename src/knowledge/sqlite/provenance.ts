import type { Database } from 'better-sqlite3';
import type { PageOrigin } from '../store.ts';
import type { JobRobots } from './job-robots.ts';

/** How a page came in, and what is known of its host; null for what no job left a trace of. */
export interface Provenance {
  of(pageId: number): PageOrigin;
}

/** Prepares the statements on one open guild file. */
export function prepareProvenance(db: Database, robots: JobRobots): Provenance {
  const brought = db.prepare<[number], { readonly jobId: number; readonly via: string | null }>(
    `SELECT job_id AS jobId, via FROM job_urls WHERE page_id = ? AND change = 'new' ORDER BY job_id DESC LIMIT 1`,
  );
  const lastJob = db.prepare<[number], number | null>('SELECT max(job_id) FROM job_urls WHERE page_id = ?').pluck();
  const url = db.prepare<[number], string>('SELECT url FROM pages WHERE id = ?').pluck();
  return {
    of(pageId) {
      const address = url.get(pageId);
      return {
        brought: brought.get(pageId) ?? null,
        lastJobId: lastJob.get(pageId) ?? null,
        robots: address === undefined ? null : robots.latestOf(new URL(address).origin),
      };
    },
  };
}
