import type { Validators } from '../../fetch/outcome.ts';
import type { Page } from '../../page/page.ts';
import type { PageDetails, StoredPage } from '../store.ts';

/** A page's row as the statements of `pages.ts` read it. */
export interface PageRow {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly language: string | null;
  readonly contentHash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly noindex: number;
  readonly aiInput: number;
  readonly fetchedAt: number;
  readonly changedAt: number;
  /** JSON array of numbers. */
  readonly sourceIds: string;
}

/** The rest of the row, which lists do without. */
export interface DetailsRow extends PageRow {
  readonly markdown: string;
  readonly passages: number;
  readonly images: string;
  readonly videos: string;
  readonly canonical: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
}

export const PAGE_COLUMNS = `
  p.id, p.url, p.title, p.description, p.language, p.content_hash AS contentHash, p.etag,
  p.last_modified AS lastModified, p.noindex, p.ai_input AS aiInput, p.fetched_at AS fetchedAt,
  p.changed_at AS changedAt,
  (SELECT json_group_array(source_id) FROM page_sources
   WHERE page_id = p.id AND source_id IN (SELECT id FROM sources_here)) AS sourceIds`;

export const DETAILS_COLUMNS = `${PAGE_COLUMNS},
  p.markdown, p.images, p.videos, p.canonical, p.published_at AS publishedAt, p.modified_at AS modifiedAt,
  (SELECT count(*) FROM passages WHERE page_id = p.id) AS passages`;

export function storedPageOf(row: PageRow): StoredPage {
  const sourceIds: readonly number[] = JSON.parse(row.sourceIds);
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    description: row.description,
    language: row.language,
    contentHash: row.contentHash,
    validators: validatorsOf(row),
    noindex: row.noindex === 1,
    aiInput: row.aiInput === 1,
    fetchedAt: new Date(row.fetchedAt),
    changedAt: new Date(row.changedAt),
    sourceIds,
  };
}

export function pageDetailsOf(row: DetailsRow): PageDetails {
  const images: Page['images'] = JSON.parse(row.images);
  const videos: Page['videos'] = JSON.parse(row.videos);
  const { markdown, passages, canonical, publishedAt, modifiedAt } = row;
  return { ...storedPageOf(row), markdown, passages, images, videos, canonical, publishedAt, modifiedAt };
}

function validatorsOf(row: PageRow): Validators {
  return {
    ...(row.etag !== null && { etag: row.etag }),
    ...(row.lastModified !== null && { lastModified: row.lastModified }),
  };
}
