-- Passages as vectors, when a server of embeddings is configured. Ordinary tables: without the sqlite-vec extension, which
-- only compares vectors, the file opens, is copied and is written anew as ever.

-- Whose vectors these are: those of another model cannot be compared with them.
CREATE TABLE vector_model (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  model      TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;

CREATE TABLE passage_vectors (
  -- A passage's vector goes with it.
  passage_id INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
  -- One bit a dimension, to find the nearest among many; it stands first, so that the rest need not be read for it.
  coarse     BLOB NOT NULL,
  -- Unit length, one signed byte a dimension.
  vector     BLOB NOT NULL
) STRICT;
