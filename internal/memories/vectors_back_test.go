package memories_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// What an undo brings back has its vectors at once, where they need no network.
func TestUndoBringsVectorsBack(t *testing.T) {
	for _, local := range []bool{true, false} {
		var e storetest.Embedder
		s := meaningful(t, filepath.Join(t.TempDir(), "agmem.db"), &e, local)
		var ids []string
		for i := range 40 {
			ids = append(ids, add(t, s, fmt.Sprintf("memory number %d", i)).ID)
		}
		run(t, s, "embed")
		undo := func() {
			if _, err := s.Undo(t.Context(), agmem.UndoOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		want := map[bool]string{true: "40/40", false: "0/40"}[local]
		if _, err := s.Delete(t.Context(), ids, agmem.DeleteOptions{}); err != nil {
			t.Fatal(err)
		}
		undo()
		if got, _, _ := strings.Cut(indexed(t, s), " "); got != want {
			t.Errorf("a deletion, local %v: %s have vectors, want %s", local, got, want)
		}
		run(t, s, "embed")
		text := "another text"
		if _, err := s.Update(t.Context(), ids[0], agmem.Patch{Content: &text}); err != nil {
			t.Fatal(err)
		}
		undo()
		want = map[bool]string{true: "40/40", false: "39/40"}[local]
		if got, _, _ := strings.Cut(indexed(t, s), " "); got != want {
			t.Errorf("a change, local %v: %s have vectors, want %s", local, got, want)
		}
	}
}

// A store that was written without an embedder becomes whole by the writes that
// come later, a bounded part with each, and by no read.
func TestWritesCatchUp(t *testing.T) {
	const before = 300
	path := filepath.Join(t.TempDir(), "agmem.db")
	old, err := memories.Open(t.Context(), path, memories.Options{})
	if err != nil {
		t.Fatal(err)
	}
	noise(t, old, before)
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	var e storetest.Embedder
	s := meaningful(t, path, &e, true)
	vectors := func() int {
		n, err := strconv.Atoi(strings.SplitN(indexed(t, s), "/", 2)[0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	contents(t, s, e.Asking(agmem.Query{Text: "automobile"}))
	if n := vectors(); n != 0 {
		t.Errorf("a search gave %d memories vectors", n)
	}
	for writes := 1; ; writes++ {
		had := vectors()
		add(t, s, fmt.Sprintf("write %d", writes))
		now := vectors()
		if now == before+writes {
			break
		}
		if now < had+2 {
			t.Fatalf("write %d took the vectors from %d to %d", writes, had, now)
		}
		if now > had+1+200 {
			t.Fatalf("write %d took the vectors from %d to %d", writes, had, now)
		}
	}
	add(t, s, "one to end it") // nothing waits, and it may look
	asked := e.Texts.Load()
	add(t, s, "the last one")
	if n := e.Texts.Load() - asked; n != 1 {
		t.Errorf("a write to a whole store embeds %d texts", n)
	}
}
