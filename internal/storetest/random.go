package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/testsize"
)

// comparison does the same to a source and to a model of it, at random, and
// compares.
type comparison struct {
	*fixture
	model  *model
	random *rand.Rand
	known  []string // ids, of deleted memories too
}

// compareWithModel runs operations from a fixed seed.
func compareWithModel(f *fixture) {
	r := &comparison{
		fixture: f,
		model:   &model{now: f.now, live: make(map[string]agmem.Memory)},
		random:  rand.New(rand.NewPCG(20260301, 7)),
	}
	does := []struct {
		weight int
		do     func()
	}{
		{30, r.addOne}, {20, r.updateOne}, {12, r.deleteSome}, {12, r.getSome}, {12, r.undoOne},
		{8, r.listSome}, {3, r.countTags}, {8, r.passTime}, {2, r.importOwn},
	}
	var pool []func()
	for _, d := range does {
		pool = append(pool, slices.Repeat([]func(){d.do}, d.weight)...)
	}
	for i := range testsize.Of(10_000, 1000) {
		pool[r.random.IntN(len(pool))]()
		r.noteDropped()
		if i%100 == 0 {
			f.same(fmt.Sprintf("the source after %d operations", i), f.all(), r.model.export())
		}
	}
	f.same("the source in the end", f.all(), r.model.export())
}

// noteDropped tells the model what the source has dropped of what it may.
func (r *comparison) noteDropped() {
	droppable := func(id string) bool { return r.model.mayDrop(r.model.live[id]) }
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(r.model.live)), func(id string) bool { return !droppable(id) })
	if len(ids) == 0 {
		return
	}
	stored := r.all()
	for _, id := range ids {
		if !slices.ContainsFunc(stored, func(m agmem.Memory) bool { return m.ID == id }) {
			r.model.drop(id)
		}
	}
}

func (r *comparison) content() string { return fmt.Sprint("content ", r.random.IntN(120)) }

func (r *comparison) tags() []string {
	tags := []string{}
	for range r.random.IntN(3) {
		tags = append(tags, []string{"a", "A", "b", "c", "D", "d"}[r.random.IntN(6)])
	}
	return tags
}

func (r *comparison) digest() string {
	if r.random.IntN(2) == 0 {
		return ""
	}
	return fmt.Sprint("digest ", r.random.IntN(9))
}

// expiry returns one that lies in the future, or seldom none.
func (r *comparison) expiry() agmem.Instant {
	if r.random.IntN(4) == 0 {
		return 0
	}
	return agmem.InstantOf(r.clock.Add(time.Duration(1+r.random.IntN(60)) * time.Hour))
}

// id returns one that is or was, or seldom one that never was.
func (r *comparison) id() string {
	if len(r.known) == 0 || r.random.IntN(50) == 0 {
		return "00000000-0000-4000-8000-000000000000"
	}
	return r.known[r.random.IntN(len(r.known))]
}

// liveIDs returns up to three memories that exist.
func (r *comparison) liveIDs() []string {
	ids := slices.Sorted(maps.Keys(r.model.live))
	r.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:min(len(ids), 1+r.random.IntN(3))]
}

func (r *comparison) passTime() {
	hours := r.random.IntN(30)
	if r.random.IntN(10) == 0 {
		hours *= 24
	}
	r.pass(time.Duration(hours) * time.Hour)
}

func (r *comparison) addOne() {
	d := agmem.Draft{Content: r.content(), Digest: r.digest(), Tags: r.tags()}
	if r.random.IntN(4) == 0 {
		d.ExpiresAt = r.expiry()
	}
	old, exists := r.model.byContent(d.Content)
	m, created, err := r.src.Add(r.ctx, d)
	r.ok(err)
	r.same("created", created, !exists)
	if exists {
		r.same("merged", m, r.model.merge(old, d))
		return
	}
	want := agmem.Memory{
		ID: m.ID, Number: m.Number, Hash: agmem.HashContent(d.Content), Content: d.Content, Digest: d.Digest,
		Tags: agmem.CleanTags(d.Tags), CreatedAt: r.now(), UpdatedAt: r.now(), ExpiresAt: d.ExpiresAt,
	}
	if want.Digest == "" {
		want.Digest = want.Content
	}
	r.same("added", m, want)
	r.model.log(step{m.ID, nil, &want})
	r.known = append(r.known, m.ID)
}

