-- Which guilds have pages on which host, and which have scheduled work: hints, rebuilt from the guild files.
CREATE TABLE page_hosts (
  host     TEXT NOT NULL,
  guild_id TEXT NOT NULL,
  PRIMARY KEY (host, guild_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_hosts_by_guild ON page_hosts (guild_id);

CREATE TABLE guild_schedules (
  guild_id TEXT PRIMARY KEY,
  due_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each kind of hint that was gathered from the guild files; without it they are incomplete.
CREATE TABLE gathered (
  what TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- How a host's weekly checks stand. Lost with the file, it costs a host one check.
CREATE TABLE host_checks (
  host        TEXT PRIMARY KEY,
  -- The weekly moment whose check is done.
  checked_for INTEGER,
  -- Checks in a row that the host refused (401, 403), and when it is asked again.
  refusals    INTEGER NOT NULL DEFAULT 0,
  not_before  INTEGER,
  -- What robots.txt said at the last check (rule 3.6), as JSON.
  robots      TEXT
) STRICT, WITHOUT ROWID;

-- Answers that serve several guilds, until each of them has applied its own (rule 4.3).
CREATE TABLE kept_answers (
  url      TEXT PRIMARY KEY,
  host     TEXT NOT NULL,
  taken_at INTEGER NOT NULL,
  answer   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_answers_by_host ON kept_answers (host);

CREATE TABLE kept_answer_guilds (
  url      TEXT NOT NULL REFERENCES kept_answers (url) ON DELETE CASCADE,
  guild_id TEXT NOT NULL,
  page_id  INTEGER NOT NULL,
  PRIMARY KEY (url, guild_id)
) STRICT, WITHOUT ROWID;
