package numbered_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/testsize"
)

// faces is one store through the use cases of both of its faces, and what it is
// to hold: by number, and what is known of each.
type faces struct {
	*testing.T
	agmem  *library.Library
	memory numbered.Memories
	random *rand.Rand
	clock  time.Time
	model  map[int64]agmem.Memory
	next   int64 // the lowest number that a new memory may get
}

func newFaces(t *testing.T) *faces {
	f := &faces{
		T: t, random: rand.New(rand.NewPCG(11, 5)), clock: time.Date(2025, 1, 15, 10, 0, 0, 0, time.UTC),
		model: make(map[int64]agmem.Memory), next: 1,
	}
	now := func() time.Time { return f.clock }
	store, err := memories.Open(t.Context(), filepath.Join(t.TempDir(), "agmem.db"), memories.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.check(store.Close()) })
	open := func(context.Context) (numbered.Store, error) { return store, nil }
	f.memory = numbered.Memories{Read: open, Write: open, Now: now, Origin: func(author string) (agmem.Origin, error) {
		return agmem.Origin{Author: author}, nil
	}}
	f.agmem = library.New([]library.Registration{{
		Name: "local", Type: "sqlite",
		Location: func() string { return "" },
		Active:   func() bool { return true },
		Open:     func(context.Context) (agmem.Source, error) { return kept{store}, nil },
	}}, library.Options{Memories: "local"})
	return f
}

// kept is a store that the test closes.
type kept struct{ *memories.Store }

func (kept) Close() error { return nil }

func (f *faces) check(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *faces) now() agmem.Instant { return agmem.InstantOf(f.clock) }

// word returns one of the words that contents are made of.
func (f *faces) word() string {
	return []string{"heron", "otter", "sparrow", "kingfisher", "river", "garden"}[f.random.IntN(6)]
}

func (f *faces) content() string {
	return fmt.Sprintf("%s %s %d", f.word(), f.word(), f.random.IntN(20))
}

func (f *faces) tag() []string { return []string{[]string{"a", "b", "c"}[f.random.IntN(3)]} }

// any returns a number that the model has, and false where it has none.
func (f *faces) any() (int64, bool) {
	numbers := slices.Sorted(maps.Keys(f.model))
	if len(numbers) == 0 {
		return 0, false
	}
	return numbers[f.random.IntN(len(numbers))], true
}

// put notes what one of the faces stored. Both unite tags.
func (f *faces) put(m agmem.Memory, created bool, tags []string, expires agmem.Instant, later bool) {
	f.Helper()
	if created {
		if m.Number < f.next {
			f.Fatalf("the number %d was given before", m.Number)
		}
		f.next = m.Number + 1
		f.model[m.Number] = agmem.Memory{Content: m.Content, Tags: tags, ExpiresAt: expires}
		return
	}
	old, ok := f.model[m.Number]
	if !ok || old.Content != m.Content {
		f.Fatalf("%q is said to be memory %d, which is %+v", m.Content, m.Number, old)
	}
	old.Tags = agmem.CleanTags(slices.Concat(old.Tags, tags))
	switch {
	case old.ExpiresAt != 0 && old.ExpiresAt <= f.now():
		old.ExpiresAt = expires
	case later && (expires == 0 || old.ExpiresAt == 0):
		old.ExpiresAt = 0
	case expires != 0 && (!later || old.ExpiresAt < expires):
		old.ExpiresAt = expires
	}
	f.model[m.Number] = old
}

func (f *faces) expiry() agmem.Instant {
	if f.random.IntN(3) > 0 {
		return 0
	}
	return agmem.InstantOf(f.clock.Add(time.Duration(1+f.random.IntN(200)) * time.Hour))
}

func (f *faces) add() {
	content, tags, expires := f.content(), f.tag(), f.expiry()
	m, created, err := f.agmem.Memories.Add(f.Context(), agmem.Draft{Content: content, Tags: tags, ExpiresAt: expires})
	f.check(err)
	f.put(m, created, tags, expires, false)
}

func (f *faces) store() {
	content, tags, expires := f.content(), f.tag(), f.expiry()
	m, created, err := f.memory.Store(f.Context(), numbered.Draft{
		Content: content, Tags: []string{strings.ToUpper(tags[0])}, ExpiresAt: expires,
	})
	f.check(err)
	f.put(m, created, tags, expires, true)
}

// update changes a memory by agmem to a content that nothing else has.
func (f *faces) update() {
	n, ok := f.any()
	if !ok || f.model[n].ExpiresAt != 0 && f.model[n].ExpiresAt <= f.now() {
		return
	}
	content := fmt.Sprintf("%s updated %d", f.word(), f.random.Int64())
	_, err := f.agmem.Memories.Update(f.Context(), f.id(n), agmem.Patch{Content: &content})
	f.check(err)
	m := f.model[n]
	m.Content = content
	f.model[n] = m
}

