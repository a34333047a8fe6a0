-- Members who had what was kept about them deleted, and when: a backup made before that is put back without it. A hash stands
-- for server and member.
CREATE TABLE forgotten (
  guild_id     TEXT NOT NULL,
  member_hash  TEXT NOT NULL,
  forgotten_at INTEGER NOT NULL,
  PRIMARY KEY (guild_id, member_hash)
) STRICT, WITHOUT ROWID;
