-- Small facts that a surface keeps over a restart: which commands are registered, where a job's card stands, when a guild was
-- left. Nothing that a guild knows.
CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
