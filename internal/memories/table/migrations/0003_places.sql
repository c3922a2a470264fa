-- A memory can come from a file, where it is below a heading or below none. One row
-- for each such place.

CREATE TABLE places (
  id      INTEGER PRIMARY KEY,
  file    TEXT NOT NULL,
  heading TEXT NOT NULL,
  UNIQUE (file, heading)
);

ALTER TABLE memories ADD COLUMN place INTEGER REFERENCES places (id);
-- The hash of the content as the file has it, where the memory was changed by hand
-- since; NULL: it is as the file has it.
ALTER TABLE memories ADD COLUMN given BLOB;
CREATE INDEX memories_place ON memories (place) WHERE place IS NOT NULL;

-- The same of a memory that was deleted: its file must not bring it back either.
ALTER TABLE tombstones ADD COLUMN given BLOB;
CREATE INDEX tombstones_given ON tombstones (given) WHERE given IS NOT NULL;
