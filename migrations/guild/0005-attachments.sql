-- What the server forbids in its messages. One document: it is read and changed as a whole.
CREATE TABLE attachment_policy (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  policy TEXT NOT NULL
) STRICT;

-- How often what became of messages. Nothing of the messages themselves.
CREATE TABLE attachment_counts (
  what TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
