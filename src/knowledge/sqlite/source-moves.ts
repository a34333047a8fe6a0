import type { Database } from 'better-sqlite3';
import { eraseTime, type RemovedSource } from '../removal.ts';
import type { SourceSpec } from '../store.ts';
import { atomic } from './atomic.ts';
import type { Removals } from './removals.ts';

/**
 * Removing sources softly, and putting them back. The source itself goes or comes at once; its pages follow in slices,
 * and a page goes only when no other source has it.
 */
export interface SourceMoves {
  /** Takes a source out; how many pages follow it, or null when there is none. */
  remove(id: number, at: Date): number | null;
  /** Puts a removed source back; the number of the source that has its pages from now on, or null. */
  restore(id: number): number | null;
  removed(): readonly RemovedSource[];
  /** Sources that were nothing but this page, softly removed with it; called in the transaction that removes it. */
  removeWith(pageId: number, at: Date, eraseAt: Date): void;
  /** Those come back with it: they went at the same moment. */
  restoreWith(pageId: number, removedAt: Date): void;
  /** Takes one page out, or puts one back; false when no source is on the move. */
  moveSome(): boolean;
  /** From now on the sources whose time is over are being erased; how many. */
  expire(now: Date): number;
}

interface Moving {
  readonly id: number;
  readonly removedAt: number | null;
  readonly eraseAt: number | null;
}

interface RemovedRow {
  readonly id: number;
  readonly spec: string;
  readonly addedAt: number;
  readonly pages: number;
  readonly removedAt: number;
  readonly eraseAt: number;
}

/** Prepares the statements on one open guild file. */
export function prepareSourceMoves(db: Database, removals: Removals): SourceMoves {
  const takeOut = db.prepare<[number, number, number]>(
    `UPDATE sources SET (removed_at, erase_at, moving) = (?, ?, 1)
     WHERE id = ? AND leaving = 0 AND removed_at IS NULL`,
  );
  const takeOutWith = db.prepare<[number, number, number]>(
    `UPDATE sources SET (removed_at, erase_at, moving) = (?, ?, 1)
     WHERE kind = 'page' AND leaving = 0 AND removed_at IS NULL
       AND id IN (SELECT source_id FROM page_sources WHERE page_id = ?)`,
  );
  const wentWith = db
    .prepare<[number, number], number>(
      `SELECT s.id FROM page_sources ps JOIN sources s ON s.id = ps.source_id
       WHERE ps.page_id = ? AND s.kind = 'page' AND s.leaving = 0 AND s.removed_at = ?`,
    )
    .pluck();
  const isRemoved = db
    .prepare<[number], number>('SELECT 1 FROM sources WHERE id = ? AND leaving = 0 AND removed_at IS NOT NULL')
    .pluck();
  const successor = db
    .prepare<[number], number>(
      `SELECT here.id FROM sources old JOIN sources_here here ON here.kind = old.kind AND here.urls = old.urls
       WHERE old.id = ?`,
    )
    .pluck();
  const handOver = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO page_sources (page_id, source_id) SELECT page_id, ? FROM page_sources WHERE source_id = ?',
  );
  const leave = db.prepare<[number]>('UPDATE sources SET leaving = 1, moving = 0 WHERE id = ?');
  const putBack = db.prepare<[number]>(
    'UPDATE sources SET (removed_at, erase_at, moving) = (NULL, NULL, 1) WHERE id = ?',
  );
  const expire = db.prepare<[number]>('UPDATE sources SET leaving = 1, moving = 0 WHERE leaving = 0 AND erase_at <= ?');
  const pagesOf = preparePagesOfMoves(db);

  const restore = (id: number): number | null => {
    if (isRemoved.get(id) === undefined) return null;
    pagesOf.followAgain(id);
    const heir = successor.get(id);
    if (heir !== undefined) {
      handOver.run(heir, id);
      leave.run(id);
    }
    putBack.run(heir ?? id);
    return heir ?? id;
  };
  const nextMoving = db.prepare<[], Moving>(
    `SELECT id, removed_at AS removedAt, erase_at AS eraseAt FROM sources WHERE moving = 1 LIMIT 1`,
  );
  const arrive = db.prepare<[number]>('UPDATE sources SET moving = 0 WHERE id = ?');
  const move = atomic(db, ({ id, removedAt, eraseAt }: Moving) => {
    const pageId = removedAt === null ? pagesOf.toPutBack(id) : pagesOf.toTakeOut(id);
    if (pageId === undefined) arrive.run(id);
    else if (removedAt === null || eraseAt === null) removals.restore(pageId);
    else removals.remove(pageId, 'source', new Date(removedAt), new Date(eraseAt));
  });

  return {
    remove: atomic(db, (id: number, at: Date) => {
      if (takeOut.run(at.getTime(), eraseTime('source', at).getTime(), id).changes === 0) return null;
      return pagesOf.countToTakeOut(id);
    }),
    restore: atomic(db, restore),
    removed: () => pagesOf.removedSources(),
    removeWith: (pageId, at, eraseAt) => void takeOutWith.run(at.getTime(), eraseAt.getTime(), pageId),
    restoreWith(pageId, removedAt) {
      for (const id of wentWith.all(pageId, removedAt.getTime())) restore(id);
    },
    moveSome() {
      const source = nextMoving.get();
      if (source !== undefined) move(source);
      return source !== undefined;
    },
    expire: (now) => expire.run(now.getTime()).changes,
  };
}

