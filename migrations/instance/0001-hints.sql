-- The instance file holds only what spans guilds, and only hints: everything in it can be rebuilt from the guild files.

-- Guilds that may have jobs to go on with after a restart.
CREATE TABLE guilds_with_open_jobs (
  guild_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- One row once the hints above were gathered from the guild files; without it they are incomplete.
CREATE TABLE hints_gathered (
  only INTEGER PRIMARY KEY CHECK (only = 1)
) STRICT;
