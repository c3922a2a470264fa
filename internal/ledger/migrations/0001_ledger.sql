CREATE TABLE ledger_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE ledger_scopes (
	id INTEGER PRIMARY KEY,
	type TEXT NOT NULL,
	name TEXT NOT NULL,
	entries INTEGER NOT NULL DEFAULT 0, -- how many there are of it in ledger_entries
	UNIQUE (type, name));

-- What can be found. Each kind has its other columns in a table of its own. An
-- event that says what else was written has the kind audit.
CREATE TABLE ledger_entries (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('audit', 'core', 'evidence', 'fact', 'resource', 'session')),
	scope INTEGER NOT NULL REFERENCES ledger_scopes (id),
	id TEXT NOT NULL,         -- of a resource: its URI
	written INTEGER NOT NULL, -- milliseconds since 1970, UTC
	content TEXT NOT NULL,    -- of a fact its object, of a session its summary
	sources TEXT,             -- a JSON array of the ids of events
	metadata TEXT NOT NULL,   -- a JSON object
	UNIQUE (id, kind, scope));
CREATE UNIQUE INDEX ledger_entries_event ON ledger_entries (id) WHERE kind IN ('audit', 'evidence');
CREATE INDEX ledger_entries_scope ON ledger_entries (scope, kind, written);
CREATE INDEX ledger_entries_written ON ledger_entries (written, kind, scope);

CREATE TABLE ledger_events (
	number INTEGER PRIMARY KEY REFERENCES ledger_entries (number),
	kind TEXT NOT NULL,
	actor TEXT NOT NULL,
	scope INTEGER NOT NULL,
	thread TEXT);             -- of a message: the session it belongs to, perhaps empty
CREATE INDEX ledger_events_thread ON ledger_events (scope, thread, number) WHERE thread IS NOT NULL;

CREATE TABLE ledger_facts (
	number INTEGER PRIMARY KEY REFERENCES ledger_entries (number),
	subject TEXT NOT NULL,
	predicate TEXT NOT NULL,
	confidence REAL NOT NULL,
	valid_from TEXT,          -- as it was given
	valid_until TEXT);

CREATE TABLE ledger_sessions (
	number INTEGER PRIMARY KEY REFERENCES ledger_entries (number),
	status TEXT NOT NULL,
	goal TEXT NOT NULL,
	working_set TEXT NOT NULL); -- a JSON array

CREATE TABLE ledger_resources (
	number INTEGER PRIMARY KEY REFERENCES ledger_entries (number),
	kind TEXT NOT NULL,
	title TEXT NOT NULL,
	parent TEXT);
CREATE INDEX ledger_resources_parent ON ledger_resources (parent, title);

CREATE TABLE ledger_blocks (
	number INTEGER PRIMARY KEY REFERENCES ledger_entries (number),
	label TEXT NOT NULL,
	authority REAL NOT NULL,
	read_only INTEGER NOT NULL);

CREATE TABLE ledger_relations (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	scope INTEGER NOT NULL REFERENCES ledger_scopes (id),
	from_id TEXT NOT NULL,
	to_id TEXT NOT NULL,
	relation TEXT NOT NULL,
	valid_from TEXT,
	valid_until TEXT,
	sources TEXT NOT NULL,
	metadata TEXT NOT NULL);
CREATE INDEX ledger_relations_from ON ledger_relations (from_id);
CREATE INDEX ledger_relations_to ON ledger_relations (to_id);

CREATE TABLE ledger_verifications (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	target TEXT NOT NULL,
	status TEXT NOT NULL,
	checked INTEGER NOT NULL,
	message TEXT NOT NULL,
	metadata TEXT NOT NULL);
CREATE INDEX ledger_verifications_target ON ledger_verifications (target);
