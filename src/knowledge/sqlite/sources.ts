import type { Database } from 'better-sqlite3';
import type { Source, SourceSpec } from '../store.ts';
import { atomic } from './atomic.ts';

interface SourceRow {
  readonly id: number;
  readonly spec: string;
  readonly addedAt: number;
  readonly pages: number;
  readonly checkedAt: number | null;
}

const SELECT = `
  SELECT s.id, s.spec, s.added_at AS addedAt,
         (SELECT count(*) FROM page_sources
          WHERE source_id = s.id AND page_id NOT IN (SELECT page_id FROM removals)) AS pages,
         (SELECT max(c.checked_at) FROM page_sources ps JOIN page_checks c ON c.page_id = ps.page_id
          WHERE ps.source_id = s.id AND ps.page_id NOT IN (SELECT page_id FROM removals)) AS checkedAt
  FROM sources_here s WHERE true`;

/** The sources of one guild. One that is removed, or being erased, is not there any more. */
export interface Sources {
  add(spec: SourceSpec, at: Date): Source;
  all(): readonly Source[];
  get(id: number): Source | null;
  siteWith(startUrls: readonly string[]): Source | null;
  /** The site starts here from now on; it stays the one that was added with its first URLs. */
  move(id: number, startUrls: readonly string[]): void;
  /** Starts the erasure of a source, removed or not; how many pages go with it because no other source has them. Null: none. */
  markLeaving(id: number): number | null;
  /** Starts the erasure of sources that stand for this one page; to be called before the page is deleted. */
  markLeavingWith(pageId: number): void;
}

/** Prepares the statements on one open guild file. */
export function prepareSources(db: Database): Sources {
  const upsert = db
    .prepare<[string, string, string, number], number>(
      `INSERT INTO sources (kind, urls, spec, added_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, urls) WHERE leaving = 0 AND removed_at IS NULL DO UPDATE SET spec = excluded.spec
       RETURNING id`,
    )
    .pluck();
  const all = db.prepare<[], SourceRow>(`${SELECT} ORDER BY s.id`);
  const byId = db.prepare<[number], SourceRow>(`${SELECT} AND s.id = ?`);
  const byUrls = db.prepare<[string, string], SourceRow>(`${SELECT} AND s.kind = ? AND s.urls = ?`);
  const movedTo = db
    .prepare<[string], number>(
      `SELECT id FROM sources_here
       WHERE kind = 'site' AND (SELECT group_concat(value, char(10))
                                FROM (SELECT DISTINCT value FROM json_each(spec, '$.startUrls') ORDER BY value)) = ?
       ORDER BY id LIMIT 1`,
    )
    .pluck();
  const rename = db.prepare<[string, number]>('UPDATE sources SET urls = ? WHERE id = ?');
  const move = db.prepare<[string, number]>(
    `UPDATE sources SET spec = json_set(spec, '$.startUrls', json(?)) WHERE id = ? AND kind = 'site'`,
  );
  const leave = db.prepare<[number]>('UPDATE sources SET leaving = 1, moving = 0 WHERE id = ? AND leaving = 0');

  const soleOwner = db
    .prepare<[number], number>(
      `SELECT count(*) FROM page_sources mine WHERE source_id = ? AND NOT EXISTS (
         SELECT 1 FROM page_sources other WHERE other.page_id = mine.page_id AND other.source_id <> mine.source_id)`,
    )
    .pluck();
  const leaveWith = db.prepare<[number]>(
    `UPDATE sources SET leaving = 1, moving = 0
     WHERE kind = 'page' AND id IN (SELECT source_id FROM page_sources WHERE page_id = ?)`,
  );

  const get = (id: number): Source | null => sourceOf(byId.get(id));
  /** One that was added with these URLs, or else one that has moved to them. */
  const siteWith = (urls: string): Source | null => {
    const added = sourceOf(byUrls.get('site', urls));
    return added ?? get(movedTo.get(urls) ?? 0);
  };
  return {
    add: atomic(db, (spec: SourceSpec, at: Date) => {
      const moved = spec.kind === 'site' ? siteWith(identityOf(spec)) : null;
      // From now on it goes by the URLs that were given last.
      if (moved !== null) rename.run(identityOf(spec), moved.id);
      const id = upsert.get(spec.kind, identityOf(spec), JSON.stringify(spec), at.getTime());
      const source = id === undefined ? null : get(id);
      if (source === null) throw new Error('the source just written is not there');
      return source;
    }),
    all: () => all.all().flatMap((row) => sourceOf(row) ?? []),
    get,
    siteWith: (startUrls) => siteWith(sorted(startUrls)),
    move: (id, startUrls) => void move.run(JSON.stringify(startUrls), id),
    markLeaving: atomic(db, (id: number) => (leave.run(id).changes === 0 ? null : (soleOwner.get(id) ?? 0))),
    markLeavingWith: (pageId) => void leaveWith.run(pageId),
  };
}

function identityOf(spec: SourceSpec): string {
  return spec.kind === 'page' ? spec.url : sorted(spec.startUrls);
}

function sorted(urls: readonly string[]): string {
  return [...new Set(urls)].toSorted().join('\n');
}

function sourceOf(row: SourceRow | undefined): Source | null {
  if (row === undefined) return null;
  const spec: SourceSpec = JSON.parse(row.spec);
  return {
    id: row.id,
    spec,
    addedAt: new Date(row.addedAt),
    pages: row.pages,
    checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt),
  };
}
