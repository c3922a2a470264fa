package vectorindex

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/agmem/agmem"
)

const (
	// maxPending is how many vectors wait before their bits go into a chunk. A
	// search reads all that wait.
	maxPending = 128
	// chunkRows is how many vectors a chunk has at most. More make a scan hardly
	// faster, and a removal writes the chunk again.
	chunkRows = 1024
	// fewRows is how many vectors a chunk has at least: with fewer they are pending
	// again.
	fewRows = maxPending / 2
	// passageBits is how many bits of a key number the passages of a document.
	passageBits = 6
	// MaxPassages is how many vectors a document may have.
	MaxPassages = 1 << passageBits
	// maxNumber is the highest number of a document.
	maxNumber = 1<<26 - 1
	// keyBits are the bits of a key that a chunk keeps; above them is the generation.
	keyBits = 26 + passageBits
	// maxDims is how many dimensions a vector may have.
	maxDims = 1 << 14
)

// DB is a connection or transaction that the index works in.
type DB interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Index is a set of tables of one database, called NAME_vector, NAME_chunk and so
// on. It holds no state of its own.
type Index struct{ name string }

// New returns the index whose tables begin with name, a plain identifier.
func New(name string) Index { return Index{name: name} }

// sql puts the index's name into a statement.
func (x Index) sql(statement string) string { return strings.ReplaceAll(statement, "NAME", x.name) }

func (x Index) exec(ctx context.Context, db DB, statement string, args ...any) error {
	_, err := db.ExecContext(ctx, x.sql(statement), args...)
	return err
}

// rows calls scan for each row of a query.
func (x Index) rows(ctx context.Context, db DB, scan func(*sql.Rows) error, query string, args ...any) (err error) {
	rows, err := db.QueryContext(ctx, x.sql(query), args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Create makes the tables.
func (x Index) Create(ctx context.Context, db DB) error {
	return x.exec(ctx, db, `
		CREATE TABLE NAME_generation (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			model TEXT NOT NULL, dims INTEGER NOT NULL,
			state INTEGER NOT NULL,         -- 0: in the making, 1: answers, 2: to be removed
			mean REAL NOT NULL, deviation REAL NOT NULL); -- of texts that have nothing in common
		CREATE TABLE NAME_vector (
			key INTEGER PRIMARY KEY,        -- generation, document, passage
			chunk INTEGER,                  -- NULL: pending
			vector BLOB NOT NULL);
		CREATE INDEX NAME_vector_pending ON NAME_vector (key) WHERE chunk IS NULL;
		CREATE TABLE NAME_chunk (
			id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, count INTEGER NOT NULL,
			keys BLOB NOT NULL, bits BLOB NOT NULL);
		CREATE INDEX NAME_chunk_count ON NAME_chunk (generation, count)`)
}

// key is a vector's place: the generation, the document, the passage.
func key(generation, doc int64, passage int) int64 {
	return generation<<keyBits | doc<<passageBits | int64(passage)
}

// span is the keys that a document can have in a generation.
func span(generation, doc int64) (low, high int64) {
	return key(generation, doc, 0), key(generation, doc, MaxPassages-1)
}

// generationSpan is the keys that a generation can have.
func generationSpan(generation int64) (low, high int64) {
	return key(generation, 0, 0), key(generation, maxNumber, MaxPassages-1)
}

// docOf is the document of a key.
func docOf(key int64) int64 { return key & (1<<keyBits - 1) >> passageBits }

// isFirst says whether a key is that of the first passage of its document.
func isFirst(key int64) bool { return key&(MaxPassages-1) == 0 }

// damaged is what tables say that this package did not write so.
func damaged() error {
	return agmem.Errorf(agmem.Corrupt, "the index of vectors is damaged")
}
