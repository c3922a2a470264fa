package sqlitedb

import (
	"path/filepath"
	"testing"
)

// A file can be asked for tables that it was not opened for.
func TestVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	pictures := Component{Name: "pictures", Steps: []Step{statement(`CREATE TABLE pictures (name TEXT)`)}}
	d := opened(t, path, notes())
	versions := func(want int) {
		t.Helper()
		if v, err := d.Version(t.Context(), pictures); v != want || err != nil {
			t.Fatalf("version %d, %v; want %d", v, err, want)
		}
		if v, err := d.Version(t.Context(), notes()); v != 1 || err != nil {
			t.Fatalf("version %d, %v", v, err)
		}
	}
	versions(0)
	opened(t, path, pictures)
	versions(1)
}