func (r *comparison) updateOne() {
	p := agmem.Patch{}
	if r.random.IntN(2) == 0 {
		p.Content = new(r.content())
	}
	if r.random.IntN(3) == 0 {
		p.Digest = new(r.digest())
	}
	switch r.random.IntN(6) {
	case 0, 1:
		p.Tags = new(r.tags())
	case 2:
		p.AddTags = r.tags()
		p.RemoveTags = slices.DeleteFunc(r.tags(), func(gone string) bool {
			return slices.ContainsFunc(p.AddTags, func(t string) bool { return strings.EqualFold(t, gone) })
		})
	}
	if r.random.IntN(4) == 0 || p.Content == nil && p.Digest == nil && p.Tags == nil && len(p.AddTags)+len(p.RemoveTags) == 0 {
		p.ExpiresAt = new(r.expiry())
	}
	id := r.id()
	m, err := r.src.Update(r.ctx, id, p)
	want, kind, ok := r.model.update(id, p)
	if !ok {
		r.fails(kind, err)
		return
	}
	r.ok(err)
	r.same("updated", m, want)
}

func (r *comparison) deleteSome() {
	ids := r.liveIDs()
	if len(ids) == 0 {
		return
	}
	if r.random.IntN(10) == 0 {
		_, err := r.src.Delete(r.ctx, append(ids, "00000000-0000-4000-8000-000000000000"), agmem.DeleteOptions{})
		r.fails(agmem.NotFound, err)
		return
	}
	got, err := r.src.Delete(r.ctx, ids, agmem.DeleteOptions{})
	r.ok(err)
	r.same("deleted", idsOf(got), ids)
	r.model.delete(ids)
}

func (r *comparison) getSome() {
	for _, id := range append(r.liveIDs(), r.id()) {
		want, known := r.model.live[id]
		found, err := r.src.Get(r.ctx, []string{id})
		switch {
		case !known:
			r.fails(agmem.NotFound, err)
		case r.model.expired(want):
			r.fails(agmem.Expired, err)
		default:
			r.ok(err)
			want.AccessCount++
			r.model.live[id] = want
			r.same("fetched", found, []agmem.Memory{want})
		}
	}
}

func (r *comparison) undoOne() {
	id := ""
	if r.random.IntN(2) == 0 {
		id = r.id()
	}
	_, err := r.src.Undo(r.ctx, agmem.UndoOptions{ID: id})
	kind, ok := r.model.undo(id)
	if !ok {
		r.fails(kind, err)
		return
	}
	r.ok(err)
}

func (r *comparison) listSome() {
	l := agmem.Listing{Limit: 1 + r.random.IntN(30), Offset: r.random.IntN(10), Sort: agmem.ByTime}
	if r.random.IntN(2) == 0 {
		l.Sort = agmem.ByAccess
	}
	if r.random.IntN(2) == 0 {
		l.Filter.Tags = r.tags()
	}
	if r.random.IntN(3) == 0 {
		l.Filter.After = agmem.InstantOf(r.clock.Add(-time.Duration(r.random.IntN(1000)) * time.Hour))
	}
	if r.random.IntN(3) == 0 {
		l.Filter.Before = agmem.InstantOf(r.clock.Add(-time.Duration(r.random.IntN(100)) * time.Hour))
	}
	r.same(fmt.Sprintf("listing %+v", l), r.list(l), r.model.list(l))
}

func (r *comparison) countTags() {
	tags, err := r.src.Tags(r.ctx)
	r.ok(err)
	got := make(map[string]int64)
	for _, t := range tags {
		got[strings.ToLower(t.Tag)] += t.Count
	}
	r.same("tags", got, r.model.tags())
}

// importOwn imports the source's own export, which must change nothing.
func (r *comparison) importOwn() {
	all := r.all()
	report := r.bring(all, agmem.ImportOptions{})
	r.same("report", report, agmem.ImportReport{Unchanged: len(all)})
}
