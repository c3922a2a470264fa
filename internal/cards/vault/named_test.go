package vault_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards"
)

// A question that is the slug, the title or an alias of a card has that card
// first, however many others have more of its words.
func TestSearchHasTheNamedCardFirst(t *testing.T) {
	texts := map[string]string{
		"zettelkasten":   "# Slips of paper\n\n" + strings.Repeat("A long text on how Luhmann worked. ", 100),
		"jwt-pitfalls":   fields("JWT 迁移的坑", "2026-03-18", "retro") + "撤销。\n",
		"aliased":        "---\ntitle: Something\naliases: [slip box, Notebox]\ntags: [tool]\n---\nNothing else.\n",
		"sub/deep":       "# The Data Science Method\n\nNothing else.\n",
		"a/twin":         "Nothing else.\n",
		"b/twin":         "Nothing else.\n",
		"c-plus-plus":    "# C++\n\nNothing else.\n",
		"c-sharp":        "# C#\n\nNothing else.\n",
		"about-the-twin": "twin twin twin twin\n",
		"README":         "Nothing else.\n",
	}
	for i := range 150 {
		texts[fmt.Sprintf("note-%03d", i)] = fmt.Sprintf("# Zettelkasten zettelkasten slip box %d\n\nzettelkasten jwt pitfalls slip box data science method [[zettelkasten]]\n", i)
	}
	v := newVault(t, texts)
	for _, c := range []struct {
		question string
		first    []string
	}{
		{"zettelkasten", []string{"zettelkasten"}},
		{" Zettelkasten ", []string{"zettelkasten"}},
		{`"zettelkasten"`, []string{"zettelkasten"}},
		{"[[zettelkasten|shown]]", []string{"zettelkasten"}},
		{"zettelkasten.md", []string{"zettelkasten"}},
		{"slips of paper", []string{"zettelkasten"}},
		{"jwt-pitfalls", []string{"jwt-pitfalls"}},
		{"JWT pitfalls", []string{"jwt-pitfalls"}},
		{"JWT 迁移的坑", []string{"jwt-pitfalls"}},
		{"Slip Box", []string{"aliased"}},
		{"notebox", []string{"aliased"}},
		{"the data science method", []string{"deep"}},
		{"sub/deep", []string{"deep"}},
		{"twin", []string{"a/twin", "b/twin"}},
		{"b/twin", []string{"b/twin"}},
		{"C++", []string{"c-plus-plus"}},
		{"c#", []string{"c-sharp"}},
		{"readme", []string{"README"}},
	} {
		hits, err := v.Search(t.Context(), cards.Query{Text: c.question, Limit: 10})
		var got []string
		for i, h := range hits {
			got = append(got, h.Name)
			if i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("%q: the score of %s is above that of the one before it", c.question, h.Name)
			}
		}
		if err != nil || len(got) < len(c.first) || !slices.Equal(got[:len(c.first)], c.first) || len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(got) {
			t.Errorf("%q finds %v, %v; want %v first", c.question, got, err, c.first)
		}
	}
	for _, q := range []cards.Query{
		{Text: "slip box", Tags: []string{"none"}}, {Text: "slip box", Source: "retro"}, {Text: "slip box", Before: "2026-01-01"},
		{Text: "slip -box"}, {Text: "-notebox"},
	} {
		q.Limit = 10
		hits, err := v.Search(t.Context(), q)
		if err != nil || slices.ContainsFunc(hits, func(h cards.Hit) bool { return h.Slug == "aliased" }) {
			t.Errorf("%+v finds what it leaves out, %v", q, err)
		}
	}
	hits, err := v.Search(t.Context(), cards.Query{Text: "slip box", Limit: 1, Tags: []string{"TOOL"}})
	if err != nil || len(hits) != 1 || hits[0].Name != "aliased" {
		t.Errorf("found %+v, %v", hits, err)
	}
}

// Every name that a search gives is one that `read` takes and that means the
// same card, whichever others are found.
func TestSearchNamesAreThoseOfRead(t *testing.T) {
	v := newVault(t, map[string]string{
		"twin":      "heron [[a/twin]] [[other]]\n",
		"a/twin":    "otter\n",
		"b/twin":    "stork [[twin]] [[nowhere]] ![[p.png]] [[b/twin]] [[known]] [[TWIN]]\n",
		"known-as":  "---\naliases: known\n---\nadder\n",
		"other":     "raven [[Known-As]] [[known]]\n",
		"dotted.md": "viper\n", // the file dotted.md.md
		"dotted":    "lynx\n",
	})
	for word, want := range map[string]string{
		"heron": "/twin a/twin other",
		"otter": "a/twin",
		"stork": "b/twin nowhere known-as",
		"adder": "known-as",
		"raven": "other known-as",
		"viper": "dotted.md.md",
		"lynx":  "dotted",
	} {
		hits, err := v.Search(t.Context(), cards.Query{Text: word, Limit: 10})
		if err != nil || len(hits) != 1 {
			t.Fatalf("%s: %+v, %v", word, hits, err)
		}
		got := strings.Fields(hits[0].Name + " " + strings.Join(hits[0].Links, " "))
		if sorted(strings.Join(got[1:], " ")) != sorted(strings.Join(strings.Fields(want)[1:], " ")) || got[0] != strings.Fields(want)[0] {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
		if text, err := v.read(hits[0].Name); err != nil || !strings.Contains(text, word) {
			t.Errorf("%s is called %s, which reads %q, %v", word, hits[0].Name, text, err)
		}
	}
	all, err := v.All(t.Context())
	v.ok(err)
	for _, c := range all {
		if text, err := v.read(c.Name); err != nil || text != v.text(c.Path) {
			t.Errorf("%s is called %s, which reads %q, %v", c.Path, c.Name, text, err)
		}
	}
}
