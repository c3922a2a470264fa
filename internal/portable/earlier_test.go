package portable_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/portable"
)

func TestIsExport(t *testing.T) {
	var export strings.Builder
	memory := agmem.Memory{ID: "a3f2b7e1-0000-4000-8000-000000000001", Content: "a heron", Tags: []string{}}
	if err := portable.WriteMemory(&export, memory); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"":              true,
		" \n\n":         true,
		export.String(): true,
		"\uFEFF\n" + export.String() + "not json": true,
		"a letter to a friend\n":                  false,
		`{"content":"lines of somebody else"}`:    false,
		`{"id":"x","content":"no id of ours"}`:    false,
		`[` + export.String() + `]`:               false,
		"\xff\xfe":                                false,
		strings.Repeat("x", portable.MaxLine+10):  false,
		"\n" + strings.Repeat("\n", 20) + "{}":    false,
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := portable.IsExport(path); err != nil || got != want {
			t.Errorf("%.40q: %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := portable.IsExport(filepath.Join(t.TempDir(), "none")); err != nil || !got {
		t.Errorf("no file: %v, %v", got, err)
	}
	if _, err := portable.IsExport(t.TempDir()); err == nil {
		t.Error("a folder gives no error")
	}
}
