package table_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// A file from before there were pins gets their table, and keeps what it holds.
func TestAFileFromBeforePins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	before := table.Component()
	before.Steps = before.Steps[:2]
	old, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{Component: before})
	if err != nil {
		t.Fatal(err)
	}
	err = old.Write(t.Context(), func(ctx context.Context, tx *sqlitedb.Tx) error {
		return tx.Do(ctx, `INSERT INTO memories (id, hash, content, created_at, updated_at) VALUES (randomblob(16), randomblob(32), 'x', 1, 1)`)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := table.Open(t.Context(), path, false, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Write(t.Context(), func(ctx context.Context, tx *table.Txn) error {
		if err := table.SetPin(ctx, tx, 1, tx.Now, 0); err != nil {
			return err
		}
		pins, err := table.Pins(ctx, tx)
		if err == nil && len(pins) != 1 {
			t.Errorf("%d pins", len(pins))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
