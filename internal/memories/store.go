package memories

import (
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/secrets"
	"github.com/agmem/agmem/internal/sqlitedb"
)

var (
	_ agmem.Source   = (*Store)(nil)
	_ agmem.Reader   = (*Store)(nil)
	_ agmem.Writer   = (*Store)(nil)
	_ agmem.Recorder = (*Store)(nil)
	_ agmem.Exporter = (*Store)(nil)
	_ agmem.Importer = (*Store)(nil)
	_ agmem.Fixer    = (*Store)(nil)
	_ agmem.Numbered = (*Store)(nil)
	_ agmem.Pinner   = (*Store)(nil)
	_ agmem.Viewer   = (*Store)(nil)
)

// Options says how to open a store. The zero value can be used.
type Options struct {
	// Name is the source's; empty for "local".
	Name string
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// ReadOnly refuses writes and never makes a file. A file or folder that
	// cannot be written is opened that way without being asked.
	ReadOnly bool
	// Weights are those of a search; nil for recall.DefaultWeights. They are
	// here for measurements.
	Weights *recall.Weights
	// Notice, if set, is told what a person should know once per file, in one
	// sentence.
	Notice func(string)
	// Embedding is how vectors are made, if they are.
	Embedding agmem.Embedding
	// Guard looks for secrets in what is written; nil for none.
	Guard *secrets.Guard
}

// Store is an open database file. It may be used by several goroutines.
type Store struct {
	name    string
	db      *table.DB
	weights recall.Weights
	guard   *secrets.Guard
	// embedding makes vectors, if it can.
	embedding agmem.Embedding
}

// Name returns how the source is called.
func (s *Store) Name() string { return s.name }

// Type returns "sqlite".
func (s *Store) Type() string { return "sqlite" }

// Location returns the path of the database file.
func (s *Store) Location() string { return s.db.Path() }

// Database is the open file, in which other rooms may have their tables too.
func (s *Store) Database() *sqlitedb.DB { return s.db.DB }

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }
