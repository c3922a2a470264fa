package wikilink_test

import (
	"testing"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

func TestResolve(t *testing.T) {
	r := wikilink.NewResolver([]wikilink.Note{
		{Path: "alpha", Title: "The first letter", Aliases: []string{"A", "Άλφα"}},
		{Path: "data-science", Title: "Learning from data"},
		{Path: "sub/beta", Title: "Beta"},
		{Path: "sub/alpha", Title: "Another alpha"},
		{Path: "sub/deep/gamma"},
		{Path: "deep/twin"}, {Path: "other/deep/twin"},
		{Path: "Case", Title: "Upper"}, {Path: "case", Title: "Lower"},
		{Path: "caf\u00e9"}, // composed
		{Path: "a-b"},
		{Path: "札记/缓存", Title: "缓存策略"},
	})
	for _, c := range []struct {
		from, target, want string
		by                 wikilink.By
	}{
		{"x", "alpha", "alpha", wikilink.BySlug},
		{"sub/x", "alpha", "sub/alpha", wikilink.BySlug}, // beside the note with the link
		{"sub/deep/x", "alpha", "alpha", wikilink.BySlug},
		{"x", "beta", "sub/beta", wikilink.BySlug},
		{"x", "sub/alpha", "sub/alpha", wikilink.ByPath},
		{"x", "/sub/alpha", "sub/alpha", wikilink.ByPath},
		{"x", "/beta", "", wikilink.ByNothing},
		{"sub/x", "deep/gamma", "sub/deep/gamma", wikilink.ByPath},
		{"sub/x", "./beta", "sub/beta", wikilink.ByPath},
		{"sub/deep/x", "../beta", "sub/beta", wikilink.ByPath},
		{"sub/x", "../alpha", "alpha", wikilink.ByPath},
		{"x", "../../../alpha", "alpha", wikilink.ByPath},
		{"x", "deep/twin", "deep/twin", wikilink.ByPath},
		{"x", "Case", "Case", wikilink.BySlug},
		{"x", "case", "case", wikilink.BySlug},
		{"x", "CASE", "Case", wikilink.BySlug},
		{"x", "Alpha", "alpha", wikilink.BySlug},
		{"x", "cafe\u0301", "caf\u00e9", wikilink.BySlug}, // decomposed
		{"x", "CAFÉ", "caf\u00e9", wikilink.BySlug},
		{"x", "The First Letter", "alpha", wikilink.ByAlias},
		{"x", "άλφα", "alpha", wikilink.ByAlias},
		{"x", "Data Science", "data-science", wikilink.ByWords},
		{"x", "learning_from_data", "data-science", wikilink.ByWords},
		{"x", "缓存策略", "札记/缓存", wikilink.ByAlias},
		{"x", "札记/缓存", "札记/缓存", wikilink.ByPath},
		{"x", "a/b", "", wikilink.ByNothing},
		{"x", "nothing", "", wikilink.ByNothing},
		{"x", "", "", wikilink.ByNothing},
		{"x", "/", "", wikilink.ByNothing},
	} {
		if got, by := r.Resolve(c.from, c.target); got != c.want || by != c.by {
			t.Errorf("[[%s]] in %s means %q by %d, want %q by %d", c.target, c.from, got, by, c.want, c.by)
		}
	}
}

func TestIsAttachment(t *testing.T) {
	for target, want := range map[string]bool{"a.png": true, "sub/b.PDF": true, "v1.2": false, "note": false, "a.b-c": false, "": false} {
		if got := wikilink.IsAttachment(target); got != want {
			t.Errorf("IsAttachment(%q) is %v", target, got)
		}
	}
}
