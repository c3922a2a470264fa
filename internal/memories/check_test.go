package memories

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/storetest"
)

// Each damage is found and named; for some, what repairs it is run.
func TestCheckFindsDamage(t *testing.T) {
	for _, c := range []struct{ damage, says string }{
		{`UPDATE tags SET count = 9`, "the tag t has the count 9 and 3 memories"},
		{`DELETE FROM memory_tags WHERE number = 2`, "the tag t has the count 3 and 2 memories"},
		{`INSERT INTO memory_tags SELECT id, 77 FROM tags`, "names a memory 77"},
		{`UPDATE memories SET tags = 't,u' WHERE number = 1`, "the memories have 4 tags"},
		{`INSERT INTO changes (memory, operation, at) VALUES (99, 'add', 1)`, "names a memory 99"},
		{`PRAGMA foreign_keys = OFF; UPDATE memories SET origin = 55; PRAGMA foreign_keys = ON`, "refers to no row of origins"},
		{`UPDATE meta SET value = 'old' WHERE key = 'analyzer'`, "the text index is of version old"},
	} {
		s := filled(t)
		outside(t, s.Location(), c.damage)
		_, err := s.Run(t.Context(), "check", nil)
		if agmem.KindOf(err) != agmem.Corrupt || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.damage, err)
		}
	}
}

func TestCommands(t *testing.T) {
	s := filled(t)
	var names []string
	for _, c := range s.Commands() {
		names = append(names, c.Name)
		_, err := s.Run(t.Context(), c.Name, nil)
		wantsEmbedder := slices.Contains([]string{"embed", "embed-rebuild"}, c.Name)
		if kind := agmem.KindOf(err); wantsEmbedder != (err != nil && kind == agmem.Unavailable) {
			t.Errorf("%s: %v", c.Name, err)
		}
		if c.Description == "" {
			t.Errorf("%s has no description", c.Name)
		}
	}
	_, err := s.Run(t.Context(), "fly", nil)
	if agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("an unknown command: %v", err)
	}
	if want := "status embed embed-rebuild embed-status check reindex"; strings.Join(names, " ") != want {
		t.Errorf("commands %v, want %s", names, want)
	}
}

// A small store gets the index of the new analyzer at once, for a large one
// status says what to do.
func TestAnalyzerChanged(t *testing.T) {
	for _, memories := range []int{10, quietReindex + 1} {
		t.Run(fmt.Sprint(memories), func(t *testing.T) {
			s := withOldIndex(t, memories)
			large := memories > quietReindex
			if says := statusOf(t, s, "textIndex"); strings.Contains(says, "agmem run reindex") != large {
				t.Errorf("the index is %s", says)
			}
			result, err := s.Run(t.Context(), "reindex", nil)
			if err != nil || result[0].Value != int64(memories) {
				t.Errorf("reindex: %+v, %v", result, err)
			}
			if says := statusOf(t, s, "textIndex"); says != "current" {
				t.Errorf("after reindex the index of version %d is %s", recall.AnalyzerVersion, says)
			}
			if _, err := s.Run(t.Context(), "check", nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// withOldIndex returns a store whose index was made by another analyzer,
// opened after that.
func withOldIndex(t *testing.T, memories int) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "agmem.db")
	many := make([]agmem.Memory, memories)
	for i := range many {
		many[i].Content = fmt.Sprint("memory ", i)
	}
	s := opened(t, path)
	if _, err := s.Import(t.Context(), storetest.Sequence(many...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	execute(t, s, `UPDATE meta SET value = 'old' WHERE key = 'analyzer'`)
	return opened(t, path)
}

func statusOf(t *testing.T, s *Store, name string) string {
	t.Helper()
	result, err := s.Run(t.Context(), "status", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result {
		if f.Name == name {
			return fmt.Sprint(f.Value)
		}
	}
	t.Fatalf("status has no %s", name)
	return ""
}
