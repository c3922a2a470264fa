package table

import (
	"context"
	"embed"
	"fmt"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
	"github.com/agmem/agmem/internal/vectorindex"
)

//go:embed migrations/*.sql
var scripts embed.FS

// Component is the tables of this package, with the steps that made them.
func Component() sqlitedb.Component {
	return sqlitedb.Component{
		Name:     "memories",
		InHeader: true,
		Steps: []sqlitedb.Step{
			makeTables,
			sqlitedb.Script(scripts, "migrations/0002_sessions_of_changes.sql"),
			sqlitedb.Script(scripts, "migrations/0003_places.sql"),
			sqlitedb.Script(scripts, "migrations/0004_pins.sql"),
			makeVectors,
		},
		Kept: []string{"memories", "changes", "tombstones"},
	}
}

func makeTables(ctx context.Context, t *sqlitedb.Tx) error {
	if err := sqlitedb.Script(scripts, "migrations/0001_memories.sql")(ctx, t); err != nil {
		return err
	}
	if err := textIndex().Create(ctx, t); err != nil {
		return err
	}
	return RememberAnalyzer(ctx, t)
}

// textIndex is the tables that a search looks words up in.
func textIndex() textindex.Index { return textindex.New("memory_text") }

func makeVectors(ctx context.Context, t *sqlitedb.Tx) error { return Vectors().Create(ctx, t) }

// Vectors is the tables that a search finds meanings in.
func Vectors() vectorindex.Index { return vectorindex.New("memory_meaning") }

// RememberAnalyzer notes which analyzer the text index was made by.
func RememberAnalyzer(ctx context.Context, t *sqlitedb.Tx) error {
	return t.Do(ctx, `INSERT OR REPLACE INTO meta (key, value) VALUES ('analyzer', ?)`, fmt.Sprint(recall.AnalyzerVersion))
}
