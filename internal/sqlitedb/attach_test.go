package sqlitedb

import (
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
)

// Two components are in one file, which is opened once.
func TestAttach(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	pictures := Component{Name: "pictures", Steps: []Step{statement(`CREATE TABLE pictures (name TEXT)`)}}
	d := opened(t, path, notes())
	versions := func(want int) {
		t.Helper()
		if v, err := d.Version(t.Context(), pictures); v != want || err != nil {
			t.Fatalf("version %d, %v; want %d", v, err, want)
		}
	}
	versions(0)
	for range 2 {
		if err := d.Attach(t.Context(), pictures); err != nil {
			t.Fatal(err)
		}
		versions(1)
	}
	if v, err := d.Version(t.Context(), notes()); v != 1 || err != nil {
		t.Fatalf("version %d, %v", v, err)
	}
	if err := d.Attach(t.Context(), Component{Name: "pictures"}); agmem.KindOf(err) != agmem.Unavailable {
		t.Fatalf("a newer component passes: %v", err)
	}
}
