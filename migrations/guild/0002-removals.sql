-- Soft removal (rules 8.3, 8.6, 9.2): what is removed is in no answer, list or count at once, and can be put back until its
-- time is over. Everything but bookkeeping reads `pages_here` and `sources_here`.

CREATE TABLE removals (
  page_id    INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  why        TEXT NOT NULL,
  removed_at INTEGER NOT NULL,
  erase_at   INTEGER NOT NULL,
  -- JSON: [{anchor, headings, text}], what the page's passages said; the passages themselves are deleted.
  passages   TEXT NOT NULL
) STRICT;
CREATE INDEX removals_by_time ON removals (erase_at);

ALTER TABLE sources ADD COLUMN removed_at INTEGER;
ALTER TABLE sources ADD COLUMN erase_at INTEGER;
-- Its pages are being taken out after it, or put back, slice by slice; after a kill the next opening goes on.
ALTER TABLE sources ADD COLUMN moving INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sources_moving ON sources (id) WHERE moving = 1;

-- A removed source does not stand in the way of a new one with the same URLs.
DROP INDEX sources_by_urls;
CREATE UNIQUE INDEX sources_by_urls ON sources (kind, urls) WHERE leaving = 0 AND removed_at IS NULL;

CREATE VIEW pages_here AS
  SELECT * FROM pages WHERE NOT EXISTS (SELECT 1 FROM removals WHERE page_id = pages.id);
CREATE VIEW sources_here AS
  SELECT * FROM sources WHERE leaving = 0 AND removed_at IS NULL;

-- Addresses that an admin took out of a site that stays: only an admin's own crawl or import brings them in again.
CREATE TABLE withheld (
  url       TEXT NOT NULL,
  source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  PRIMARY KEY (url, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX withheld_by_source ON withheld (source_id);
