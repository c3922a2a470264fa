package storetest

import (
	"maps"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// model is a source made of maps: slow, and simple enough to be trusted.
type model struct {
	now     func() agmem.Instant
	live    map[string]agmem.Memory // by id
	batches []batch
}

// batch is what one call changed.
type batch struct {
	at     agmem.Instant
	steps  []step
	pruned bool // it was no call: the source dropped what had expired
}

// step is the change of one memory; nil for before it was and after it was
// deleted.
type step struct {
	id            string
	before, after *agmem.Memory
}

func (m *model) expired(x agmem.Memory) bool { return x.ExpiresAt != 0 && x.ExpiresAt <= m.now() }

func (m *model) byContent(content string) (agmem.Memory, bool) {
	for _, x := range m.live {
		if x.Content == content {
			return x, true
		}
	}
	return agmem.Memory{}, false
}

// log carries out the steps as one call.
func (m *model) log(steps ...step) {
	for _, s := range steps {
		m.set(s.id, s.after)
	}
	m.batches = append(m.batches, batch{at: m.now(), steps: steps})
}

func (m *model) set(id string, to *agmem.Memory) {
	if to == nil {
		delete(m.live, id)
		return
	}
	m.live[id] = *to
}

// change logs a new state of a memory, if it is one.
func (m *model) change(old, next agmem.Memory) agmem.Memory {
	fields := old.Content != next.Content || old.Digest != next.Digest || !slices.Equal(old.Tags, next.Tags)
	if !fields && old.ExpiresAt == next.ExpiresAt {
		return old
	}
	if fields {
		next.UpdatedAt = m.now()
	}
	next.Hash = agmem.HashContent(next.Content)
	m.log(step{old.ID, &old, &next})
	return next
}

// merge is Add of content that is there.
func (m *model) merge(old agmem.Memory, d agmem.Draft) agmem.Memory {
	next := old
	next.Tags = agmem.CleanTags(slices.Concat(old.Tags, d.Tags))
	if d.Digest != "" {
		next.Digest = d.Digest
	}
	if m.expired(old) || d.ExpiresAt != 0 {
		next.ExpiresAt = d.ExpiresAt
	}
	return m.change(old, next)
}

// update is Update, with the kind of its error.
func (m *model) update(id string, p agmem.Patch) (agmem.Memory, agmem.Kind, bool) {
	old, ok := m.live[id]
	switch {
	case !ok:
		return old, agmem.NotFound, false
	case m.expired(old):
		return old, agmem.Expired, false
	}
	next := old
	if p.Content != nil {
		if next.Content = *p.Content; old.Digest == old.Content {
			next.Digest = next.Content
		}
	}
	if p.Digest != nil {
		if next.Digest = *p.Digest; next.Digest == "" {
			next.Digest = next.Content
		}
	}
	if p.Tags != nil {
		next.Tags = agmem.CleanTags(*p.Tags)
	}
	for _, gone := range p.RemoveTags {
		next.Tags = slices.DeleteFunc(slices.Clone(next.Tags), func(t string) bool { return strings.EqualFold(t, gone) })
	}
	next.Tags = agmem.CleanTags(slices.Concat(next.Tags, p.AddTags))
	if p.ExpiresAt != nil {
		next.ExpiresAt = *p.ExpiresAt
	}
	if other, taken := m.byContent(next.Content); taken && other.ID != id {
		return old, agmem.Conflict, false
	}
	return m.change(old, next), 0, true
}

// delete is Delete of ids that are all known.
func (m *model) delete(ids []string) {
	var steps []step
	for _, id := range ids {
		old := m.live[id]
		steps = append(steps, step{id, &old, nil})
	}
	m.log(steps...)
}

// undo is Undo, with the kind of its error.
func (m *model) undo(id string) (agmem.Kind, bool) {
	i := m.last(id)
	switch {
	case i < 0:
		return agmem.NotFound, false
	case m.batches[i].at < m.undoable():
		return agmem.Expired, false
	case m.changedAfter(i):
		return agmem.Conflict, false
	}
	saved := maps.Clone(m.live)
	var steps []step
	for _, s := range slices.Backward(m.batches[i].steps) {
		back, ok := m.stepBack(s)
		if !ok {
			m.live = saved
			return agmem.Conflict, false
		}
		steps = append(steps, back)
	}
	m.batches = append(m.batches, batch{at: m.now(), steps: steps})
	return 0, true
}

// undoable is the time of the first change that can still be undone.
func (m *model) undoable() agmem.Instant { return m.now() - agmem.UndoDays*24*60*60*1000 }

// mayDrop says that the source may drop a memory: it has expired, and nothing
// has happened to it, for as long as undo reaches back.
func (m *model) mayDrop(x agmem.Memory) bool {
	return x.ExpiresAt != 0 && x.ExpiresAt < m.undoable() && m.batches[m.last(x.ID)].at < m.undoable()
}

// drop notes that the source did. That can never be undone.
func (m *model) drop(id string) {
	m.set(id, nil)
	m.batches = append(m.batches, batch{steps: []step{{id: id}}, pruned: true})
}

// stepBack takes back one step, the access count apart.
func (m *model) stepBack(s step) (step, bool) {
	back := step{id: s.id}
	if now, ok := m.live[s.id]; ok {
		back.before = &now
	}
	if s.before != nil {
		to := *s.before
		if back.before != nil {
			to.AccessCount = back.before.AccessCount
		}
		if other, taken := m.byContent(to.Content); taken && other.ID != s.id {
			return back, false
		}
		back.after = &to
	}
	m.set(s.id, back.after)
	return back, true
}

// last returns the last call, or the last that changed one memory; -1 for none.
func (m *model) last(id string) int {
	for i, b := range slices.Backward(m.batches) {
		if id == "" && !b.pruned || slices.ContainsFunc(b.steps, func(s step) bool { return s.id == id }) {
			return i
		}
	}
	return -1
}

// changedAfter says that a memory of a call was changed by a later one.
func (m *model) changedAfter(i int) bool {
	for _, s := range m.batches[i].steps {
		if m.last(s.id) > i {
			return true
		}
	}
	return false
}

// export returns the memories by number.
func (m *model) export() []agmem.Memory {
	return slices.SortedFunc(maps.Values(m.live), func(a, b agmem.Memory) int { return int(a.Number - b.Number) })
}

// list returns the digests of a listing.
func (m *model) list(l agmem.Listing) []string {
	var found []agmem.Memory
	for _, x := range m.live {
		if !m.expired(x) && passes(x, l.Filter) {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, func(a, b agmem.Memory) int {
		switch {
		case l.Sort == agmem.ByAccess && a.AccessCount != b.AccessCount:
			return int(b.AccessCount - a.AccessCount)
		case a.CreatedAt != b.CreatedAt:
			return int(b.CreatedAt - a.CreatedAt)
		}
		return int(b.Number - a.Number)
	})
	found = found[min(l.Offset, len(found)):]
	digests := []string{}
	for _, x := range found[:min(l.Limit, len(found))] {
		digests = append(digests, x.Digest)
	}
	return digests
}

func passes(m agmem.Memory, f agmem.Filter) bool {
	for _, tag := range f.Tags {
		if !slices.ContainsFunc(m.Tags, func(t string) bool { return agmem.FoldTag(t) == agmem.FoldTag(tag) }) {
			return false
		}
	}
	return (f.After == 0 || m.CreatedAt >= f.After) && (f.Before == 0 || m.CreatedAt < f.Before)
}

// tags counts by folded name.
func (m *model) tags() map[string]int64 {
	counts := make(map[string]int64)
	for _, x := range m.live {
		if m.expired(x) {
			continue
		}
		for _, t := range x.Tags {
			counts[strings.ToLower(t)]++
		}
	}
	return counts
}
