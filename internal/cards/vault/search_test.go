package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

func fields(title, created, source string) string {
	return fmt.Sprintf("---\ntitle: %s\ncreated: %s\nsource: %s\n---\n", title, created, source)
}

func TestSearchOrder(t *testing.T) {
	v := newVault(t, map[string]string{
		"both-words":   "Token and revocation, far down.\n" + strings.Repeat("Filler words of no use.\n", 50),
		"many-of-one":  strings.Repeat("revocation ", 40),
		"in-the-title": fields("Revocation", "2026-01-01", "retro") + "Short.\n",
		"in-the-text":  fields("Something", "2026-01-01", "retro") + "A word on revocation.\n",
		"data":         "Redis 支持多种数据结构。\n",
		"缓存":           fields("缓存策略选型", "2026-01-01", "retro") + "失效时可以用缓存兜底。\n",
	})
	v.finds("token revocation", "both-words many-of-one in-the-title in-the-text") // all words come first
	got, err := v.search(cards.Query{Text: "revocation"})
	if list := strings.Fields(got); err != nil || len(list) != 4 || slices.Index(list, "in-the-title") > slices.Index(list, "in-the-text") {
		t.Errorf("found %q, %v: the title counts more than the text", got, err)
	}
	v.finds("缓存", "缓存")
	v.finds("存策", "缓存") // any part of a name without blanks
	v.finds("兜底", "缓存")
	v.finds("revokation tokne", "both-words many-of-one in-the-title in-the-text")
	if got, err := v.search(cards.Query{Text: "is there any revocation?"}); sorted(got) != "both-words in-the-text in-the-title many-of-one" || err != nil {
		t.Errorf("found %q, %v", got, err)
	}
	v.finds("数据结构", "data")
	v.finds("架构", "") // a character in common is not a match
	v.finds("zebra", "")
	_, err = v.search(cards.Query{Text: "  "})
	v.fails(err, agmem.Usage)
}

func TestSearchFilters(t *testing.T) {
	v := newVault(t, map[string]string{
		"retro":  "---\ntitle: T\ncreated: 2026-03-18\nsource: retro\ntags: [Auth, jwt]\n---\nheron\n",
		"manual": "---\ntitle: T\ncreated: 2026-03-19\nsource: manual\ntags: auth\n---\nheron\n",
		"later":  fields("T", "2026-04-01", "retro") + "heron\n",
		"person": "heron\n",
	})
	for _, c := range []struct {
		q    cards.Query
		want string
	}{
		{cards.Query{}, "later manual person retro"},
		{cards.Query{Source: "retro"}, "later retro"},
		{cards.Query{Source: "none"}, ""},
		{cards.Query{Tags: []string{"AUTH"}}, "manual retro"},
		{cards.Query{Tags: []string{"auth", "jwt"}}, "retro"},
		{cards.Query{Since: "2026-03-19"}, "later manual person"},
		{cards.Query{Before: "2026-03-19"}, "retro"},
		{cards.Query{Since: "2026-03-18", Before: "2026-04-01", Source: "manual"}, "manual"},
	} {
		c.q.Text = "heron"
		got, err := v.search(c.q)
		if sorted(got) != c.want || err != nil {
			t.Errorf("%+v finds %q, %v; want %q", c.q, got, err, c.want)
		}
	}
	_, err := v.search(cards.Query{Text: "heron", Since: "yesterday"})
	v.fails(err, agmem.Usage, "yesterday")
}

// A filter by source finds a card however many others answer better.
func TestSearchOfARareSource(t *testing.T) {
	texts := map[string]string{"rare": fields("T", "2020-01-01", "manual") + "One heron among many other words, " + strings.Repeat("and more ", 50)}
	for i := range 300 {
		texts[fmt.Sprint("common-", i)] = fields("Heron", "2026-01-01", "retro") + "heron\n"
	}
	v := newVault(t, texts)
	if got, err := v.search(cards.Query{Text: "heron", Source: "manual"}); got != "rare" || err != nil {
		t.Errorf("found %q, %v", got, err)
	}
	if got, err := v.search(cards.Query{Text: "heron", Limit: 120}); len(strings.Fields(got)) != 120 || err != nil {
		t.Errorf("found %d, %v", len(strings.Fields(got)), err)
	}
}

