package table

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Every write asks whether anything is over, so that has to be a few look-ups
// however much the file holds.
func TestFindOldWalksOverNothing(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "agmem.db"), false, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	steps := 0
	err = db.Read(t.Context(), func(ctx context.Context, tx *Txn) error {
		return tx.Rows(ctx, `EXPLAIN QUERY PLAN `+findOld, []any{0}, func(rows *sql.Rows) error {
			var id, parent, unused int
			var detail string
			err := rows.Scan(&id, &parent, &unused, &detail)
			if steps++; strings.HasPrefix(detail, "SCAN") && detail != "SCAN CONSTANT ROW" {
				t.Errorf("the plan has %q", detail)
			}
			return err
		})
	})
	if err != nil || steps < 3 {
		t.Errorf("the plan has %d steps, %v", steps, err)
	}
}
