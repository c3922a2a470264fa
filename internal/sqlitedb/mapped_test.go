package sqlitedb

import (
	"context"
	"os"
	"testing"

	"github.com/agmem/agmem"
)

// A file that another program shortens while it is read is an error, and the process
// goes on.
func TestShortenedWhileItIsRead(t *testing.T) {
	path := filled(t)
	makeLong(t, path)
	d, err := Open(t.Context(), path, Options{Component: notes()})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Read(t.Context(), func(ctx context.Context, tx *Tx) error {
		var n int
		if _, err := tx.Row(ctx, `SELECT count(*) FROM notes WHERE instr(text, 'b') > 0`, nil, &n); err != nil || n != 1 {
			t.Fatalf("%d notes, %v", n, err)
		}
		if err := os.Truncate(path, 1<<14); err != nil {
			t.Fatal(err)
		}
		_, err := tx.Row(ctx, `SELECT sum(instr(text, 'z')) FROM notes`, nil, &n)
		return err
	})
	if kind := agmem.KindOf(err); kind != agmem.Corrupt && kind != agmem.Unavailable {
		t.Errorf("a shortened file: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// A pointer that is nil is a mistake in the program and nothing about the file.
func TestNilPointer(t *testing.T) {
	d := opened(t, filled(t), notes())
	defer func() {
		if recover() == nil {
			t.Error("it did not panic")
		}
	}()
	err := d.Read(t.Context(), func(_ context.Context, tx *Tx) error {
		var none *Tx
		none.settings = tx.settings
		return nil
	})
	t.Errorf("it gave %v", err)
}

// makeLong adds notes of some megabytes.
func makeLong(t *testing.T, path string) {
	t.Helper()
	d := opened(t, path, notes())
	err := d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
		return tx.Do(ctx, `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900)
			INSERT INTO notes SELECT hex(zeroblob(2000)) FROM n`)
	})
	if err == nil {
		err = d.EmptyWAL(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}
