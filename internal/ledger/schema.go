package ledger

import (
	"context"
	"embed"
	"strconv"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/textindex"
)

//go:embed migrations/*.sql
var scripts embed.FS

// component is the tables of the ledger, with the steps that made them. They can
// share a file with those of other rooms.
func component() sqlitedb.Component {
	return sqlitedb.Component{
		Name:  "ledger",
		Steps: []sqlitedb.Step{makeTables, makeVectors},
		Kept:  []string{"ledger_entries", "ledger_relations", "ledger_verifications"},
	}
}

func makeTables(ctx context.Context, t *sqlitedb.Tx) error {
	if err := sqlitedb.Script(scripts, "migrations/0001_ledger.sql")(ctx, t); err != nil {
		return err
	}
	if err := textIndex().Create(ctx, t); err != nil {
		return err
	}
	return rememberAnalyzer(ctx, t)
}

// textIndex is the tables that a search looks words up in.
func textIndex() textindex.Index { return textindex.New("ledger_text") }

// rememberAnalyzer notes which analyzer the text index was made by.
func rememberAnalyzer(ctx context.Context, t *sqlitedb.Tx) error {
	return t.Do(ctx, `INSERT OR REPLACE INTO ledger_state (key, value) VALUES ('analyzer', ?)`,
		strconv.Itoa(recall.AnalyzerVersion))
}
