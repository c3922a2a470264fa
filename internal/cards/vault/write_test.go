package vault_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

// complete is a card that can be written.
const complete = "---\ntitle: T\ncreated: 2026-03-18\nsource: retro\n---\n\nBody with a [[link]].\n"

func TestWriteChangesNothingButModified(t *testing.T) {
	const odd = "# a comment\ntags:\n  - a\n  - b\nnested: {x: 1, y: [2]}\nday: 2026-01-01\n"
	for name, c := range map[string]struct{ given, want string }{
		"added last": {complete, strings.Replace(complete, "retro\n", "retro\nmodified: 2027-01-15\n", 1)},
		"changed where it stands": {
			"---\nmodified: 2020-02-02 # by hand\ntitle: T\ncreated: 2026-03-18\nsource: retro\n---\nx",
			"---\nmodified: 2027-01-15 # by hand\ntitle: T\ncreated: 2026-03-18\nsource: retro\n---\nx",
		},
		"what it does not know": {
			"---\n" + odd + "title: T\ncreated: 2026-03-18\nsource: retro\n---\n\n\n  x  \n\n",
			"---\n" + odd + "title: T\ncreated: 2026-03-18\nsource: retro\nmodified: 2027-01-15\n---\n\n\n  x  \n\n",
		},
		"CRLF": {
			"---\r\ntitle: T\r\ncreated: 2026-03-18\r\nsource: retro\r\n---\r\nx\r\n",
			"---\r\ntitle: T\r\ncreated: 2026-03-18\r\nsource: retro\r\nmodified: 2027-01-15\r\n---\r\nx\r\n",
		},
		"a modified in the body is text": {
			complete + "modified: never\n---\n",
			strings.Replace(complete, "retro\n", "retro\nmodified: 2027-01-15\n", 1) + "modified: never\n---\n",
		},
		"no end of the last line": {
			"---\ntitle: 缓存\ncreated: 2026-03-18\nsource: 'it''s me'\n---",
			"---\ntitle: 缓存\ncreated: 2026-03-18\nsource: 'it''s me'\nmodified: 2027-01-15\n---",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t, nil)
			for range 2 { // what was written can be written again
				path, err := v.Write(t.Context(), "card", []byte(c.given))
				if path != "card" || err != nil {
					t.Fatalf("wrote %q, %v", path, err)
				}
				v.has("card", c.want)
				c.given = v.text("card")
			}
		})
	}
}

