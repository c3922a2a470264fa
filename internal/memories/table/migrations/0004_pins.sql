-- What is pinned. number is that of a memory, whose row goes with it. What another
-- source holds has a number below zero and keeps its row when it is no longer
-- pinned: the change log names it by the number.

CREATE TABLE pins (
  number INTEGER PRIMARY KEY,
  source TEXT,               -- NULL: a memory of this file
  id     TEXT,               -- in that source; NULL: a memory of this file
  at     INTEGER,            -- when it was pinned; NULL: it no longer is
  UNIQUE (source, id)
);
