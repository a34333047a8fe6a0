-- Which words the guild's own pages use alike, learnt from their text as a whole: forgotten when bytes are erased, and
-- learnt anew when the passages are others.
CREATE TABLE latent_space (
  only      INTEGER PRIMARY KEY CHECK (only = 1),
  -- How many passages there were.
  passages  INTEGER NOT NULL,
  -- One a line.
  words     TEXT NOT NULL,
  vectors   BLOB NOT NULL,
  scales    BLOB NOT NULL,
  rarities  BLOB NOT NULL
) STRICT;
