package wikilink_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

func TestCalledBy(t *testing.T) {
	n := wikilink.Note{Path: "sub/data-science", Title: "C#, a language", Aliases: []string{"Άλφα", " Blank ", "???"}}
	for text, want := range map[string]wikilink.By{
		"data-science": wikilink.BySlug, "DATA-Science": wikilink.BySlug, " data-science ": wikilink.BySlug,
		"sub/data-science": wikilink.ByPath, "/sub/Data-Science": wikilink.ByPath, "b/data-science": wikilink.ByNothing,
		"c#, A Language": wikilink.ByAlias, "άλφα": wikilink.ByAlias, "blank": wikilink.ByAlias, "???": wikilink.ByAlias,
		"Data Science": wikilink.ByWords, "data_science": wikilink.ByWords, "c#,-a-language": wikilink.ByWords,
		"C, a language": wikilink.ByNothing, "data": wikilink.ByNothing, "": wikilink.ByNothing, "-": wikilink.ByNothing, "/": wikilink.ByNothing,
	} {
		if got := n.CalledBy(text); got != want {
			t.Errorf("%q is a name by %d, want %d", text, got, want)
		}
	}
}

// A resolver of the notes that share a key with a target finds what one of all
// notes finds.
func TestKeysLoseNoNote(t *testing.T) {
	long := strings.Repeat("lang é", 100)
	notes := []wikilink.Note{
		{Path: "alpha", Title: "The first letter", Aliases: []string{"A", "Άλφα", "TCP/IP"}},
		{Path: "data-science", Title: "Learning from data"}, {Path: "sub/alpha", Title: "???"}, {Path: "Case"}, {Path: "case"},
		{Path: "deep/twin", Title: long}, {Path: "other/deep/twin"}, {Path: "caf\u00e9"}, {Path: "札记/缓存", Title: "缓存策略"}, {Path: "\xff"},
	}
	for _, target := range []string{
		"alpha", "ALPHA", "sub/alpha", "/sub/alpha", "./alpha", "../alpha", "deep/twin", "The First Letter", "άλφα", "tcp/ip", "Data Science",
		"learning_from_data", "case", "CASE", "cafe\u0301", "缓存策略", "札记/缓存", "???", long, "nothing", "a/b", "/", "\xff",
	} {
		keys := wikilink.TargetKeys(target)
		some := slices.DeleteFunc(slices.Clone(notes), func(n wikilink.Note) bool {
			return !slices.ContainsFunc(n.Keys(), func(k string) bool { return slices.Contains(keys, k) })
		})
		for _, from := range []string{"x", "sub/x", "deep/x"} {
			want, by := wikilink.NewResolver(notes).Resolve(from, target)
			if got, how := wikilink.NewResolver(some).Resolve(from, target); got != want || how != by {
				t.Errorf("[[%s]] in %s means %q by %d, of all notes %q by %d", target, from, got, how, want, by)
			}
		}
	}
}
