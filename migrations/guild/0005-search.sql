-- One full-text index instead of two. The trigrams over the whole text took most of the file and half of the time that
-- storing a page cost; misspelt words and parts of words are now looked up in the vocabulary.

DROP TABLE trigram_index;
DROP TABLE word_index;
DROP VIEW passages_as_words;

-- The index keeps no texts and needs none to take a passage out of it. Bytes of what was taken out are erased by merging
-- its parts (see erasures). Marks belong to words: without them Thai and Hindi fall apart at every vowel.
CREATE VIRTUAL TABLE word_index USING fts5 (
  title, headings, text,
  content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
);
INSERT INTO word_index (word_index, rank) VALUES ('rank', 'bm25(2.0, 2.0, 1.0)');

-- What was kept only because taking a passage out of the old indexes needed it.
ALTER TABLE passages DROP COLUMN title;
ALTER TABLE passages DROP COLUMN title_words;
ALTER TABLE passages DROP COLUMN headings_words;
ALTER TABLE passages DROP COLUMN text_words;

-- Unstemmed words and in how many passages they stand: for repairing spelling and leaving out what stands everywhere.
-- A misspelt word has its beginning right or its ending: both are looked up, and with them parts of compounds.
DROP TABLE vocabulary;
CREATE TABLE vocabulary (
  word     TEXT PRIMARY KEY,
  passages INTEGER NOT NULL,
  -- Its last two characters.
  ending   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX vocabulary_by_ending ON vocabulary (ending);

-- Everything is indexed anew in slices, and the file written anew without the old indexes.
UPDATE passages SET indexed = 0;
UPDATE erasures SET pending = pending + 1 WHERE EXISTS (SELECT 1 FROM passages);
