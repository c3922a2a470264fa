package agmemcli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An export has every memory in it, and so has what a killed one left.
func TestExportRemovesWhatKilledOnesLeft(t *testing.T) {
	h := newHome(t)
	h.Must(t, "add", "a memory")
	longAgo := time.Now().Add(-time.Hour)
	for _, name := range []string{".all.jsonl.agmem.tmp", ".all.jsonl.123.tmp", ".all.jsonl.agmem-5.tmp", ".mine.123.tmp"} {
		if err := os.WriteFile(h.File(name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(h.File(name), longAgo, longAgo); err != nil {
			t.Fatal(err)
		}
	}
	h.Must(t, "export", h.File("all.jsonl"))
	left, err := filepath.Glob(h.File(".*.tmp"))
	if err != nil || len(left) != 1 || left[0] != h.File(".mine.123.tmp") {
		t.Errorf("left: %v, %v", left, err)
	}
}
