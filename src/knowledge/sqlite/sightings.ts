import type { Database } from 'better-sqlite3';
import type { SitemapSighting } from '../freshness.ts';
import { atomic } from './atomic.ts';

/** What sitemaps said of one guild's pages, and which of their addresses came to nothing. */
export interface Sightings {
  record(sightings: readonly SitemapSighting[], at: Date): void;
  tries(sourceId: number): ReadonlyMap<string, { readonly lastmod: string | null; readonly at: Date }>;
  recordTry(sourceId: number, sighting: SitemapSighting, at: Date): void;
}

/** Prepares the statements on one open guild file. */
export function prepareSightings(db: Database): Sightings {
  const see = db.prepare<[number, string | null, string]>(
    `UPDATE page_checks SET (sitemap_last_seen_at, sitemap_lastmod) = (?, ?)
     WHERE page_id = (SELECT id FROM pages WHERE url = ?)`,
  );
  const tries = db.prepare<[number], { readonly url: string; readonly lastmod: string | null; readonly at: number }>(
    'SELECT url, lastmod, tried_at AS at FROM sitemap_tries WHERE source_id = ?',
  );
  const note = db.prepare<[number, string, string | null, number]>(
    `INSERT INTO sitemap_tries (source_id, url, lastmod, tried_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (source_id, url) DO UPDATE SET (lastmod, tried_at) = (excluded.lastmod, excluded.tried_at)`,
  );
  return {
    record: atomic(db, (sightings: readonly SitemapSighting[], at: Date) => {
      for (const { url, lastmod } of sightings) see.run(at.getTime(), lastmod, url);
    }),
    tries: (sourceId) =>
      new Map(tries.all(sourceId).map(({ url, lastmod, at }) => [url, { lastmod, at: new Date(at) }])),
    recordTry: (sourceId, { url, lastmod }, at) => void note.run(sourceId, url, lastmod, at.getTime()),
  };
}
