package vault_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

func TestArchive(t *testing.T) {
	v := newVault(t, map[string]string{"card": complete, "sub/card2": "no\r\nfront\xffmatter", "other": "[[card]]", "a b#": "odd"})
	archived := func(name string) string {
		text, err := os.ReadFile(filepath.Join(v.ArchiveFolder(), name))
		v.ok(err)
		return string(text)
	}
	for _, c := range []struct{ slug, file, text string }{
		{"card", "card.md", complete},
		{"sub/card2", "card2.md", "no\r\nfront\xffmatter"},
		{"a b#", "a b#.md", "odd"},
	} {
		to, err := v.Archive(t.Context(), c.slug)
		if want := filepath.Join(v.ArchiveFolder(), c.file); to != want || err != nil {
			t.Errorf("archived to %q, %v; want %q", to, err, want)
		}
		if got := archived(c.file); got != c.text {
			t.Errorf("%s holds %q", c.file, got)
		}
		_, err = v.Archive(t.Context(), c.slug)
		v.fails(err, agmem.Conflict, "Card already archived: "+c.slug)
	}
	v.lists("other")
	v.finds("body", "")
	_, err := v.read("card")
	v.fails(err, agmem.NotFound, "Card not found: card")

	// The slug can be used again, and both cards are kept.
	for i, name := range []string{"card.2.md", "card.3.md"} {
		text := strings.Repeat("again", i+1)
		v.put("deep/card", text)
		if to, err := v.Archive(t.Context(), "card"); filepath.Base(to) != name || err != nil {
			t.Errorf("archived to %q, %v; want %s", to, err, name)
		}
		if got := archived(name); got != text {
			t.Errorf("%s holds %q", name, got)
		}
	}
	if got := archived("card.md"); got != complete {
		t.Errorf("card.md holds %q", got)
	}
	_, err = v.Archive(t.Context(), "never")
	v.fails(err, agmem.NotFound, "Card not found: never")
	_, err = v.Archive(t.Context(), "../archive/card")
	v.fails(err, agmem.Conflict, "Card already archived: ")
	v.put("one/twin", "1")
	v.put("two/twin", "2")
	_, err = v.Archive(t.Context(), "twin")
	v.fails(err, agmem.Conflict, "one/twin.md", "two/twin.md")
	if _, err = v.Archive(t.Context(), "two/twin"); err != nil || archived("twin.md") != "2" {
		t.Errorf("archived %q, %v", archived("twin.md"), err)
	}
	v.lists("one/twin other")
}

// Whatever is in the archive under that name is never replaced.
func TestArchiveReplacesNothing(t *testing.T) {
	v := newVault(t, map[string]string{"card": "new"})
	v.ok(os.MkdirAll(filepath.Join(v.ArchiveFolder(), "card.md"), 0o700)) // a folder
	v.ok(os.Symlink("nowhere", filepath.Join(v.ArchiveFolder(), "card.2.md")))
	to, err := v.Archive(t.Context(), "card")
	if filepath.Base(to) != "card.3.md" || err != nil {
		t.Errorf("archived to %q, %v", to, err)
	}
}