func TestWriteDemandsTheFields(t *testing.T) {
	v := newVault(t, map[string]string{"card": "untouched"})
	for text, want := range map[string]string{
		"":                      "Missing required fields: title, created, source",
		"no front":              "Missing required fields: title, created, source",
		"---\n---\nx":           "Missing required fields: title, created, source",
		"---\ntitle: T\n---\nx": "Missing required fields: created, source",
		"---\ntitle: ''\ncreated: 2026-01-01\nsource: \"  \"\n---\n":  "Missing required fields: title, source",
		"---\ntitle: T\ncreated: ~\nsource: [a]\n---\n":               "Missing required fields: created, source",
		"---\ntitle: T\ncreated: 2026-01-01\nsource: retro\n":         "Missing required fields: title, created, source",
		" ---\ntitle: T\ncreated: 2026-01-01\nsource: retro\n---\n":   "Missing required fields: title, created, source",
		"---\ntitle: [T\ncreated: 2026-01-01\nsource: retro\n---\n":   "the card cannot be written: ",
		"---\ntitle: T\ncreated: 1\nsource: retro\n---\n\xff\xfe\x00": "the card cannot be written: it is not UTF-8 text",
	} {
		_, err := v.Write(t.Context(), "card", []byte(text))
		v.fails(err, agmem.Invalid, want)
		if strings.HasPrefix(want, "Missing") && err != nil && err.Error() != want {
			t.Errorf("%q: %q, want %q", text, err, want)
		}
	}
	v.has("card", "untouched")
	if names := v.entries("cards"); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// What `read` gives can be written back to where it came from, and a card in a
// folder is replaced there.
func TestWriteFindsTheCard(t *testing.T) {
	v := newVault(t, map[string]string{"deep/er/card": "old", "twin": "root", "sub/twin": "sub", "caf\u00e9": "composed", "a b": "odd"})
	for slug, want := range map[string]string{
		"card":         "deep/er/card",
		"deep/er/card": "deep/er/card",
		"card.md":      "deep/er/card",
		"sub/twin":     "sub/twin",
		"/twin":        "twin",
		"cafe\u0301":   "caf\u00e9", // decomposed
		"a b":          "a b",       // no new card could be called so
		"new":          "new",
		"folder/new2":  "folder/new2",
		"札记/缓存":        "札记/缓存",
	} {
		path, err := v.Write(t.Context(), slug, []byte(complete))
		if path != want || err != nil {
			t.Errorf("%q was written to %q, %v; want %q", slug, path, err, want)
		}
		if !strings.Contains(v.text(want), "modified: 2027-01-15") {
			t.Errorf("%s holds %q", want, v.text(want))
		}
	}
	_, err := v.Write(t.Context(), "twin", []byte(complete))
	v.fails(err, agmem.Conflict, "twin.md", "sub/twin.md")
	v.lists("a b caf\u00e9 deep/er/card folder/new2 new sub/twin twin 札记/缓存")
}

func TestNoCardsYet(t *testing.T) {
	v := newVault(t, nil)
	v.ok(os.Remove(v.Folder()))
	_, err := v.paths()
	v.fails(err, agmem.NotFound, v.Folder())
	_, err = v.search(cards.Query{Text: "x"})
	v.fails(err, agmem.NotFound, v.Folder())
	_, err = v.read("x")
	v.fails(err, agmem.NotFound, v.Folder())
	_, err = v.Archive(t.Context(), "x")
	v.fails(err, agmem.NotFound, v.Folder())
	if names := v.entries("."); len(names) > 0 {
		t.Errorf("looking made %v", names)
	}
	if path, err := v.Write(t.Context(), "sub/first", []byte(complete)); path != "sub/first" || err != nil {
		t.Errorf("wrote %q, %v", path, err)
	}
	v.lists("sub/first")
	for _, name := range []string{"cards", "cards/sub", "cards/sub/first.md"} {
		info, err := os.Stat(filepath.Join(v.Home(), name))
		v.ok(err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
	}
}

// On a file system that tells cases apart, another case is another card, which
// elsewhere would be the same file.
func TestWriteRefusesAnotherCaseOfACard(t *testing.T) {
	v := newVault(t, map[string]string{"sub/old": "kept"})
	for _, slug := range []string{"OLD", "Old.md", "sub/OLD"} {
		_, err := v.Write(t.Context(), slug, []byte(complete))
		v.fails(err, agmem.Conflict, "sub/old")
	}
	if v.text("sub/old") != "kept" {
		t.Error("the card was overwritten")
	}
}

// A card keeps who may read it, however it is rewritten.
func TestRewrittenCardsKeepTheirMode(t *testing.T) {
	v := newVault(t, map[string]string{"a": complete, "b": "[[a]]"})
	for _, name := range []string{"a", "b"} {
		v.ok(os.Chmod(v.file(name), 0o644))
	}
	v.ok(v.Mark(t.Context(), "a", "stale"))
	_, err := v.Write(t.Context(), "a", []byte(complete))
	v.ok(err)
	_, err = v.Rename(t.Context(), "a", "c")
	v.ok(err)
	for _, name := range []string{"b", "c"} {
		info, err := os.Stat(v.file(name))
		v.ok(err)
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
	}
	_, err = v.Write(t.Context(), "new", []byte(complete))
	v.ok(err)
	info, err := os.Stat(v.file("new"))
	v.ok(err)
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("a new card has the mode %v", info.Mode())
	}
}

func TestOrganizedOnADayThatAPersonWrote(t *testing.T) {
	v := newVault(t, nil)
	v.ok(os.WriteFile(filepath.Join(v.Home(), ".last-organize"), []byte("2027-01-10\n"), 0o600))
	at, err := v.Organized(t.Context())
	if want := time.Date(2027, 1, 10, 0, 0, 0, 0, time.Local); err != nil || !at.Equal(want) {
		t.Errorf("organized at %v, %v", at, err)
	}
}
