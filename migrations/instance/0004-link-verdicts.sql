-- What links were found to show, for a day at most, shared by all guilds. An address is a part of somebody's message: its hash
-- stands for it.
CREATE TABLE link_verdicts (
  key TEXT PRIMARY KEY,
  verdict TEXT NOT NULL,
  why TEXT NOT NULL,
  is_file INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX link_verdicts_by_expiry ON link_verdicts (expires_at);
