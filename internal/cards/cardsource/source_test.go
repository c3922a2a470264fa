package cardsource_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards/cardsource"
	"github.com/agmem/agmem/internal/cards/vault"
)

func today() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.Local) }

// fixture is a home of cards for a test, with a cache beside it.
type fixture struct {
	*testing.T
	home, cache string
}

// newFixture returns a home with some cards, by their paths without .md.
func newFixture(t *testing.T, texts map[string]string) *fixture {
	t.Helper()
	dir := t.TempDir()
	v := &fixture{t, filepath.Join(dir, "home"), filepath.Join(dir, "cache")}
	if err := os.MkdirAll(filepath.Join(v.home, "cards"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		v.put(name, text)
	}
	return v
}

func (v *fixture) put(name, text string) {
	v.T.Helper()
	if err := os.MkdirAll(filepath.Dir(v.file(name)), 0o700); err != nil {
		v.Fatal(err)
	}
	if err := os.WriteFile(v.file(name), []byte(text), 0o600); err != nil {
		v.Fatal(err)
	}
}

func (v *fixture) file(name string) string {
	return filepath.Join(v.home, "cards", filepath.FromSlash(name)+".md")
}

// source returns the cards as a source, and what it said.
func (v *fixture) source() (*cardsource.Source, *[]string) {
	v.T.Helper()
	said := new([]string)
	s := cardsource.New(vault.Open(v.home, vault.Options{Now: today, CacheDir: v.cache}), func(sentence string) { *said = append(*said, sentence) })
	v.Cleanup(func() {
		if err := s.Close(); err != nil {
			v.Error(err)
		}
	})
	return s, said
}

// hits returns the ids and digests that a source finds, best first.
func hits(t *testing.T, s *cardsource.Source, q agmem.Query) string {
	t.Helper()
	q.Limit = 10
	found, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]string, len(found))
	for i, h := range found {
		list[i] = h.ID + " = " + h.Digest
	}
	return strings.Join(list, "; ")
}

