import type { Database } from 'better-sqlite3';
import type { Passage } from '../../page/page.ts';
import { eraseTime, type RemovalReason, type RemovedPage } from '../removal.ts';

import type { Passages } from './passages.ts';

/**
 * Pages taken out of everything and kept for a while. A page is removed while it has a row in `removals`; its own row,
 * and which sources have it, stay as they are. What changes them must be called inside a transaction.
 */
export interface Removals {
  /** Takes a page out; false when there is none, or it is out already. */
  remove(pageId: number, why: RemovalReason, at: Date, eraseAt?: Date): boolean;
  /** Puts a page back as it was, its passages indexed again; when it had been removed, or null when it is not. */
  restore(pageId: number): Date | null;
  /** Its content is replaced by what was fetched: only the mark goes. True when it was removed. */
  lift(pageId: number): boolean;
  has(pageId: number): boolean;
  /** The next page whose time is over, or null. */
  expired(now: Date): number | null;
  countExpired(now: Date): number;
  /** The latest removed first. */
  list(part: { readonly limit: number; readonly offset: number }): readonly RemovedPage[];
  find(named: number | string): RemovedPage | null;
  count(): number;
}

interface RemovedRow extends Omit<RemovedPage, 'removedAt' | 'eraseAt'> {
  readonly removedAt: number;
  readonly eraseAt: number;
}

const SELECT = `
  SELECT p.id, p.url, p.title, r.why, r.removed_at AS removedAt, r.erase_at AS eraseAt
  FROM removals r JOIN pages p ON p.id = r.page_id`;

/** Prepares the statements on one open guild file. */
export function prepareRemovals(db: Database, passages: Passages): Removals {
  const insert = db.prepare<[string, number, number, number]>(
    `INSERT OR IGNORE INTO removals (page_id, why, removed_at, erase_at, passages)
     SELECT p.id, ?, ?, ?,
            (SELECT json_group_array(json_object('anchor', anchor, 'headings', json(headings), 'text', text) ORDER BY ordinal)
             FROM passages WHERE page_id = p.id)
     FROM pages p WHERE p.id = ?`,
  );
  const kept = db.prepare<[number], { readonly passages: string; readonly removedAt: number }>(
    `SELECT r.passages, r.removed_at AS removedAt
     FROM removals r JOIN pages p ON p.id = r.page_id WHERE r.page_id = ?`,
  );
  const lift = db.prepare<[number]>('DELETE FROM removals WHERE page_id = ?');
  const has = db.prepare<[number], number>('SELECT 1 FROM removals WHERE page_id = ?').pluck();
  const expired = db
    .prepare<[number], number>('SELECT page_id FROM removals WHERE erase_at <= ? ORDER BY erase_at LIMIT 1')
    .pluck();
  const countExpired = db.prepare<[number], number>('SELECT count(*) FROM removals WHERE erase_at <= ?').pluck();
  const list = db.prepare<[number, number], RemovedRow>(`${SELECT} ORDER BY r.removed_at DESC, p.id LIMIT ? OFFSET ?`);
  const byId = db.prepare<[number], RemovedRow>(`${SELECT} WHERE p.id = ?`);
  const byUrl = db.prepare<[string], RemovedRow>(`${SELECT} WHERE p.url = ?`);
  const count = db.prepare<[], number>('SELECT count(*) FROM removals').pluck();

  return {
    remove(pageId, why, at, eraseAt = eraseTime(why, at)) {
      if (insert.run(why, at.getTime(), eraseAt.getTime(), pageId).changes === 0) return false;
      passages.drop(pageId);
      return true;
    },
    restore(pageId) {
      const row = kept.get(pageId);
      if (row === undefined) return null;
      lift.run(pageId);
      const texts: readonly Passage[] = JSON.parse(row.passages);
      passages.add(pageId, { passages: texts });
      return new Date(row.removedAt);
    },
    lift: (pageId) => lift.run(pageId).changes > 0,
    has: (pageId) => has.get(pageId) !== undefined,
    expired: (now) => expired.get(now.getTime()) ?? null,
    countExpired: (now) => countExpired.get(now.getTime()) ?? 0,
    list: ({ limit, offset }) => list.all(limit, offset).map(removedPageOf),
    find(named) {
      const row = typeof named === 'number' ? byId.get(named) : byUrl.get(named);
      return row === undefined ? null : removedPageOf(row);
    },
    count: () => count.get() ?? 0,
  };
}

function removedPageOf(row: RemovedRow): RemovedPage {
  return { ...row, removedAt: new Date(row.removedAt), eraseAt: new Date(row.eraseAt) };
}
