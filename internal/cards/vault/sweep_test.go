package vault_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/inside"
)

// leave makes a file in the home that was last touched an hour ago.
func (v *fixture) leave(name string) {
	v.T.Helper()
	full := filepath.Join(v.Home(), filepath.FromSlash(name))
	v.ok(os.MkdirAll(filepath.Dir(full), 0o700))
	v.ok(os.WriteFile(full, []byte("half"), 0o600))
	longAgo := time.Now().Add(-time.Hour)
	v.ok(os.Chtimes(full, longAgo, longAgo))
}

// wantLeaving checks that nothing is wrong but a link that leads out of the home.
func wantLeaving(t *testing.T, err error) {
	t.Helper()
	if _, ok := errors.AsType[*inside.LinkError](err); !ok {
		t.Error(err)
	}
}

// What killed writers left is removed by those who put cards in order, and by
// nobody who only reads.
func TestKeepersRemoveTemporaryFiles(t *testing.T) {
	for name, keep := range map[string]func(*cards.Cards) error{
		"doctor":   func(c *cards.Cards) error { _, err := c.Doctor(t.Context()); return err },
		"organize": func(c *cards.Cards) error { _, err := c.Organize(t.Context(), today()); return err },
	} {
		v := newVault(t, map[string]string{"a": complete, "sub/b": complete})
		left := []string{
			"cards/.a.md.agmem.tmp", "cards/.a.md.123.tmp", "cards/.gone.md.123.tmp", "cards/sub/.b.md.agmem-4.tmp",
			"..memex-rename.json.agmem.tmp", "..memex-rename.json.123.tmp", "..last-organize.99.tmp",
		}
		kept := []string{"cards/.a.txt.123.tmp", "cards/.note.tmp", "cards/.obsidian/.a.md.123.tmp", ".config.123.tmp"}
		for _, file := range slices.Concat(left, kept) {
			v.leave(file)
		}
		outside := filepath.Join(t.TempDir(), "outside")
		v.ok(os.Mkdir(outside, 0o700))
		v.leave("../outside/.c.md.123.tmp")
		v.ok(os.Rename(filepath.Join(v.Home(), "../outside/.c.md.123.tmp"), filepath.Join(outside, ".c.md.123.tmp")))
		if err := os.Symlink(outside, filepath.Join(v.Folder(), "linked")); err != nil {
			t.Log("NOT TESTED: there are no symbolic links here:", err)
		}
		_, err := v.All(t.Context())
		wantLeaving(t, err)
		for _, file := range left {
			if _, err := os.Lstat(filepath.Join(v.Home(), file)); err != nil {
				t.Errorf("reading removed %s: %v", file, err)
			}
		}
		if err := keep(cards.New(v.Vault)); err != nil {
			wantLeaving(t, err)
		}
		for _, file := range left {
			if _, err := os.Lstat(filepath.Join(v.Home(), file)); err == nil {
				t.Errorf("%s left %s", name, file)
			}
		}
		for _, file := range kept {
			if _, err := os.Lstat(filepath.Join(v.Home(), file)); err != nil {
				t.Errorf("%s removed %s: %v", name, file, err)
			}
		}
		if _, err := os.Lstat(filepath.Join(outside, ".c.md.123.tmp")); err != nil {
			t.Errorf("%s removed a file outside of the home: %v", name, err)
		}
	}
}
