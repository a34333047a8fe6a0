import type { Database } from 'better-sqlite3';
import type { Validators } from '../../fetch/outcome.ts';
import type { RemovalReason } from '../removal.ts';
import type { PageDetails, PageToSave, PageToTakeIn, StoredPage } from '../store.ts';
import { seenPage, type Scope } from './bindings.ts';
import type { Erasure } from './erasure.ts';
import {
  DETAILS_COLUMNS,
  PAGE_COLUMNS,
  pageDetailsOf,
  storedPageOf,
  type DetailsRow,
  type PageRow,
} from './page-row.ts';
import type { Passages } from './passages.ts';
import type { Removals } from './removals.ts';

/** The pages of one guild; those that are removed are not there, but for what says so. What changes them must be called inside a transaction. */
export interface Pages {
  /** Pages in the order they came, of one source or of all. */
  list(query: { readonly sourceId?: number; readonly limit: number; readonly offset: number }): readonly StoredPage[];
  count(sourceId?: number): number;
  languages(scope: Scope): readonly string[];
  beginnings(most: number, scope: Scope): readonly string[];
  suggest(typed: string, limit: number): readonly Suggested[];
  details(id: number): PageDetails | null;
  at(url: string): StoredPage | null;
  twinOf(sourceId: number, contentHash: string, url: string): StoredPage | null;
  save(page: PageToSave): { readonly pageId: number; readonly change: 'new' | 'updated' | 'unchanged' };
  /** Stores a page of an export, unless what is here was fetched later: `kept`. */
  takeIn(page: PageToTakeIn): 'new' | 'updated' | 'unchanged' | 'kept';
  /** The content was confirmed as it is; validators that did not come again are kept (RFC 9111 section 4.3.4). */
  confirm(id: number, validators: Validators, checkedAt: Date): void;
  /**
   * Puts the page under another address and says which page has the text now (rule 5.7). Where a page with the same text
   * stands there, it takes the sources over, and this one is softly removed; one with another text stays, and so does this.
   */
  move(id: number, url: string, at: Date): number;
  /** Takes the page from a source; when no other has it, it is softly removed. */
  leave(id: number, sourceId: number, removal: { readonly why: RemovalReason; readonly at: Date }): void;
  /** Its source is erased: the page is deleted, unless another source has it. One with a removed source is removed. */
  forsake(id: number, sourceId: number): void;
  /** Deletes the page, removed or not, whoever has it; its passages may wait for slices. False when there is none. */
  delete(id: number): boolean;
}

/** Prepares the statements on one open guild file. */
export function preparePages(db: Database, passages: Passages, removals: Removals, erasure: Erasure): Pages {
  const reading = prepareReading(db);
  const writing = prepareWriting(db);
  const remove = (id: number): boolean => {
    passages.drop(id);
    erasure.note();
    return writing.erase.run(id).changes > 0;
  };

  const link = (pageId: number, sourceIds: readonly number[]): void => {
    for (const id of sourceIds) writing.link.run(pageId, id);
  };
  const save = (input: PageToSave): ReturnType<Pages['save']> => {
    if (writing.sourceThere.get(input.sourceId) === undefined) throw new Error(`there is no source ${input.sourceId}`);
    const known = writing.known.get(input.url);
    const isBack = known !== undefined && removals.lift(known.id);
    const isSame = known?.hash === input.page.contentHash;
    const change = known === undefined || isBack ? 'new' : isSame ? 'unchanged' : 'updated';
    const pageId = known === undefined ? writing.insertPage(input) : known.id;
    if (known !== undefined && isSame) writing.touch(pageId, input);
    if (known !== undefined && !isSame) {
      passages.drop(pageId);
      writing.replacePage(pageId, input);
    }
    if (change !== 'unchanged') passages.add(pageId, input.page);
    if (change === 'new') writing.admit.run(input.url);
    writing.link.run(pageId, input.sourceId);
    writing.noteFetch.run(input.fetchedFrom ?? null, pageId);
    if (input.links !== undefined) writing.keepLinks.run(pageId, input.links.join('\n'));
    return { pageId, change };
  };

  return {
    ...reading,
    save,
    takeIn({ sourceIds, readAt, changedAt, ...input }) {
      const { url } = input.page;
      const here = reading.at(url);
      if (here !== null && here.fetchedAt > input.fetchedAt) {
        link(here.id, sourceIds);
        return 'kept';
      }
      const [sourceId] = sourceIds;
      if (sourceId === undefined) throw new Error(`the page ${url} has no source`);
      const { pageId, change } = save({ ...input, url, sourceId });
      link(pageId, sourceIds);
      writing.setTimes.run(readAt.getTime(), changedAt.getTime(), pageId);
      return change;
    },
    confirm(id, validators, checkedAt) {
      writing.confirm.run(validators.etag ?? null, validators.lastModified ?? null, checkedAt.getTime(), id);
    },
    move(id, url, at) {
      const known = writing.known.get(url);
      const isRemoved = known !== undefined && removals.has(known.id);
      if (isRemoved) remove(known.id);
      const other = isRemoved ? undefined : known;
      if (other === undefined) writing.move.run(url, id);
      if (other === undefined || other.id === id) return id;
      if (other.hash !== reading.details(id)?.contentHash) return id;
      writing.adopt.run(other.id, id);
      removals.remove(id, 'duplicate', at);
      return other.id;
    },
    leave(id, sourceId, { why, at }) {
      if (writing.otherSource.get(id, sourceId) === undefined) removals.remove(id, why, at);
      else writing.unlink.run(id, sourceId);
    },
    forsake(id, sourceId) {
      writing.unlink.run(id, sourceId);
      if (writing.otherSource.get(id, sourceId) !== undefined) return;
      const removed = writing.removedSource.get(id);
      if (removed === undefined) remove(id);
      else removals.remove(id, 'source', new Date(removed.removedAt), new Date(removed.eraseAt));
    },
    delete: remove,
  };
}

