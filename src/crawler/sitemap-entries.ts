/** A page, or in an index another sitemap. */
export interface SitemapEntry {
  /** Absolute http(s) URL in normal form, without fragment; foreign ones too, the scope drops them later. */
  readonly loc: string;
  /** ISO 8601, UTC; null where none is given or it cannot be read. */
  readonly lastmod: string | null;
}

/** Entries in the order met, each address once and with the latest date given for it. */
export interface EntryList {
  add(loc: string, lastmod: string | null): void;
  isFull(): boolean;
  list(): SitemapEntry[];
}

/** Entries that one sitemap may have (sitemaps.org protocol), and that we keep of all sitemaps of a site. */
export const MAX_ENTRIES = 50_000;

export function createEntryList(): EntryList {
  const lastmods = new Map<string, string | null>();
  return {
    add(loc, lastmod) {
      const known = lastmods.get(loc) ?? null;
      // ISO dates in UTC are in order as text.
      lastmods.set(loc, known !== null && (lastmod === null || known > lastmod) ? known : lastmod);
    },
    isFull: () => lastmods.size >= MAX_ENTRIES,
    list: () => Array.from(lastmods, ([loc, lastmod]) => ({ loc, lastmod })),
  };
}
