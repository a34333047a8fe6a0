-- What one guild knows, and its jobs. Times are milliseconds since 1970, UTC. Ids are never used twice (AUTOINCREMENT):
-- buttons in old messages carry them.

CREATE TABLE sources (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  kind     TEXT NOT NULL CHECK (kind IN ('page', 'site')),
  -- Its URLs, sorted, one a line: two sources of one kind with the same URLs are the same source.
  urls     TEXT NOT NULL,
  spec     TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  -- Being removed slice by slice; after a kill the next opening goes on.
  leaving  INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX sources_by_urls ON sources (kind, urls) WHERE leaving = 0;
CREATE INDEX sources_leaving ON sources (id) WHERE leaving = 1;

-- The large columns stand last, so that lists of pages do not read them.
CREATE TABLE pages (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  url           TEXT NOT NULL UNIQUE,
  title         TEXT NOT NULL,
  description   TEXT NOT NULL,
  language      TEXT,
  content_hash  TEXT NOT NULL,
  etag          TEXT,
  last_modified TEXT,
  noindex       INTEGER NOT NULL,
  ai_input      INTEGER NOT NULL,
  fetched_at    INTEGER NOT NULL,
  changed_at    INTEGER NOT NULL,
  canonical     TEXT,
  published_at  TEXT,
  modified_at   TEXT,
  images        TEXT NOT NULL,
  videos        TEXT NOT NULL,
  markdown      TEXT NOT NULL
) STRICT;
CREATE INDEX pages_by_hash ON pages (content_hash);

CREATE TABLE page_sources (
  page_id   INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  source_id INTEGER NOT NULL REFERENCES sources (id),
  PRIMARY KEY (page_id, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_sources_by_source ON page_sources (source_id, page_id);

-- A passage keeps exactly what the two indexes were given of it, because taking it out of them needs the same values.
CREATE TABLE passages (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  -- NULL: its page is gone or was replaced, the passage waits to be deleted in a slice.
  page_id        INTEGER REFERENCES pages (id),
  ordinal        INTEGER NOT NULL,
  anchor         TEXT,
  indexed        INTEGER NOT NULL,
  title          TEXT NOT NULL,
  headings       TEXT NOT NULL,
  text           TEXT NOT NULL,
  -- The same with scripts that write no spaces cut into words; NULL where that changes nothing.
  title_words    TEXT,
  headings_words TEXT,
  text_words     TEXT
) STRICT;
CREATE INDEX passages_by_page ON passages (page_id, ordinal);
CREATE INDEX passages_to_index ON passages (id) WHERE indexed = 0;

CREATE VIEW passages_as_words AS
  SELECT id, coalesce(title_words, title) AS title, coalesce(headings_words, headings) AS headings,
         coalesce(text_words, text) AS text
  FROM passages;

-- Both indexes keep no texts of their own. What is taken out of them is only marked; erasing the bytes means rewriting
-- them (see erasures), which costs a fiftieth of what FTS5's own 'secure-delete' does.
CREATE VIRTUAL TABLE word_index USING fts5 (
  title, headings, text,
  content = 'passages_as_words', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO word_index (word_index, rank) VALUES ('rank', 'bm25(2.0, 2.0, 1.0)');

CREATE VIRTUAL TABLE trigram_index USING fts5 (
  title, headings, text,
  content = 'passages', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
);
INSERT INTO trigram_index (trigram_index, rank) VALUES ('rank', 'bm25(2.0, 2.0, 1.0)');

-- Removals whose bytes may still stand in the indexes and in the log; 0 when all are gone.
CREATE TABLE erasures (
  only    INTEGER PRIMARY KEY CHECK (only = 1),
  pending INTEGER NOT NULL
) STRICT;
INSERT INTO erasures VALUES (1, 0);

-- Unstemmed words and in how many passages they stand: for repairing spelling and leaving out what stands everywhere.
CREATE TABLE vocabulary (
  word     TEXT PRIMARY KEY,
  passages INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  spec        TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('queued', 'running', 'finished')),
  source_id   INTEGER REFERENCES sources (id),
  created_at  INTEGER NOT NULL,
  finished_at INTEGER,
  ending      TEXT,
  detail      TEXT,
  visited     INTEGER NOT NULL DEFAULT 0,
  spent_ms    REAL NOT NULL DEFAULT 0,
  continues   INTEGER REFERENCES jobs (id) ON DELETE SET NULL,
  moved_start TEXT
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (id) WHERE state <> 'finished';
CREATE INDEX jobs_by_source ON jobs (source_id, id);
CREATE INDEX jobs_by_predecessor ON jobs (continues) WHERE continues IS NOT NULL;

-- Frontier and receipt in one: a job's URLs lie together, in the order met. A page's id stays when the page is gone.
CREATE TABLE job_urls (
  job_id   INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL,
  url      TEXT NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('queued', 'in-flight', 'page', 'skipped', 'failed', 'left')),
  via      TEXT,
  depth    INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  reason   TEXT,
  change   TEXT CHECK (change IN ('new', 'updated', 'unchanged', 'removed')),
  page_id  INTEGER,
  failure  TEXT,
  note     TEXT,
  PRIMARY KEY (job_id, ordinal),
  UNIQUE (job_id, url)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_robots (
  job_id              INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  host                TEXT NOT NULL,
  -- NULL: unreachable.
  status              INTEGER,
  verdict             TEXT NOT NULL CHECK (verdict IN ('rules', 'everything', 'nothing')),
  agent_group         TEXT,
  crawl_delay_seconds REAL,
  sitemaps            TEXT NOT NULL,
  ai_input            INTEGER,
  read_at             INTEGER NOT NULL,
  body                BLOB NOT NULL,
  PRIMARY KEY (job_id, host)
) STRICT;
