package sqlitedb

import (
	"context"
	"path/filepath"
	"testing"
)

// notes is the component that the tests work with.
func notes(more ...Step) Component {
	return Component{
		Name: "notes", InHeader: true, Kept: []string{"notes"},
		Steps: append([]Step{statement(`CREATE TABLE notes (text TEXT NOT NULL)`)}, more...),
	}
}

// statement returns a step that runs one.
func statement(query string) Step {
	return func(ctx context.Context, t *Tx) error { return t.Do(ctx, query) }
}

// opened returns an open database that the test closes.
func opened(t *testing.T, path string, c Component) *DB {
	t.Helper()
	d, err := Open(t.Context(), path, Options{Component: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// filled returns the path of a closed database with three notes.
func filled(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.db")
	d, err := Open(t.Context(), path, Options{Component: notes()})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a", "b", "c"} {
		insert(t, d, text)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func insert(t *testing.T, d *DB, text string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
		return tx.Do(ctx, `INSERT INTO notes VALUES (?)`, text)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// scalar returns the one value that a query finds.
func scalar[T any](t *testing.T, d *DB, query string) T {
	t.Helper()
	var value T
	err := d.Read(t.Context(), func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, query).Scan(&value)
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func count(t *testing.T, d *DB) int {
	t.Helper()
	return scalar[int](t, d, `SELECT count(*) FROM notes`)
}
