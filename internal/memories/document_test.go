package memories_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/portable"
)

// exportDocument returns what a store exports.
func exportDocument(t *testing.T, s *memories.Store) string {
	t.Helper()
	var text strings.Builder
	w := portable.NewDocumentWriter(&text)
	if err := s.Export(t.Context(), w.Write); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// importDocument checks a text and imports it.
func importDocument(t *testing.T, s *memories.Store, text string) agmem.ImportReport {
	t.Helper()
	r := strings.NewReader(text)
	seen, err := portable.CheckLines(r)
	if err != nil {
		t.Fatal(err)
	}
	in, err := portable.CheckedLines(r, seen)
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Import(t.Context(), in.All(), agmem.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, s)
	return report
}

// lived fills a store with memories of every kind, and leaves gaps among their
// numbers and behind them.
func lived(t *testing.T, s *memories.Store) {
	t.Helper()
	const count = 60
	var ids []string
	for i := range count {
		d := agmem.Draft{Content: fmt.Sprintf("memory %d: \"<&>\" \u2028 äöü\n", i)}
		if i%2 == 0 {
			d.Digest, d.Tags = fmt.Sprint("digest ", i), []string{"Tag", fmt.Sprint("t", i%7)}
		}
		if i%3 == 0 {
			d.ExpiresAt = agmem.Instant(1000 + 4_000_000_000_000*int64(i%2))
		}
		if i%4 > 0 {
			d.Origin = agmem.Origin{Author: strings.Repeat("ann", i%2), Session: fmt.Sprint(i % 5), Host: "h"}
		}
		m, _, err := s.Add(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	content := "changed later"
	if _, err := s.Update(t.Context(), ids[7], agmem.Patch{Content: &content}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := s.Get(t.Context(), []string{ids[1]}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Delete(t.Context(), []string{ids[0], ids[20], ids[21], ids[count-1]}, agmem.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
}

func TestDocumentRoundTrip(t *testing.T) {
	first := open(t, filepath.Join(t.TempDir(), "first.db"), memories.Options{})
	lived(t, first)
	text := exportDocument(t, first)
	second := open(t, filepath.Join(t.TempDir(), "second.db"), memories.Options{})
	for _, want := range []agmem.ImportReport{{Added: 56}, {Unchanged: 56}} {
		if got := importDocument(t, second, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if again := exportDocument(t, second); again != text {
			t.Errorf("the export of the import differs:\n%s\nwant\n%s", again, text)
		}
	}
	if !reflect.DeepEqual(export(t, second), export(t, first)) {
		t.Error("the stores differ")
	}
	if m, _, err := second.Add(t.Context(), agmem.Draft{Content: "the next"}); err != nil || m.Number != 60 {
		t.Errorf("the next memory has the number %d, want 60 (%v)", m.Number, err)
	}
}

// In a store that has memories of its own the imported ones are whole but for
// their numbers, where those are in use.
func TestDocumentIntoUsedStore(t *testing.T) {
	first := open(t, filepath.Join(t.TempDir(), "first.db"), memories.Options{})
	lived(t, first)
	for _, own := range []int{1, 70} {
		s := open(t, filepath.Join(t.TempDir(), "second.db"), memories.Options{})
		for i := range own {
			if _, _, err := s.Add(t.Context(), agmem.Draft{Content: fmt.Sprint("own ", i)}); err != nil {
				t.Fatal(err)
			}
		}
		before := export(t, s)
		want := export(t, first) // their numbers begin with 2
		if report := importDocument(t, s, exportDocument(t, first)); report.Added != len(want) {
			t.Errorf("%+v", report)
		}
		all := export(t, s)
		if !reflect.DeepEqual(all[:own], before) {
			t.Errorf("the own memories are now %+v", all[:own])
		}
		for i, m := range all[own:] {
			if own > 1 {
				want[i].Number = int64(own + i + 1)
			}
			if !reflect.DeepEqual(m, want[i]) {
				t.Errorf("got  %+v\nwant %+v", m, want[i])
			}
		}
	}
}
