import type { Database } from 'better-sqlite3';
import type { CheckedPage } from '../freshness.ts';
import type { SourceSpec } from '../store.ts';

/** Reading pages with all that a check of them needs. Pages that are removed are not there. */
export interface CheckedPages {
  due(host: string, before: Date, now: Date): readonly CheckedPage[];
  get(pageId: number): CheckedPage | null;
  at(url: string): CheckedPage | null;
  ofSource(sourceId: number, afterId: number, limit: number): readonly CheckedPage[];
  absent(sourceId: number, since: Date): readonly CheckedPage[];
  anyOn(host: string): boolean;
  hosts(): readonly string[];
}

interface Row {
  readonly pageId: number;
  readonly url: string;
  readonly contentHash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedFrom: string | null;
  readonly fetchedAt: number;
  readonly checkedAt: number;
  readonly missingSince: number | null;
  readonly frozenSince: number | null;
  readonly sitemapLastmod: string | null;
  readonly checkedLastmod: string | null;
  readonly sitemapLastSeenAt: number | null;
  /** Numbers with commas between them; null where there are none. */
  readonly sourceIds: string | null;
}

const COLUMNS = `
  p.id AS pageId, p.url, p.content_hash AS contentHash, p.etag, p.last_modified AS lastModified,
  c.fetched_from AS fetchedFrom, p.fetched_at AS fetchedAt, c.checked_at AS checkedAt,
  c.missing_since AS missingSince, c.frozen_since AS frozenSince, c.sitemap_lastmod AS sitemapLastmod,
  c.checked_lastmod AS checkedLastmod, c.sitemap_last_seen_at AS sitemapLastSeenAt,
  (SELECT group_concat(ps.source_id)
   FROM page_sources ps JOIN sources_here s ON s.id = ps.source_id WHERE ps.page_id = p.id) AS sourceIds`;

/** Prepares the statements on one open guild file. */
export function prepareCheckedPages(db: Database): CheckedPages {
  // The host's rows are found by their small index; only those that are due are looked up among the pages.
  const due = db.prepare<[string, number], Row>(
    `SELECT ${COLUMNS} FROM page_checks c JOIN pages_here p ON p.id = c.page_id
     WHERE c.host = ? AND c.checked_at <= ? ORDER BY p.id`,
  );
  // A check in a future that has not come was made by a clock that was wrong: it is no knowledge.
  const isWrong = db
    .prepare<[string, number], number>('SELECT 1 FROM page_checks WHERE host = ? AND checked_at > ? LIMIT 1')
    .pluck();
  const heal = db.prepare<[string, number]>('UPDATE page_checks SET checked_at = 0 WHERE host = ? AND checked_at > ?');
  const byId = db.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM pages_here p JOIN page_checks c ON c.page_id = p.id WHERE p.id = ?`,
  );
  const byUrl = db.prepare<[string], Row>(
    `SELECT ${COLUMNS} FROM pages_here p JOIN page_checks c ON c.page_id = p.id WHERE p.url = ?`,
  );
  const ofSource = db.prepare<[number, number, number], Row>(
    `SELECT ${COLUMNS} FROM page_sources mine JOIN pages_here p ON p.id = mine.page_id JOIN page_checks c ON c.page_id = p.id
     WHERE mine.source_id = ? AND mine.page_id > ? ORDER BY mine.page_id LIMIT ?`,
  );
  // What an admin imported by its address, or another site leads to by its links, no sitemap takes away.
  const absent = db.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM page_sources mine JOIN pages_here p ON p.id = mine.page_id JOIN page_checks c ON c.page_id = p.id
     WHERE mine.source_id = ? AND c.sitemap_last_seen_at <= ? AND NOT EXISTS (
       SELECT 1 FROM page_sources other JOIN sources_here s ON s.id = other.source_id
       LEFT JOIN schedules d ON d.source_id = s.id
       WHERE other.page_id = mine.page_id AND s.id <> mine.source_id AND d.mode IS NOT 'sitemap')
     ORDER BY mine.page_id`,
  );
  const anyOn = db
    .prepare<[string], number>(
      `SELECT 1 FROM page_checks WHERE host = ? AND page_id NOT IN (SELECT page_id FROM removals) LIMIT 1`,
    )
    .pluck();
  const hosts = db.prepare<[], string>('SELECT DISTINCT host FROM page_checks ORDER BY host').pluck();
  const specOf = db.prepare<[number], string>('SELECT spec FROM sources WHERE id = ?').pluck();

  /** Hundreds of pages of one site have the very same sources: each is read once. */
  function pagesOf(rows: readonly Row[]): readonly CheckedPage[] {
    const known = new Map<string, CheckedPage['sources']>();
    return rows.map((row) => {
      const ids = row.sourceIds ?? '';
      const sources = known.get(ids) ?? sourcesOf(ids);
      known.set(ids, sources);
      return checkedPageOf(row, sources);
    });
  }

  function sourcesOf(ids: string): CheckedPage['sources'] {
    return ids.split(',').flatMap((text) => {
      const id = Number(text);
      const spec = specOf.get(id);
      return spec === undefined ? [] : [{ id, spec: sourceSpecOf(spec) }];
    });
  }

  const one = (row: Row | undefined): CheckedPage | null => (row === undefined ? null : (pagesOf([row])[0] ?? null));

  return {
    due(host, before, now) {
      if (isWrong.get(host, now.getTime()) !== undefined) heal.run(host, now.getTime());
      return pagesOf(due.all(host, before.getTime()));
    },
    get: (pageId) => one(byId.get(pageId)),
    at: (url) => one(byUrl.get(url)),
    ofSource: (sourceId, afterId, limit) => pagesOf(ofSource.all(sourceId, afterId, limit)),
    absent: (sourceId, since) => pagesOf(absent.all(sourceId, since.getTime())),
    anyOn: (host) => anyOn.get(host) !== undefined,
    hosts: () => hosts.all(),
  };
}

/** Field by field: a week of checks reads a hundred thousand rows, and copying what is left of an object is slow. */
function checkedPageOf(row: Row, sources: CheckedPage['sources']): CheckedPage {
  const { pageId, url, contentHash, etag, lastModified, fetchedFrom, sitemapLastmod, checkedLastmod } = row;
  return {
    pageId,
    url,
    contentHash,
    validators: { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) },
    fetchedFrom,
    fetchedAt: new Date(row.fetchedAt),
    checkedAt: new Date(row.checkedAt),
    missingSince: dateOf(row.missingSince),
    frozenSince: dateOf(row.frozenSince),
    sitemapLastmod,
    checkedLastmod,
    sitemapLastSeenAt: dateOf(row.sitemapLastSeenAt),
    sources,
  };
}

function sourceSpecOf(text: string): SourceSpec {
  const spec: SourceSpec = JSON.parse(text);
  return spec;
}

/** A moment as SQLite keeps it. */
export function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
