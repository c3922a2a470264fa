package textindex

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem/internal/recall"
)

// DB is a connection or transaction that the index works in. Everything it
// does is part of the caller's transaction.
type DB interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Index is a set of tables of one database, called NAME_pending, NAME_segment …
type Index struct{ name string }

// New returns the index whose tables begin with name, a plain identifier.
func New(name string) Index { return Index{name: name} }

// Create makes the tables.
func (x Index) Create(ctx context.Context, db DB) error { panic("being written") }

// Put adds a document or replaces it.
func (x Index) Put(ctx context.Context, db DB, doc int64, terms recall.Terms) error {
	panic("being written")
}

// Remove takes a document out; one that is not there is no error.
func (x Index) Remove(ctx context.Context, db DB, doc int64) error { panic("being written") }

// Clear empties the index.
func (x Index) Clear(ctx context.Context, db DB) error { panic("being written") }
