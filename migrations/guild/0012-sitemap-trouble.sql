-- A digest tells of sitemaps too: one that cannot be followed changes nothing, and is reported. The numbers of changes go
-- on from where they were, because a digest remembers the last one it told.
DROP TRIGGER pages_leave;
CREATE TABLE changes_anew (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  at    INTEGER NOT NULL,
  kind  TEXT NOT NULL
        CHECK (kind IN ('new', 'changed', 'moved', 'gone', 'missing', 'disallowed', 'failing', 'sitemap')),
  url   TEXT NOT NULL,
  title TEXT NOT NULL,
  note  TEXT
) STRICT;
INSERT INTO changes_anew (id, at, kind, url, title, note) SELECT id, at, kind, url, title, note FROM changes;
DELETE FROM sqlite_sequence WHERE name = 'changes_anew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'changes_anew', seq FROM sqlite_sequence WHERE name = 'changes';
DROP TABLE changes;
ALTER TABLE changes_anew RENAME TO changes;

-- What is erased is not told any more either.
CREATE TRIGGER pages_leave AFTER DELETE ON pages BEGIN
  DELETE FROM changes WHERE url = old.url;
END;
