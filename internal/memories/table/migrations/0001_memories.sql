-- What was in the minds of agents. Instants are milliseconds since 1970 UTC.
-- An index entry ends with the row's number anyway: equal times sort by it.

CREATE TABLE sessions (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

-- One row for each distinct origin: a million memories of one author on one
-- commit cost one row.
CREATE TABLE origins (
  id         INTEGER PRIMARY KEY,
  author     TEXT NOT NULL,
  repository TEXT NOT NULL,
  branch     TEXT NOT NULL,
  "commit"   TEXT NOT NULL,
  host       TEXT NOT NULL,
  UNIQUE (author, repository, branch, "commit", host)
);

CREATE TABLE memories (
  number       INTEGER PRIMARY KEY AUTOINCREMENT,
  id           BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
  hash         BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  content      TEXT    NOT NULL,
  digest       TEXT,             -- NULL: the content
  tags         TEXT,             -- as given, joined with commas; NULL: none
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  access_count INTEGER NOT NULL DEFAULT 0,
  expires_at   INTEGER,          -- NULL: never
  session      INTEGER REFERENCES sessions (id),
  origin       INTEGER REFERENCES origins (id)
);
CREATE INDEX memories_created  ON memories (created_at);
CREATE INDEX memories_session  ON memories (session)             WHERE session IS NOT NULL;
CREATE INDEX memories_expires  ON memories (expires_at)          WHERE expires_at IS NOT NULL;
CREATE INDEX memories_accessed ON memories (access_count, created_at) WHERE access_count > 0;

-- A tag is here while a memory carries it. count is its rows in memory_tags.
CREATE TABLE tags (
  id     INTEGER PRIMARY KEY,
  name   TEXT    NOT NULL,       -- the first spelling
  folded TEXT    NOT NULL UNIQUE,
  count  INTEGER NOT NULL
);
CREATE TABLE memory_tags (
  tag    INTEGER NOT NULL REFERENCES tags (id),
  number INTEGER NOT NULL,
  PRIMARY KEY (tag, number)
) WITHOUT ROWID;

-- The change log. memory is the number that a memory has or had; its id is in
-- memories or in tombstones.
CREATE TABLE changes (
  seq       INTEGER PRIMARY KEY AUTOINCREMENT,
  batch     INTEGER,             -- seq of the first change of the same call; NULL: this one
  memory    INTEGER NOT NULL,
  operation TEXT    NOT NULL,    -- add, update, delete
  at        INTEGER NOT NULL,
  origin    INTEGER REFERENCES origins (id), -- of the change, not of the memory
  fields    TEXT,                -- what an update changed, joined with commas
  undoes    INTEGER,             -- seq of the change that this one took back
  before    BLOB                 -- JSON of what was; NULL: nothing was, or too long ago, or purged
);
CREATE INDEX changes_memory ON changes (memory);
CREATE INDEX changes_before ON changes (at) WHERE before IS NOT NULL;

-- What was deleted, so that sync and import do not bring it back.
CREATE TABLE tombstones (
  number INTEGER PRIMARY KEY,
  id     BLOB    NOT NULL UNIQUE,
  hash   BLOB,                   -- NULL: the content was added again by hand
  at     INTEGER NOT NULL
);
CREATE INDEX tombstones_hash ON tombstones (hash) WHERE hash IS NOT NULL;

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
