package textindex

import (
	"context"
	"database/sql"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

const (
	// maxPending is how many documents wait before they become a segment. A
	// search reads all that wait, some 500 bytes each.
	maxPending = 128
	// fanout is how many segments of one size become one of the next.
	fanout = 8
	// maxSegment bounds what one merge writes, in documents.
	maxSegment = 65_536
	// maxNumber is the highest number of a document. A search takes five bytes
	// for each number up to the highest in use.
	maxNumber = 1<<26 - 1
)

// DB is a connection or transaction that the index works in. Everything it
// does is part of the caller's transaction.
type DB interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Index is a set of tables of one database, called NAME_pending,
// NAME_segment and so on. It holds no state of its own.
type Index struct{ name string }

// New returns the index whose tables begin with name, a plain identifier.
func New(name string) Index { return Index{name: name} }

// sql puts the index's name into a statement.
func (x Index) sql(statement string) string { return strings.ReplaceAll(statement, "NAME", x.name) }

func (x Index) exec(ctx context.Context, db DB, statement string, args ...any) error {
	_, err := db.ExecContext(ctx, x.sql(statement), args...)
	return err
}

// Create makes the tables.
func (x Index) Create(ctx context.Context, db DB) error {
	return x.exec(ctx, db, `
		CREATE TABLE NAME_pending (doc INTEGER PRIMARY KEY, terms BLOB NOT NULL);
		CREATE TABLE NAME_segment (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			docs INTEGER NOT NULL, length INTEGER NOT NULL,
			low INTEGER NOT NULL, high INTEGER NOT NULL);
		CREATE TABLE NAME_block (
			id INTEGER PRIMARY KEY,
			segment INTEGER NOT NULL, term TEXT NOT NULL, lists BLOB NOT NULL);
		CREATE UNIQUE INDEX NAME_block_term ON NAME_block (segment, term);
		CREATE TABLE NAME_words (
			segment INTEGER NOT NULL, size INTEGER NOT NULL, words BLOB NOT NULL,
			PRIMARY KEY (segment, size));
		CREATE TABLE NAME_hidden (doc INTEGER PRIMARY KEY, upto INTEGER NOT NULL)`)
}

// checkNumber reports a number that is too high to be indexed.
func checkNumber(doc int64) error {
	if doc < 0 || doc > maxNumber {
		return agmem.Errorf(agmem.TooLarge, "document %d cannot be indexed, the highest number is %d", doc, int64(maxNumber))
	}
	return nil
}

// Put adds a document or replaces it. A number that is negative or above
// 2^26-1 is TooLarge.
func (x Index) Put(ctx context.Context, db DB, doc int64, terms recall.Terms) error {
	if err := checkNumber(doc); err != nil {
		return err
	}
	if err := x.hide(ctx, db, doc); err != nil {
		return err
	}
	err := x.exec(ctx, db, `INSERT OR REPLACE INTO NAME_pending (doc, terms) VALUES (?, ?)`, doc, encodeTerms(terms))
	if err != nil {
		return err
	}
	var waiting int
	if err := db.QueryRowContext(ctx, x.sql(`SELECT count(*) FROM NAME_pending`)).Scan(&waiting); err != nil {
		return err
	}
	if waiting < maxPending {
		return nil
	}
	if err := x.flush(ctx, db); err != nil {
		return err
	}
	_, err = x.Merge(ctx, db)
	return err
}

// Remove takes a document out; one that is not there is not an error.
func (x Index) Remove(ctx context.Context, db DB, doc int64) error {
	if err := x.exec(ctx, db, `DELETE FROM NAME_pending WHERE doc = ?`, doc); err != nil {
		return err
	}
	return x.hide(ctx, db, doc)
}

// hide makes void what the segments say of a document.
func (x Index) hide(ctx context.Context, db DB, doc int64) error {
	return x.exec(ctx, db, `
		INSERT OR REPLACE INTO NAME_hidden (doc, upto)
		SELECT ?1, max(id) FROM NAME_segment
		HAVING sum(?1 BETWEEN low AND high) > 0`, doc)
}

// Clear empties the index.
func (x Index) Clear(ctx context.Context, db DB) error {
	return x.exec(ctx, db, `
		DELETE FROM NAME_pending; DELETE FROM NAME_segment; DELETE FROM NAME_block;
		DELETE FROM NAME_words; DELETE FROM NAME_hidden`)
}

// flush turns what is pending into a segment.
func (x Index) flush(ctx context.Context, db DB) (err error) {
	b := x.NewBuilder()
	rows, err := db.QueryContext(ctx, x.sql(`SELECT doc, terms FROM NAME_pending ORDER BY doc`))
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, rows.Close()) }()
	for rows.Next() {
		var doc int64
		var blob sql.RawBytes
		if err := rows.Scan(&doc, &blob); err != nil {
			return err
		}
		terms, err := decodeTerms(blob)
		if err != nil {
			return err
		}
		b.Add(doc, terms)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if err := b.Flush(ctx, db); err != nil {
		return err
	}
	return x.exec(ctx, db, `DELETE FROM NAME_pending`)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
