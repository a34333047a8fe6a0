import { nextTurn as yieldToOthers } from '../../event-loop.ts';
import type { Database } from 'better-sqlite3';
import type { Erasure } from './erasure.ts';
import type { Pages } from './pages.ts';
import type { Passages } from './passages.ts';
import type { SourceMoves } from './source-moves.ts';
import { atomic } from './atomic.ts';

/**
 * Work that would hold the bot's one thread too long in one go (rule 7.6, design section 3). A transaction decides and
 * marks; slices of a few milliseconds carry it out, each consistent by itself; what a kill interrupted goes on when the
 * guild is opened next.
 */
export interface Chores {
  /** Does all waiting work, slice by slice, letting others in between. */
  run(): Promise<void>;
  /** Does what fills a slice for passages: work costs less in bulk, and a search does what is left. */
  runWhenMuch(): Promise<void>;
  /** The same, and then the bytes of all that was removed are erased (rule 9.2). */
  runAndErase(): Promise<void>;
}

/** Rows of a job's receipt deleted in one slice. */
const URLS_PER_SLICE = 500;

/** Prepares the statements on one open guild file. */
export function prepareChores(
  db: Database,
  {
    pages,
    passages,
    sourceMoves,
    erasure,
  }: {
    readonly pages: Pages;
    readonly passages: Passages;
    readonly sourceMoves: SourceMoves;
    readonly erasure: Erasure;
  },
): Chores {
  const leaving = db.prepare<[], number>('SELECT id FROM sources WHERE leaving = 1 LIMIT 1').pluck();
  const pageOf = db.prepare<[number], number>('SELECT page_id FROM page_sources WHERE source_id = ? LIMIT 1').pluck();
  const eraseUrls = db.prepare<[number, number]>(
    `DELETE FROM job_urls WHERE (job_id, ordinal) IN (
       SELECT u.job_id, u.ordinal FROM jobs j JOIN job_urls u ON u.job_id = j.id WHERE j.source_id = ? LIMIT ?)`,
  );
  const eraseJobs = db.prepare<[number]>('DELETE FROM jobs WHERE source_id = ?');
  const eraseSource = db.prepare<[number]>('DELETE FROM sources WHERE id = ?');

  /** One step of erasing a source: a page, else some lines of its receipts, else the source itself. */
  const eraseSome = atomic(db, (): boolean => {
    const sourceId = leaving.get();
    if (sourceId === undefined) return false;
    const pageId = pageOf.get(sourceId);
    if (pageId !== undefined) pages.forsake(pageId, sourceId);
    else if (eraseUrls.run(sourceId, URLS_PER_SLICE).changes === 0) {
      eraseJobs.run(sourceId);
      eraseSource.run(sourceId);
    }
    return true;
  });
  const workOff = async (): Promise<void> => {
    while (passages.workOff() || sourceMoves.moveSome() || eraseSome()) await yieldToOthers();
  };
  const workOffMuch = async (): Promise<void> => {
    while (passages.workOffMuch()) await yieldToOthers();
  };
  const workOffAndErase = async (): Promise<void> => {
    await workOff();
    await erasure.finish();
  };

  // One at a time: two would only take each other's slices.
  let running: Promise<void> = Promise.resolve();
  const next = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work, work);
    return running;
  };
  return {
    run: () => next(workOff),
    runWhenMuch: () => next(workOffMuch),
    runAndErase: () => next(workOffAndErase),
  };
}
