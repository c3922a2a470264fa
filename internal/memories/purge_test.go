package memories

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

// A purged text is in none of the files; one that was only deleted is.
func TestPurgeOverwrites(t *testing.T) {
	for name, repeat := range map[string]int{"in a page with others": 1, "in pages of its own": 2000} {
		for _, deletedBefore := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", deleted before: ", deletedBefore), func(t *testing.T) {
				testPurge(t, repeat, deletedBefore)
			})
		}
	}
}

func testPurge(t *testing.T, repeat int, deletedBefore bool) {
	s := filled(t)
	m, _, err := s.Add(t.Context(), agmem.Draft{
		Content: strings.Repeat("zanzibar quokka ", repeat), Digest: "zanzibar digest", Tags: []string{"t"},
	})
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("other wombat ", repeat)
	if _, err := s.Update(t.Context(), m.ID, agmem.Patch{Content: &other, Digest: new("")}); err != nil {
		t.Fatal(err)
	}
	if deletedBefore {
		if _, err := s.Delete(t.Context(), []string{m.ID}, agmem.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	texts := []string{"zanzibar quokka", "zanzibar digest", "other wombat"}
	for _, text := range texts {
		if !inFiles(t, s, text) {
			t.Errorf("%q is gone before the purge: the test shows nothing", text)
		}
	}
	if _, err := s.Delete(t.Context(), []string{m.ID}, agmem.DeleteOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if inFiles(t, s, text) {
			t.Errorf("%q is still in the files", text)
		}
	}
	if _, err := s.Run(t.Context(), "check", nil); err != nil {
		t.Error(err)
	}
}

func inFiles(t *testing.T, s *Store, text string) bool {
	t.Helper()
	for _, path := range []string{s.Location(), s.Location() + "-wal"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return true
		}
	}
	return false
}

// A database that may not grow behaves like a full disk.
func TestFullDatabase(t *testing.T) {
	s := filled(t)
	execute(t, s, `PRAGMA max_page_count = 60`) // of the one connection that there is so far
	_, _, err := s.Add(t.Context(), agmem.Draft{Content: strings.Repeat("x", 300_000)})
	e := agmem.KindOf(err)
	if e != agmem.Unavailable || !strings.Contains(err.Error(), "the disk is full") {
		t.Fatalf("%v: %v", e, err)
	}
	if n := len(contents(t, s)); n != 3 {
		t.Fatalf("%d memories", n)
	}
	if _, err := s.Run(t.Context(), "check", nil); err != nil {
		t.Error(err)
	}
}
