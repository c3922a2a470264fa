package vault_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

func TestSlugsOfNewCards(t *testing.T) {
	for _, slug := range []string{
		"jwt-migration-pitfalls", "a", "A_1", "v1.2", "9", "_x", "a.b.c", "sub/card", "a/b/c", "缓存策略", "札记/缓存",
		"naïve", "nai\u0308ve", "Ärger", "привет", "conference", "com10", "console", "nul-1", "a--b", "a-",
		strings.Repeat("x", 200), strings.Repeat("缓", 66),
	} {
		v := newVault(t, nil)
		if path, err := v.Write(t.Context(), slug, []byte(complete)); path != slug || err != nil {
			t.Errorf("%q was refused or written to %q: %v", slug, path, err)
		}
		v.lists(slug)
		if got, err := v.read(slug); !strings.Contains(got, "title: T") || err != nil {
			t.Errorf("%q reads %q, %v", slug, got, err)
		}
	}
}

func TestSlugsThatAreRefused(t *testing.T) {
	v := newVault(t, nil)
	outside := filepath.Join(t.TempDir(), "outside")
	for _, slug := range []string{
		"", " ", "a b", "a\tb", "a\nb", "../x", "..", ".", "a/../b", "a/..", "./a", "a//b", "/a", "/", "a/", "//", outside,
		`a\b`, `..\x`, "C:x", "C:/x", ".hidden", "sub/.hidden", "a.", "a./b", "-flag", "sub/-flag",
		"a*b", "a?b", "a|b", "a#b", "a[b", "a]]b", "a:b", `a"b`, "a<b", "a\x00b", "a\x7fb", "a\u200bb", "a\u202eb", "a\u00a0b",
		"CON", "con", "nul", "aux.x", "sub/com1", "LPT9", "prn", "\xff", "a\xffb", "😀", "a/CON/b",
		strings.Repeat("x", 201), strings.Repeat("缓", 67), ".md", "~/x", "$HOME",
	} {
		path, err := v.Write(t.Context(), slug, []byte(complete))
		if path != "" {
			t.Errorf("%q was written to %q", slug, path)
		}
		v.fails(err, agmem.Invalid)
		if err != nil && (strings.ContainsAny(err.Error(), "\n\x00\x7f") || len(err.Error()) > 600) {
			t.Errorf("%q: the error is not one line: %q", slug, err)
		}
	}
	if names := v.entries("cards"); len(names) > 0 {
		t.Errorf("something was written: %v", names)
	}
	if names := v.entries("."); len(names) > 2 {
		t.Errorf("something was written: %v", names)
	}
	if _, err := os.Stat(outside + ".md"); err == nil {
		t.Error("something was written outside")
	}
}
