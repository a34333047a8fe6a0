-- How the copies of pages are kept up to date. These rows are small and apart from the pages: a check that finds nothing
-- new must not rewrite a page's text.

CREATE TABLE page_checks (
  page_id              INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  -- Name and port, as hosts are told apart for pacing.
  host                 TEXT NOT NULL,
  -- When it was last asked for and an answer came, whatever it said.
  checked_at           INTEGER NOT NULL,
  -- First of an unbroken row of 404 or 410.
  missing_since        INTEGER,
  -- Since when no readable answer came.
  failing_since        INTEGER,
  -- Since when robots.txt forbids it (rule 3.8).
  frozen_since         INTEGER,
  -- The representation that validators and hash belong to, where it is not the page's own address (rule 6.9).
  fetched_from         TEXT,
  sitemap_lastmod      TEXT,
  -- What the sitemap said when the page was last asked for.
  checked_lastmod      TEXT,
  sitemap_last_seen_at INTEGER
) STRICT;
CREATE INDEX page_checks_by_host ON page_checks (host, checked_at);

INSERT INTO page_checks (page_id, host, checked_at)
  SELECT id, substr(substr(url, instr(url, '://') + 3), 1, instr(substr(url, instr(url, '://') + 3) || '/', '/') - 1), fetched_at
  FROM pages;

CREATE TRIGGER pages_arrive AFTER INSERT ON pages BEGIN
  INSERT INTO page_checks (page_id, host, checked_at) VALUES (
    new.id,
    substr(substr(new.url, instr(new.url, '://') + 3), 1,
           instr(substr(new.url, instr(new.url, '://') + 3) || '/', '/') - 1),
    new.fetched_at);
END;

-- Whoever fetched it: it is there, readable and allowed.
CREATE TRIGGER pages_fetched AFTER UPDATE OF fetched_at ON pages BEGIN
  UPDATE page_checks
  SET (checked_at, missing_since, failing_since, frozen_since) = (max(checked_at, new.fetched_at), NULL, NULL, NULL)
  WHERE page_id = new.id;
END;

CREATE TRIGGER pages_move AFTER UPDATE OF url ON pages BEGIN
  UPDATE page_checks
  SET host = substr(substr(new.url, instr(new.url, '://') + 3), 1,
                    instr(substr(new.url, instr(new.url, '://') + 3) || '/', '/') - 1),
      fetched_from = NULL
  WHERE page_id = new.id;
END;

-- Where a page's links led when it was last read, one a line: what a 304 leaves them at (rule 8.2).
CREATE TABLE page_links (
  page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
  links   TEXT NOT NULL
) STRICT;

-- Addresses whose HTML was ever seen to say noindex: a Markdown twin that is silent about it does not count (rule 6.9).
CREATE TABLE noindex_seen (
  url TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE schedules (
  source_id     INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  mode          TEXT NOT NULL CHECK (mode IN ('off', 'weekly', 'sitemap')),
  -- NULL: never by itself.
  due_at        INTEGER,
  ran_at        INTEGER,
  outcome       TEXT,
  -- Pages known and not asked for yet, because the last run hit a cap.
  backlog       INTEGER NOT NULL DEFAULT 0,
  -- The sitemap that worked last, and how many of the source's addresses it named.
  sitemap_url   TEXT,
  sitemap_size  INTEGER,
  -- Since when it names so few that it is not believed.
  shrunk_since  INTEGER,
  -- When a sitemap was read to its end, and when the whole site was crawled.
  synced_at     INTEGER,
  crawled_at    INTEGER,
  -- How the sitemap's lastmod compared with what the pages said (rule 8.5).
  lastmod_right INTEGER NOT NULL DEFAULT 0,
  lastmod_wrong INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Addresses of a sitemap that were asked for and came to nothing: not asked again every day.
CREATE TABLE sitemap_tries (
  source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  url       TEXT NOT NULL,
  lastmod   TEXT,
  tried_at  INTEGER NOT NULL,
  PRIMARY KEY (source_id, url)
) STRICT, WITHOUT ROWID;

-- What scheduled work found, for the weekly digest (rule 8.6).
CREATE TABLE changes (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  at    INTEGER NOT NULL,
  kind  TEXT NOT NULL CHECK (kind IN ('new', 'changed', 'moved', 'gone', 'missing', 'disallowed', 'failing')),
  url   TEXT NOT NULL,
  title TEXT NOT NULL,
  note  TEXT
) STRICT;

CREATE TABLE digests (
  only     INTEGER PRIMARY KEY CHECK (only = 1),
  told_at  INTEGER NOT NULL,
  -- The last change that a digest told.
  told_upto INTEGER NOT NULL
) STRICT;

-- What is erased is not told any more either.
CREATE TRIGGER pages_leave AFTER DELETE ON pages BEGIN
  DELETE FROM changes WHERE url = old.url;
END;
