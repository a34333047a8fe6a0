-- Questions, what was answered, how it was rated, and what it cost. Members are their Discord ids.

CREATE TABLE gaps (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ignored', 'solved')),
  note  TEXT
) STRICT;

CREATE TABLE questions (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  asked_at  INTEGER NOT NULL,
  asker     TEXT,
  channel   TEXT,
  question  TEXT NOT NULL,
  key       TEXT NOT NULL,
  audience  TEXT NOT NULL,
  parent    INTEGER REFERENCES questions (id) ON DELETE SET NULL,
  made_by   TEXT CHECK (made_by IN ('model', 'quotes')),
  answer    TEXT NOT NULL,
  citations TEXT NOT NULL,
  -- Unanswered or badly rated: the gap it shows.
  gap_id    INTEGER REFERENCES gaps (id)
) STRICT;
CREATE INDEX questions_by_key ON questions (key, audience, id);
CREATE INDEX questions_by_asker ON questions (asker) WHERE asker IS NOT NULL;
CREATE INDEX questions_by_time ON questions (asked_at);
CREATE INDEX questions_by_gap ON questions (gap_id, id) WHERE gap_id IS NOT NULL;
CREATE INDEX questions_by_parent ON questions (parent) WHERE parent IS NOT NULL;

CREATE TABLE ratings (
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  member      TEXT NOT NULL,
  good        INTEGER NOT NULL,
  rated_at    INTEGER NOT NULL,
  PRIMARY KEY (question_id, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_member ON ratings (member);

CREATE TABLE taught_answers (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  question  TEXT NOT NULL,
  answer    TEXT NOT NULL,
  taught_by TEXT NOT NULL,
  taught_at INTEGER NOT NULL
) STRICT;

-- Tokens by day, UTC.
CREATE TABLE model_costs (
  day    TEXT PRIMARY KEY,
  tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