func TestMatchingLine(t *testing.T) {
	long := strings.Repeat("word ", 100)
	v := newVault(t, map[string]string{
		"card": fields("Title", "2026-01-01", "retro") + "The first paragraph has an otter.\n\nThe second has a raven.\n\n  - and a stork, a raven and an adder  \n\n" +
			long + "trout " + long + "\n\n缓存失效时可以兜底。\n",
	})
	for text, want := range map[string]string{
		"otter":       "", // it is shown anyway
		"title":       "",
		"raven":       "The second has a raven.",
		"raven stork": "- and a stork, a raven and an adder",
		"otter raven": "- and a stork, a raven and an adder",
		"兜底":          "缓存失效时可以兜底。",
	} {
		hits, err := v.Search(t.Context(), cards.Query{Text: text, Limit: 1})
		if text == "otter raven" && err == nil && len(hits) == 1 && hits[0].Match == "" {
			continue // no line has more of it than what is shown
		}
		if err != nil || len(hits) != 1 || hits[0].Match != want {
			t.Errorf("%q: %+v, %v; want the line %q", text, hits, err, want)
		}
	}
	hits, err := v.Search(t.Context(), cards.Query{Text: "trout", Limit: 1})
	if err != nil || len(hits) != 1 || !strings.Contains(hits[0].Match, "word trout word") || len(hits[0].Match) > 220 ||
		!strings.HasPrefix(hits[0].Match, "...") || !strings.HasSuffix(hits[0].Match, "...") {
		t.Errorf("the line is %q, %v", hits[0].Match, err)
	}
}

func TestWhatIsKnownOfACard(t *testing.T) {
	v := newVault(t, map[string]string{
		"full": "---\ntitle: ' A  title '\ncreated: 2026-03-18\nmodified: 2026-03-19\nsource: retro\nstatus: stale\ntags: [a, A, b]\naliases: [x, y z]\n---\n" +
			"# Heading\n\nFirst\nparagraph.\n\nSecond [[b]] [[a|A]] [[b#h]] ![[c.png]] `[[no]]`.\n",
		"person":   "Some text.\n\n```sh\n# a comment\n```\n\n## A heading ##\n\nMore.\n",
		"nameless": "",
	})
	all, err := v.All(t.Context())
	if err != nil || len(all) != 3 {
		t.Fatalf("the cards are %+v, %v", all, err)
	}
	info, err := os.Stat(v.file("full"))
	v.ok(err)
	want := cards.Card{
		Slug: "full", Path: "full", Title: "A title", Summary: "First paragraph.", Created: "2026-03-18", Modified: "2026-03-19",
		Source: "retro", Status: "stale", Tags: []string{"a", "b"}, Aliases: []string{"x", "y z"}, Links: []string{"b", "a", "c.png"},
		Name: "full", FileTime: agmem.InstantOf(info.ModTime()),
	}
	if fmt.Sprintf("%+v", all[0]) != fmt.Sprintf("%+v", want) {
		t.Errorf("it is\n%+v\nwant\n%+v", all[0], want)
	}
	if c := all[1]; c.Title != "nameless" || c.Summary != "" || len(c.Missing) > 0 {
		t.Errorf("it is %+v", c)
	}
	if c := all[2]; c.Title != "person" || c.Summary != "Some text." || len(c.Missing) > 0 {
		t.Errorf("it is %+v", c)
	}
}

// Without a cache, or with one that cannot be made, the answers are the same,
// and the home never has an index in it.
func TestCacheCanBeMissing(t *testing.T) {
	v := newVault(t, map[string]string{"card": "A heron."})
	blocked := filepath.Join(t.TempDir(), "file")
	v.ok(os.WriteFile(blocked, nil, 0o600))
	for _, cache := range []string{"", blocked, filepath.Join(v.cache, "new")} {
		opened := &fixture{T: t, Vault: v.open(v.Home(), cache)}
		opened.finds("heron", "card")
		opened.lists("card")
	}
	v.finds("heron", "card")
	v.ok(os.RemoveAll(v.cache))
	v.finds("heron", "card")
	if names := v.entries("."); !slices.Equal(names, []string{"cards"}) {
		t.Errorf("the home holds %v", names)
	}
}

func TestOrganizedTime(t *testing.T) {
	v := newVault(t, nil)
	if at, err := v.Organized(t.Context()); !at.IsZero() || err != nil {
		t.Errorf("organized at %v, %v", at, err)
	}
	at, err := v.SetOrganized(t.Context())
	if !at.Equal(today()) || err != nil {
		t.Errorf("organized at %v, %v", at, err)
	}
	if got, err := v.Organized(t.Context()); !got.Equal(at) || err != nil {
		t.Errorf("organized at %v, %v", got, err)
	}
	text, err := os.ReadFile(filepath.Join(v.Home(), ".last-organize"))
	if _, parseErr := time.Parse(time.RFC3339, strings.TrimSpace(string(text))); err != nil || parseErr != nil {
		t.Errorf("the file holds %q, %v", text, err)
	}
	v.ok(os.WriteFile(filepath.Join(v.Home(), ".last-organize"), []byte("soon"), 0o600))
	_, err = v.Organized(t.Context())
	v.fails(err, agmem.Corrupt, ".last-organize")
	v.ok(os.RemoveAll(v.Folder()))
	_, err = v.SetOrganized(t.Context())
	v.fails(err, agmem.NotFound)
}
