package fileindex

import (
	"bytes"
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// format changes whenever the tables or what is in them do.
const format = 5

// create makes the tables of an empty cache.
func create(ctx context.Context, t *txn) error {
	_, err := t.ExecContext(ctx, `
		CREATE TABLE state (
			id INTEGER PRIMARY KEY CHECK (id = 1),
			format INTEGER NOT NULL, analyzer INTEGER NOT NULL,
			fingerprint BLOB NOT NULL,  -- of the files as they were listed
			settled INTEGER NOT NULL,   -- whether all files are
			documents INTEGER NOT NULL,
			next INTEGER NOT NULL);     -- number of the next document: none is used twice
		CREATE TABLE files (
			id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stamp BLOB NOT NULL, settled INTEGER NOT NULL);
		CREATE TABLE documents (
			number INTEGER PRIMARY KEY, file INTEGER NOT NULL, key TEXT NOT NULL, hash BLOB NOT NULL,
			created INTEGER NOT NULL, updated INTEGER NOT NULL, expires INTEGER NOT NULL, tags TEXT NOT NULL,
			digest TEXT NOT NULL, author TEXT NOT NULL, size INTEGER NOT NULL, content TEXT NOT NULL);
		CREATE TABLE extras ( -- apart from the contents, so that all of them are read at once
			number INTEGER PRIMARY KEY, file TEXT NOT NULL, key TEXT NOT NULL, expires INTEGER NOT NULL, extra TEXT NOT NULL);
		CREATE TABLE names (
			name TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID;
		CREATE INDEX names_number ON names (number);
		CREATE INDEX documents_key ON documents (file, key, hash);
		CREATE INDEX documents_time ON documents (created, expires, tags)`)
	if err != nil {
		return err
	}
	if err := t.text.Create(ctx, t); err != nil {
		return err
	}
	if err := vectors().Create(ctx, t); err != nil {
		return err
	}
	return t.Do(ctx, `INSERT INTO state VALUES (1, ?, ?, x'', 0, 0, 1)`, format, recall.AnalyzerVersion)
}

// state is the one row of the table of that name.
type state struct {
	fingerprint []byte
	settled     bool
	documents   int64
	next        int64
}

func (s state) equal(other state) bool {
	return bytes.Equal(s.fingerprint, other.fingerprint) && s.settled == other.settled &&
		s.documents == other.documents && s.next == other.next
}

// readState fails for tables that this program did not make.
func readState(ctx context.Context, t *txn) (state, error) {
	var s state
	var made, analyzer int
	err := t.QueryRowContext(ctx, `SELECT format, analyzer, fingerprint, settled, documents, next FROM state`).
		Scan(&made, &analyzer, &s.fingerprint, &s.settled, &s.documents, &s.next)
	if err == nil && (made != format || analyzer != recall.AnalyzerVersion) {
		err = agmem.Errorf(agmem.Corrupt, "the index has format %d, analyzer %d", made, analyzer)
	}
	if err == nil && s.wornOut() {
		err = agmem.Errorf(agmem.Corrupt, "the index has %d documents and numbers up to %d", s.documents, s.next)
	}
	return s, err
}

func (s state) write(ctx context.Context, t *txn) error {
	return t.Do(ctx, `UPDATE state SET fingerprint = ?, settled = ?, documents = ?, next = ?`,
		s.fingerprint, s.settled, s.documents, s.next)
}

const (
	// maxSpread and minSpread bound how many numbers there are for each
	// document: a search takes memory for all of them.
	maxSpread = 4
	minSpread = 20_000
)

// wornOut says that changes have used up so many numbers that making the
// index again is better.
func (s state) wornOut() bool { return s.next > maxSpread*s.documents+minSpread }
