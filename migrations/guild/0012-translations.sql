-- A question in the pages' language, as it was also searched for.

ALTER TABLE questions ADD COLUMN translation_language TEXT;
ALTER TABLE questions ADD COLUMN translation TEXT;
CREATE INDEX questions_by_words ON questions (question, id) WHERE translation IS NOT NULL;
