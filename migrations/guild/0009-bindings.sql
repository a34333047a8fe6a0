-- Who may see what (rule 10.6). A source without a row is for everybody; one with rows for those of any of them.
CREATE TABLE source_bindings (
  source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  kind      TEXT NOT NULL CHECK (kind IN ('channel', 'role')),
  -- The Discord id.
  target    TEXT NOT NULL,
  PRIMARY KEY (source_id, kind, target)
) STRICT, WITHOUT ROWID;

-- The same for what the team taught; both NULL: for everybody.
ALTER TABLE taught_answers ADD COLUMN channel TEXT;
ALTER TABLE taught_answers ADD COLUMN role TEXT;

-- Messages that show answers: a reply to one follows its question up.
CREATE TABLE answer_messages (
  message     TEXT PRIMARY KEY,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_messages_by_question ON answer_messages (question_id);
