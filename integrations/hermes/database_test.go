package hermes_test

import (
	"database/sql"
	"os"
	"strings"
	"testing"
)

// The program is asked to wait for a locked database for less than it may take, so
// that its sentence arrives before it is ended.
func TestProgramGivesUpFirst(t *testing.T) {
	for limit, want := range map[string]string{"": "15.000", "4": "3.000", "86400": "30.000"} {
		h := newPlace(t).start("patience", "META_MEMORY_TIMEOUT_SECONDS="+limit)
		var answer struct{ Wait string }
		h.tool("remember", map[string]any{"content": "x"}, &answer)
		if answer.Wait != want {
			t.Errorf("of %q seconds the program waits %q, want %s", limit, answer.Wait, want)
		}
		h.end()
	}
}

// A file at the place of the database that the program refuses is named by status,
// with the next step, and so is it by the program.
func TestForeignDatabase(t *testing.T) {
	for name, c := range map[string]struct {
		make  func(path string) error
		ready bool
		says  string
	}{
		"none":  {func(string) error { return nil }, true, ""},
		"empty": {func(path string) error { return os.WriteFile(path, nil, 0o600) }, true, ""},
		"text":  {func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("a text ", 40)), 0o600) }, false, "is damaged or is not a database"},
		"another implementation": {func(path string) error {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				return err
			}
			if _, err := db.Exec(`CREATE TABLE events (id TEXT)`); err != nil {
				return err
			}
			return db.Close()
		}, false, "is a SQLite database of another program; set dbPath or META_MEMORY_DB to a file that meta-memory made or can make"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			if err := os.MkdirAll(p.file("home"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := c.make(p.database()); err != nil {
				t.Fatal(err)
			}
			h := p.start("real")
			var s status
			h.tool("status", nil, &s)
			if (s.Status == "ready") != c.ready || !c.ready && !strings.Contains(strings.Join(s.NextSteps, " "), "Set META_MEMORY_DB to another file: "+p.database()) {
				t.Errorf("status: %+v", s)
			}
			if c.ready {
				var answer map[string]any
				h.tool("remember", map[string]any{"content": "x"}, &answer)
				h.tool("status", nil, &s)
				if s.Status != "ready" {
					t.Errorf("status of a ledger: %+v", s)
				}
			} else {
				h.refused("remember", map[string]any{"content": "x"}, c.says)
			}
			h.end()
		})
	}
}