func TestSourceFindsCards(t *testing.T) {
	v := newFixture(t, map[string]string{
		"jwt":         "---\ntitle: Pitfalls of JWT\ncreated: 2026-03-18\ntags: [auth, Zettel]\n---\nRevocation is hard.\n",
		"sub/caching": "# Caches\n\nA cache hides a slow revocation.\n",
		"twin":        "A heron.", "sub/twin": "A heron again.",
	})
	s, said := v.source()
	for text, want := range map[string]string{
		"revocation": "jwt = Pitfalls of JWT; caching = Caches",
		"heron":      "sub/twin = twin; twin = twin",
		"zebra":      "",
	} {
		got := strings.Split(hits(t, s, agmem.Query{Text: text}), "; ")
		if slices.Sort(got); strings.Join(got, "; ") != strings.Join(slices.Sorted(slices.Values(strings.Split(want, "; "))), "; ") {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := hits(t, s, agmem.Query{Text: "revocation", Filter: agmem.Filter{Tags: []string{"zettel"}}}); got != "jwt = Pitfalls of JWT" {
		t.Errorf("found %q", got)
	}
	found, err := s.Search(t.Context(), agmem.Query{Text: "revocation", Limit: 1, Explain: true})
	if err != nil || len(found) != 1 || found[0].Tags == nil || found[0].Explanation == nil || len(found[0].Explanation.Reasons) == 0 {
		t.Errorf("found %+v, %v", found, err)
	}
	_, err = s.Search(t.Context(), agmem.Query{Limit: 1})
	v.fails(err, agmem.Usage)
	if len(*said) > 0 {
		t.Errorf("it said %q", *said)
	}
}

// Every id that is shown fetches its own card.
func TestSourceIdsAreAddresses(t *testing.T) {
	texts := map[string]string{
		"a": "1", "sub/a": "2", "sub/deep/a": "3", "sub/b": "4", "B": "5", "x/Foo": "6", "foo": "7", "odd name": "8", "x/bad": "\xffbad\n",
	}
	v := newFixture(t, texts)
	s, _ := v.source()
	list, err := s.List(t.Context(), agmem.Listing{Limit: 100})
	if err != nil || len(list) != len(texts) {
		t.Fatalf("listed %+v, %v", list, err)
	}
	var ids []string
	for _, m := range list {
		ids = append(ids, m.ID)
		got, err := s.Get(t.Context(), []string{m.ID})
		if err != nil || len(got) != 1 || got[0].ID != m.ID || got[0].Digest != m.Digest || got[0].CreatedAt != m.CreatedAt || got[0].Tags == nil {
			t.Errorf("%q fetches %+v, %v", m.ID, got, err)
		}
	}
	slices.Sort(ids)
	want := []string{"B", "Foo", "a", "b", "bad", "foo", "odd name", "sub/a", "sub/deep/a"}
	if !slices.Equal(ids, want) {
		t.Errorf("the ids are %q, want %q", ids, want)
	}
	for id, name := range map[string]string{"a": "a", "sub/a": "sub/a", "b": "sub/b", "sub/b": "sub/b", "Foo": "x/Foo", "foo": "foo", "/a": "a", "sub/b.md": "sub/b"} {
		got, err := s.Get(t.Context(), []string{id})
		if err != nil || len(got) != 1 || got[0].Content != texts[name] {
			t.Errorf("%q fetches %+v, %v", id, got, err)
		}
	}
}

func TestSourceGets(t *testing.T) {
	const text = "---\r\ntitle: T\r\ncreated: 2026-03-18\r\nmodified: 2026-03-20\r\ntags: x\r\n---\r\nBody\r\n"
	v := newFixture(t, map[string]string{"card": text, "one/twin": "", "two/twin": ""})
	s, _ := v.source()
	refused := []string{"none", "", "../card", "cards:card", "sub/card"}
	got, err := s.Get(t.Context(), append([]string{"card"}, refused...))
	day := func(d int) agmem.Instant { return agmem.InstantOf(time.Date(2026, 3, d, 0, 0, 0, 0, time.Local)) }
	want := agmem.Memory{
		ID: "card", Content: text, Hash: agmem.HashContent(text), Digest: "T", Tags: []string{"x"}, CreatedAt: day(18), UpdatedAt: day(20),
	}
	if len(got) != 1 || fmt.Sprintf("%+v", got[0]) != fmt.Sprintf("%+v", want) {
		t.Errorf("got %+v", got)
	}
	if errs := joinedErrors(err); len(errs) != len(refused) || agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("%d errors, want %d: %v", len(errs), len(refused), err)
	}
	_, err = s.Get(t.Context(), []string{"twin"})
	v.fails(err, agmem.Conflict, "one/twin.md", "two/twin.md")
}

func TestSourceLists(t *testing.T) {
	v := newFixture(t, nil)
	for i := range 6 {
		v.put(fmt.Sprint("card-", i), fmt.Sprintf("---\ntitle: T%d\ncreated: 2026-03-1%d\ntags: [all, t%d]\n---\nx\n", i, i, i%2))
	}
	s, _ := v.source()
	list, err := s.List(t.Context(), agmem.Listing{Limit: 3, Offset: 1})
	var got []string
	for _, m := range list {
		got = append(got, m.ID+" = "+m.Digest)
	}
	if want := []string{"card-4 = T4", "card-3 = T3", "card-2 = T2"}; !slices.Equal(got, want) || err != nil {
		t.Errorf("listed %v, %v; want %v", got, err, want)
	}
	tags, err := s.Tags(t.Context())
	if want := []agmem.TagCount{{Tag: "all", Count: 6}, {Tag: "t0", Count: 3}, {Tag: "t1", Count: 3}}; !slices.Equal(tags, want) || err != nil {
		t.Errorf("tags %v, %v; want %v", tags, err, want)
	}
	size := int64(len("---\ntitle: T0\ncreated: 2026-03-10\ntags: [all, t0]\n---\nx\n"))
	stats, err := s.Stats(t.Context())
	if stats.TotalMemories != 6 || stats.TotalTags != 3 || stats.StorageSize != 6*size || err != nil {
		t.Errorf("stats %+v, %v", stats, err)
	}
	if s.Name() != "cards" || s.Type() != "cards" || s.Location() != filepath.Join(v.home, "cards") {
		t.Errorf("it is %s of type %s in %s", s.Name(), s.Type(), s.Location())
	}
}

// What is wrong with a card is said once and fails nothing.
func TestSourceNamesDamagedCards(t *testing.T) {
	v := newFixture(t, map[string]string{"good": "A heron.", "bad": "---\ntitle: [T\n---\nA heron.\n", "sub/worse": "\xff"})
	s, said := v.source()
	for range 2 {
		if got := hits(t, s, agmem.Query{Text: "heron"}); !strings.Contains(got, "good = ") || !strings.Contains(got, "bad = ") {
			t.Errorf("found %q", got)
		}
		stats, err := s.Stats(t.Context())
		if stats.TotalMemories != 3 || err != nil {
			t.Errorf("stats %+v, %v", stats, err)
		}
	}
	if len(*said) != 2 || !strings.HasPrefix((*said)[0], "source cards: bad: ") || !strings.HasPrefix((*said)[1], "source cards: sub/worse: ") {
		t.Errorf("it said %q", *said)
	}
}

// fails wants an error of a kind whose sentence has these parts.
func (v *fixture) fails(err error, kind agmem.Kind, parts ...string) {
	v.T.Helper()
	if err == nil || agmem.KindOf(err) != kind {
		v.Errorf("error %v of kind %v, want %v", err, agmem.KindOf(err), kind)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			v.Errorf("error %q does not say %q", err, part)
		}
	}
}

func joinedErrors(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, joinedErrors(e)...)
	}
	return all
}
