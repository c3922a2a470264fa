package sqlitedb

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// writerEnv makes the test binary a process that writes one note.
const writerEnv = "AGMEM_SQLITEDB_TEST_WRITES"

func TestMain(m *testing.M) {
	path := os.Getenv(writerEnv)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := writeOne(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeOne(path string) error {
	ctx := context.Background()
	d, err := Open(ctx, path, Options{Component: notes()})
	if err != nil {
		return err
	}
	err = d.Write(ctx, func(ctx context.Context, t *Tx) error {
		return t.Do(ctx, `INSERT INTO notes VALUES ('from another process')`)
	})
	if err != nil {
		return err
	}
	return d.Close()
}

// A panic in a write undoes it, goes on to the caller, and leaves no lock: the
// same handle, another one and another process write right after it.
func TestPanicInAWrite(t *testing.T) {
	path := filled(t)
	d := opened(t, path, notes())
	for name, do := range map[string]func(context.Context, *Tx) error{
		"after a statement": func(ctx context.Context, tx *Tx) error {
			if err := tx.Do(ctx, `INSERT INTO notes VALUES ('never')`); err != nil {
				return err
			}
			panic("on purpose")
		},
		"amid rows": func(ctx context.Context, tx *Tx) error {
			if err := tx.Do(ctx, `INSERT INTO notes VALUES ('never')`); err != nil {
				return err
			}
			return tx.Rows(ctx, `SELECT text FROM notes`, nil, func(*sql.Rows) error { panic("on purpose") })
		},
	} {
		before := count(t, d)
		if got := panicOf(func() { _ = d.Write(t.Context(), do) }); got != "on purpose" {
			t.Fatalf("%s: the panic arrived as %v", name, got)
		}
		insert(t, d, "same handle")
		insert(t, opened(t, path, notes()), "another handle")
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		other := exec.CommandContext(t.Context(), exe)
		other.Env = append(os.Environ(), writerEnv+"="+path)
		if out, err := other.CombinedOutput(); err != nil {
			t.Fatalf("%s: another process cannot write: %v: %s", name, err, out)
		}
		if n := count(t, d); n != before+3 {
			t.Errorf("%s: %d notes, want %d", name, n, before+3)
		}
	}
}

// A panic in a read gives its connection back.
func TestPanicInARead(t *testing.T) {
	d := opened(t, filled(t), notes())
	for range maxConnections + 1 {
		got := panicOf(func() {
			_ = d.Read(t.Context(), func(ctx context.Context, tx *Tx) error {
				return tx.Rows(ctx, `SELECT text FROM notes`, nil, func(*sql.Rows) error { panic("on purpose") })
			})
		})
		if got != "on purpose" {
			t.Fatalf("the panic arrived as %v", got)
		}
	}
	insert(t, d, "d")
	if n := count(t, d); n != 4 {
		t.Errorf("%d notes", n)
	}
}

// panicOf returns what do panics with.
func panicOf(do func()) (value any) {
	defer func() { value = recover() }()
	do()
	return nil
}