// id returns the UUID of a number.
func (f *faces) id(n int64) string {
	f.Helper()
	list, err := f.memory.List(f.Context(), agmem.Browsing{
		Selection: agmem.Selection{Numbers: []int64{n}, Expired: agmem.WithExpired}, Limit: 1,
	})
	f.check(err)
	if len(list) != 1 {
		f.Fatalf("there is no memory %d", n)
	}
	return list[0].ID
}

func (f *faces) deleteByID() {
	if n, ok := f.any(); ok {
		_, err := f.agmem.Memories.Delete(f.Context(), []string{f.id(n)}, agmem.DeleteOptions{})
		f.check(err)
		delete(f.model, n)
	}
}

// deleteByNumber deletes by memory, and sometimes agmem undoes that.
func (f *faces) deleteByNumber() {
	n, ok := f.any()
	if !ok {
		return
	}
	doomed, err := f.memory.FindDoomed(f.Context(), numbered.Deletion{Selection: agmem.Selection{Numbers: []int64{n}}})
	f.check(err)
	f.check(f.memory.Delete(f.Context(), doomed))
	if f.random.IntN(2) == 0 {
		_, err := f.agmem.Log.Undo(f.Context(), agmem.UndoOptions{Any: true})
		f.check(err)
		return
	}
	delete(f.model, n)
}

func (f *faces) prune() {
	doomed, err := f.memory.FindDoomed(f.Context(), numbered.Deletion{Selection: agmem.Selection{Expired: agmem.OnlyExpired}})
	f.check(err)
	f.check(f.memory.Prune(f.Context(), doomed))
	for n, m := range f.model {
		if m.ExpiresAt != 0 && m.ExpiresAt <= f.now() {
			delete(f.model, n)
		}
	}
}

func (f *faces) passTime() { f.clock = f.clock.Add(time.Duration(f.random.IntN(20)) * time.Hour) }

// alive returns the contents that both faces are to show, by number.
func (f *faces) alive(of func(agmem.Memory) bool) map[int64]string {
	alive := make(map[int64]string)
	for n, m := range f.model {
		if (m.ExpiresAt == 0 || m.ExpiresAt > f.now()) && of(m) {
			alive[n] = m.Content
		}
	}
	return alive
}

// compareListings compares what both faces list of a tag.
func (f *faces) compareListings() {
	f.Helper()
	tag := f.tag()
	want := f.alive(func(m agmem.Memory) bool { return slices.Contains(m.Tags, tag[0]) })
	list, err := f.memory.List(f.Context(), agmem.Browsing{
		Selection: agmem.Selection{Filter: agmem.Filter{Tags: tag}}, Limit: math.MaxInt,
	})
	f.check(err)
	got := make(map[int64]string)
	for _, m := range list {
		got[m.Number] = m.Content
	}
	if !maps.Equal(got, want) {
		f.Fatalf("memory lists %v, want %v", got, want)
	}
	summaries, err := f.agmem.Finder.List(f.Context(), agmem.Listing{Filter: agmem.Filter{Tags: tag}, Limit: math.MaxInt})
	f.check(err)
	digests := make([]string, len(summaries))
	for i, s := range summaries {
		digests[i] = s.Digest
	}
	if slices.Sort(digests); !slices.Equal(digests, slices.Sorted(maps.Values(want))) {
		f.Fatalf("agmem lists %v, want %v", digests, want)
	}
}

// compareSearches compares what both faces find of a word.
func (f *faces) compareSearches() {
	f.Helper()
	word := f.word()
	want := f.alive(func(m agmem.Memory) bool { return slices.Contains(strings.Fields(m.Content), word) })
	found, err := f.memory.Search(f.Context(), numbered.Search{
		Text: word, Limit: math.MaxInt, Fuzzy: numbered.FuzzyNever, Threshold: numbered.DefaultThreshold,
	})
	f.check(err)
	got := make(map[int64]string)
	for _, r := range found.Results {
		got[r.Number] = r.Content
	}
	if !maps.Equal(got, want) || found.Total != int64(len(want)) {
		f.Fatalf("memory finds %d: %v, want %v", found.Total, got, want)
	}
	hits, err := f.agmem.Finder.Search(f.Context(), agmem.Query{Text: word, Limit: math.MaxInt})
	f.check(err)
	if len(hits) != len(want) && len(want) > 0 {
		f.Fatalf("agmem finds %d memories of %q, want %d", len(hits), word, len(want))
	}
}

// TestBothFacesSeeOneStore changes a store at random through the use cases of
// agmem and of memory, and compares what each shows with a model.
func TestBothFacesSeeOneStore(t *testing.T) {
	f := newFaces(t)
	does := []struct {
		weight int
		do     func()
	}{
		{20, f.add}, {20, f.store}, {10, f.update}, {5, f.deleteByID}, {8, f.deleteByNumber}, {1, f.prune},
		{10, f.passTime}, {10, f.compareListings}, {10, f.compareSearches},
	}
	var pool []func()
	for _, d := range does {
		pool = append(pool, slices.Repeat([]func(){d.do}, d.weight)...)
	}
	for range testsize.Of(5000, 500) {
		pool[f.random.IntN(len(pool))]()
	}
	f.compareListings()
	f.compareSearches()
}
