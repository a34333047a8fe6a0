-- Passages are indexed in the order of their ids, which are never used twice: one number says how far. Marking each row
-- wrote every passage twice. The vocabulary follows in larger steps, since writing its words costs more than counting them.
CREATE TABLE index_progress (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  -- Passages up to this id are in the index.
  indexed_to INTEGER NOT NULL,
  -- Passages up to this id are in the numbers of the vocabulary; never more than are indexed.
  counted_to INTEGER NOT NULL CHECK (counted_to <= indexed_to)
) STRICT;
INSERT INTO index_progress
  SELECT 1, done, done FROM (
    SELECT coalesce((SELECT min(id) - 1 FROM passages WHERE indexed = 0), (SELECT max(id) FROM passages), 0) AS done);

DROP INDEX passages_to_index;
ALTER TABLE passages DROP COLUMN indexed;