/** Which pages follow a source, one way or the other. */
function preparePagesOfMoves(db: Database) {
  const toTakeOut = `
    FROM page_sources mine WHERE mine.source_id = ?
      AND mine.page_id NOT IN (SELECT page_id FROM removals)
      AND NOT EXISTS (SELECT 1 FROM page_sources other JOIN sources_here s ON s.id = other.source_id
                      WHERE other.page_id = mine.page_id)`;
  const oneToTakeOut = db.prepare<[number], number>(`SELECT mine.page_id ${toTakeOut} LIMIT 1`).pluck();
  const countToTakeOut = db.prepare<[number], number>(`SELECT count(*) ${toTakeOut}`).pluck();
  const oneToPutBack = db
    .prepare<[number], number>(
      `SELECT r.page_id FROM page_sources mine JOIN removals r ON r.page_id = mine.page_id
       WHERE mine.source_id = ? AND r.why = 'source' LIMIT 1`,
    )
    .pluck();
  // What went for the sake of one page comes back with that page.
  const followAgain = db.prepare<[number]>(
    `UPDATE removals SET why = 'source' FROM page_sources mine JOIN sources s ON s.id = mine.source_id
     WHERE s.id = ? AND removals.page_id = mine.page_id AND removals.removed_at = s.removed_at`,
  );
  const removedSources = db.prepare<[], RemovedRow>(
    `SELECT s.id, s.spec, s.added_at AS addedAt, s.removed_at AS removedAt, s.erase_at AS eraseAt,
            (SELECT count(*) FROM page_sources ps JOIN removals r ON r.page_id = ps.page_id
             WHERE ps.source_id = s.id AND (r.why = 'source' OR r.removed_at = s.removed_at)) AS pages
     FROM sources s WHERE s.leaving = 0 AND s.removed_at IS NOT NULL ORDER BY s.removed_at DESC, s.id`,
  );
  return {
    toTakeOut: (sourceId: number) => oneToTakeOut.get(sourceId),
    countToTakeOut: (sourceId: number) => countToTakeOut.get(sourceId) ?? 0,
    toPutBack: (sourceId: number) => oneToPutBack.get(sourceId),
    followAgain: (sourceId: number) => followAgain.run(sourceId),
    removedSources: () => removedSources.all().map(removedSourceOf),
  };
}

function removedSourceOf(row: RemovedRow): RemovedSource {
  const spec: SourceSpec = JSON.parse(row.spec);
  return {
    ...row,
    spec,
    addedAt: new Date(row.addedAt),
    removedAt: new Date(row.removedAt),
    eraseAt: new Date(row.eraseAt),
  };
}