type Suggested = Pick<StoredPage, 'id' | 'url' | 'title'>;

function prepareReading(
  db: Database,
): Pick<Pages, 'list' | 'count' | 'languages' | 'beginnings' | 'suggest' | 'details' | 'at' | 'twinOf'> {
  const all = db.prepare<[number, number], PageRow>(
    `SELECT ${PAGE_COLUMNS} FROM pages_here p ORDER BY p.id LIMIT ? OFFSET ?`,
  );
  const ofSource = db.prepare<[number, number, number], PageRow>(
    `SELECT ${PAGE_COLUMNS} FROM page_sources ps JOIN pages_here p ON p.id = ps.page_id
     WHERE ps.source_id = ? ORDER BY ps.page_id LIMIT ? OFFSET ?`,
  );
  const countAll = db
    .prepare<[], number>('SELECT (SELECT count(*) FROM pages) - (SELECT count(*) FROM removals)')
    .pluck();
  const countOf = db
    .prepare<[number], number>(
      `SELECT count(*) FROM page_sources
       WHERE source_id = ? AND page_id NOT IN (SELECT page_id FROM removals)`,
    )
    .pluck();
  const suggested = db.prepare<[string, string, string, number], Suggested>(
    `SELECT id, url, title FROM pages_here
     WHERE CAST(id AS TEXT) = ? OR instr(lower(url), ?) > 0 OR instr(lower(title), ?) > 0 ORDER BY id LIMIT ?`,
  );
  const byId = db.prepare<[number], DetailsRow>(`SELECT ${DETAILS_COLUMNS} FROM pages_here p WHERE p.id = ?`);
  const languages = db
    .prepare<[Scope, Scope], string>(
      `SELECT language FROM pages_here p WHERE language IS NOT NULL AND (? IS NULL OR ${seenPage('p.id')})
       GROUP BY language ORDER BY count(*) DESC`,
    )
    .pluck();
  const beginnings = db
    .prepare<[Scope, Scope, number, number], string>(
      `SELECT (SELECT text FROM passages x WHERE x.page_id = spread.id ORDER BY x.ordinal LIMIT 1) AS text
       FROM (SELECT p.id, row_number() OVER (ORDER BY p.id) AS nth, count(*) OVER () AS pages
             FROM pages_here p WHERE ? IS NULL OR ${seenPage('p.id')}) AS spread
       WHERE nth % max(1, pages / ?) = 0 AND text IS NOT NULL LIMIT ?`,
    )
    .pluck();
  const byUrl = db.prepare<[string], PageRow>(`SELECT ${PAGE_COLUMNS} FROM pages_here p WHERE p.url = ?`);
  const twin = db.prepare<[string, string, number], PageRow>(
    `SELECT ${PAGE_COLUMNS} FROM pages_here p
     WHERE p.content_hash = ? AND p.url <> ?
       AND EXISTS (SELECT 1 FROM page_sources WHERE page_id = p.id AND source_id = ?)
     ORDER BY p.id LIMIT 1`,
  );
  return {
    list({ sourceId, limit, offset }) {
      const rows = sourceId === undefined ? all.all(limit, offset) : ofSource.all(sourceId, limit, offset);
      return rows.map(storedPageOf);
    },
    languages: (scope) => languages.all(scope, scope),
    beginnings: (most, scope) => beginnings.all(scope, scope, most, most),
    count: (sourceId) => (sourceId === undefined ? countAll.get() : countOf.get(sourceId)) ?? 0,
    suggest(typed, limit) {
      const wanted = typed.toLowerCase();
      return suggested.all(wanted, wanted, wanted, limit);
    },
    details(id) {
      const row = byId.get(id);
      return row === undefined ? null : pageDetailsOf(row);
    },
    at: (url) => one(byUrl.get(url)),
    twinOf: (sourceId, contentHash, url) => one(twin.get(contentHash, url, sourceId)),
  };
}

function one(row: PageRow | undefined): StoredPage | null {
  return row === undefined ? null : storedPageOf(row);
}

