package cards_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
)

// newCards returns the use cases over a vault with some cards, by their paths.
func newCards(t *testing.T, texts map[string]string) *cards.Cards {
	t.Helper()
	v := vault.Open(t.TempDir(), vault.Options{})
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, text := range texts {
		file := filepath.Join(v.Folder(), name+".md")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cards.New(v)
}

// Each thing that is wrong is its own finding, that names its cards.
func TestDoctorFindings(t *testing.T) {
	c := newCards(t, map[string]string{
		"fine":      "---\ntitle: T\ncreated: 2026-01-01\nsource: retro\n---\n[[lacking]]\n",
		"bad":       "---\ntitle: [T\n---\n",
		"sub/worse": "---\n: :\n\t- x\n---\n",
		"binary":    "\x00\xff",
		"lacking":   "---\ntitle: T\n---\n[[nowhere]] [[picture.png]]\n",
		"a/twin":    "", "b/Twin": "",
	})
	if err := os.Symlink("nowhere", filepath.Join(c.Home(), "cards", "gone.md")); err != nil {
		t.Fatal(err)
	}
	findings, err := c.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range findings {
		got = append(got, strings.TrimSpace(f.Level+" "+f.Kind+" "+strings.Join(f.Cards, " ")))
		if f.Message == "" || strings.Contains(f.Message, "\n") {
			t.Errorf("the message of %+v is not one line", f)
		}
	}
	want := []string{
		"error unreadable", "error frontmatter", "error frontmatter", "error frontmatter", "error collision b/Twin a/twin",
		"warning missing_fields bad", "warning broken_link lacking", "warning missing_fields lacking", "warning missing_fields sub/worse",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
