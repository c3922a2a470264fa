package histories_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/frontmatter"
	"github.com/agmem/agmem/internal/histories"
)

// notesOf returns the notes of a folder with one file.
func notesOf(t *testing.T, name, text string) []histories.Note {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var notes []histories.Note
	if _, err := histories.Notes(t.Context(), dir, histories.Obsidian, func(n histories.Note) error {
		notes = append(notes, n)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return notes
}

func TestNotesAreKnownAgain(t *testing.T) {
	for name, text := range map[string]string{
		"a/My note (2).md": "No frontmatter here.\n",
		"b.md":             "---\ntitle: B\nmodified: 2020-01-01\ncreated: 2020-01-01\nsource: me\n---\nText.\n",
		"c.md":             "\uFEFF---\r\ntags: [x]\r\n---\r\nText.\r\n",
		"..d.md":           "hidden",
	} {
		notes := notesOf(t, name, text)
		if strings.HasPrefix(name, ".") {
			if len(notes) > 0 {
				t.Errorf("%s became %s", name, notes[0].Slug)
			}
			continue
		}
		if len(notes) != 1 || !histories.Untouched(notes[0].Text) {
			t.Fatalf("%s: %q", name, notes)
		}
		later, err := frontmatter.Set(notes[0].Text, "modified", "2027-01-15")
		if err != nil || !histories.Untouched(later) || !histories.SameNote(later, notes[0].Text) {
			t.Errorf("%s: written later it is another: %q, %v", name, later, err)
		}
		if changed := []byte(string(later) + "more"); histories.Untouched(changed) || histories.SameNote(changed, later) {
			t.Errorf("%s: a change by hand is not seen", name)
		}
	}
	if got := notesOf(t, "a/My note (2).md", "x")[0].Slug; got != "a/My-note-2" {
		t.Error(got)
	}
}

func FuzzNotes(f *testing.F) {
	f.Add("text")
	f.Add("---\ntitle: B\nmodified: 2020-01-01 # c\n---\nText.\n")
	f.Add("---\n? [a]\n: b\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range notesOf(t, "n.md", text) {
			later, err := frontmatter.Set(n.Text, "modified", "2027-01-15")
			if err != nil || !histories.Untouched(later) {
				t.Errorf("%q becomes %q and is not known again: %v", text, n.Text, err)
			}
		}
	})
}