/** The values of a page's row that a fetch brings, whatever its content. */
function fetchedValues(input: PageToSave): [string | null, string | null, number, number, number, number] {
  const { etag, lastModified } = input.validators;
  const at = input.fetchedAt.getTime();
  return [etag ?? null, lastModified ?? null, Number(input.noindex), Number(input.aiInput), at, at];
}

type ContentValues = [
  string,
  string,
  string | null,
  string,
  string | null,
  string | null,
  string | null,
  string,
  string,
  string,
];

function contentValues({ page }: PageToSave): ContentValues {
  const { title, description, language, contentHash, canonical, publishedAt, modifiedAt, markdown } = page;
  const media = [JSON.stringify(page.images), JSON.stringify(page.videos)] as const;
  return [title, description, language, contentHash, canonical, publishedAt, modifiedAt, ...media, markdown];
}

function prepareWriting(db: Database) {
  const content =
    'title, description, language, content_hash, canonical, published_at, modified_at, images, videos, markdown';
  const fetched = 'etag, last_modified, noindex, ai_input, fetched_at, read_at';
  const insert = db.prepare<[string, ...ContentValues, ...ReturnType<typeof fetchedValues>, number]>(
    `INSERT INTO pages (url, ${content}, ${fetched}, changed_at) VALUES (?, ?,?,?,?,?,?,?,?,?,?, ?,?,?,?,?,?, ?)`,
  );
  const replace = db.prepare<[...ContentValues, ...ReturnType<typeof fetchedValues>, number, number]>(
    `UPDATE pages SET (${content}, ${fetched}, changed_at) = (?,?,?,?,?,?,?,?,?,?, ?,?,?,?,?,?, ?) WHERE id = ?`,
  );
  const touch = db.prepare<[...ReturnType<typeof fetchedValues>, number]>(
    `UPDATE pages SET (${fetched}) = (?,?,?,?,?,?) WHERE id = ?`,
  );
  return {
    insertPage: (input: PageToSave): number =>
      Number(
        insert.run(input.url, ...contentValues(input), ...fetchedValues(input), input.fetchedAt.getTime())
          .lastInsertRowid,
      ),
    replacePage: (id: number, input: PageToSave) =>
      replace.run(...contentValues(input), ...fetchedValues(input), input.fetchedAt.getTime(), id),
    touch: (id: number, input: PageToSave) => touch.run(...fetchedValues(input), id),
    known: db.prepare<[string], { id: number; hash: string }>(
      'SELECT id, content_hash AS hash FROM pages WHERE url = ?',
    ),
    sourceThere: db.prepare<[number], number>('SELECT 1 FROM sources_here WHERE id = ?').pluck(),
    confirm: db.prepare<[string | null, string | null, number, number]>(
      `UPDATE pages SET etag = coalesce(?, etag), last_modified = coalesce(?, last_modified), fetched_at = ? WHERE id = ?`,
    ),
    move: db.prepare<[string, number]>('UPDATE pages SET url = ? WHERE id = ?'),
    setTimes: db.prepare<[number, number, number]>('UPDATE pages SET (read_at, changed_at) = (?, ?) WHERE id = ?'),
    noteFetch: db.prepare<[string | null, number]>(
      'UPDATE page_checks SET (checked_lastmod, fetched_from) = (sitemap_lastmod, ?) WHERE page_id = ?',
    ),
    keepLinks: db.prepare<[number, string]>('INSERT OR REPLACE INTO page_links (page_id, links) VALUES (?, ?)'),
    link: db.prepare<[number, number]>('INSERT OR IGNORE INTO page_sources (page_id, source_id) VALUES (?, ?)'),
    unlink: db.prepare<[number, number]>('DELETE FROM page_sources WHERE page_id = ? AND source_id = ?'),
    adopt: db.prepare<[number, number]>(
      `INSERT OR IGNORE INTO page_sources (page_id, source_id) SELECT ?, source_id FROM page_sources WHERE page_id = ?`,
    ),
    otherSource: db
      .prepare<[number, number], number>(
        `SELECT 1 FROM page_sources ps JOIN sources_here s ON s.id = ps.source_id
         WHERE ps.page_id = ? AND ps.source_id <> ? LIMIT 1`,
      )
      .pluck(),
    /** The removed source that keeps it longest. */
    removedSource: db.prepare<[number], { readonly removedAt: number; readonly eraseAt: number }>(
      `SELECT s.removed_at AS removedAt, s.erase_at AS eraseAt
       FROM page_sources ps JOIN sources s ON s.id = ps.source_id
       WHERE ps.page_id = ? AND s.leaving = 0 AND s.removed_at IS NOT NULL ORDER BY s.erase_at DESC LIMIT 1`,
    ),
    /** An admin's own job brought it in: nothing is withheld any more. */
    admit: db.prepare<[string]>('DELETE FROM withheld WHERE url = ?'),
    erase: db.prepare<[number]>('DELETE FROM pages WHERE id = ?'),
  };
}
