import type { Database } from 'better-sqlite3';
import { eraseTime, type PageRestored, type RemovalReason } from '../removal.ts';
import { atomic } from './atomic.ts';
import type { Pages } from './pages.ts';
import type { Removals } from './removals.ts';
import type { SourceMoves } from './source-moves.ts';
import type { Sources } from './sources.ts';

/** Removing single pages, putting them back and erasing them, with the sources that are nothing but the page. */
export interface PageMoves {
  remove(id: number, why: RemovalReason, at: Date): boolean;
  restore(id: number): PageRestored;
  /** Removed or not; false when there is none. */
  erase(id: number): boolean;
  /** Erases one removed page whose time is over; false when there is none. */
  expireOne(now: Date): boolean;
  isWithheld(url: string): boolean;
  withheldUrls(sourceId: number): readonly string[];
  withholdUrls(sourceId: number, urls: readonly string[]): void;
}

export interface PageMovesDeps {
  readonly pages: Pages;
  readonly removals: Removals;
  readonly sources: Sources;
  readonly sourceMoves: SourceMoves;
}

/** Prepares the statements on one open guild file. */
export function preparePageMoves(db: Database, { pages, removals, sources, sourceMoves }: PageMovesDeps): PageMoves {
  // An imported page takes its own sources along: every other one on its host remembers, since its pages may lead there.
  const withhold = db.prepare<[number]>(
    `INSERT OR IGNORE INTO withheld (url, source_id)
     SELECT DISTINCT p.url, s.id
     FROM pages p JOIN page_checks own ON own.page_id = p.id JOIN page_checks near ON near.host = own.host
     JOIN page_sources ps ON ps.page_id = near.page_id JOIN sources_here s ON s.id = ps.source_id
     WHERE p.id = ? AND (s.kind = 'site' OR s.id NOT IN (SELECT source_id FROM page_sources WHERE page_id = p.id))`,
  );
  const isWithheld = db.prepare<[string], number>('SELECT 1 FROM withheld WHERE url = ? LIMIT 1').pluck();
  const withholdUrl = db.prepare<[string, number]>('INSERT OR IGNORE INTO withheld (url, source_id) VALUES (?, ?)');
  const admit = db.prepare<[number]>('DELETE FROM withheld WHERE url = (SELECT url FROM pages WHERE id = ?)');
  // What led to its removal must not lead to it again at once.
  const beginAnew = db.prepare<[number]>(
    `UPDATE page_checks
     SET (missing_since, failing_since, frozen_since, sitemap_last_seen_at) = (NULL, NULL, NULL, NULL) WHERE page_id = ?`,
  );
  /** A source that is here, or that went with the page and comes back with it. */
  const hasPlace = db
    .prepare<[number], number>(
      `SELECT 1 FROM removals r JOIN page_sources ps ON ps.page_id = r.page_id JOIN sources s ON s.id = ps.source_id
       WHERE r.page_id = ? AND s.leaving = 0
         AND (s.removed_at IS NULL OR (s.kind = 'page' AND s.removed_at = r.removed_at)) LIMIT 1`,
    )
    .pluck();
  const withheld = db.prepare<[number], string>('SELECT url FROM withheld WHERE source_id = ? ORDER BY url').pluck();

  return {
    remove: atomic(db, (id: number, why: RemovalReason, at: Date) => {
      if (!removals.remove(id, why, at)) return false;
      sourceMoves.removeWith(id, at, eraseTime(why, at));
      if (why === 'admin') withhold.run(id);
      return true;
    }),
    restore: atomic(db, (id: number) => {
      if (removals.has(id) && hasPlace.get(id) === undefined) return 'without-source';
      const removedAt = removals.restore(id);
      if (removedAt === null) return 'not-removed';
      sourceMoves.restoreWith(id, removedAt);
      admit.run(id);
      beginAnew.run(id);
      return 'restored';
    }),
    erase: atomic(db, (id: number) => {
      withhold.run(id);
      sources.markLeavingWith(id);
      return pages.delete(id);
    }),
    expireOne: atomic(db, (now: Date) => {
      const id = removals.expired(now);
      return id !== null && pages.delete(id);
    }),
    isWithheld: (url) => isWithheld.get(url) !== undefined,
    withheldUrls: (sourceId) => withheld.all(sourceId),
    withholdUrls: atomic(db, (sourceId: number, urls: readonly string[]) => {
      for (const url of urls) withholdUrl.run(url, sourceId);
    }),
  };
}
