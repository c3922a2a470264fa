package storetest

import (
	"time"

	"github.com/agmem/agmem"
)

// pin pins memories and what other sources hold.
func (f *fixture) pin(pins ...agmem.Pin) {
	f.Helper()
	f.ok(f.src.Pin(f.ctx, pins, agmem.Origin{Author: "ann"}))
	f.pass(time.Minute)
}

// pinned returns the ids of what is pinned, those of other sources as addresses.
func (f *fixture) pinned() []string {
	f.Helper()
	pins, err := f.src.Pins(f.ctx)
	f.ok(err)
	ids := []string{}
	for _, p := range pins {
		if p.Source != "" {
			p.ID = p.Source + ":" + p.ID
		}
		ids = append(ids, p.ID)
	}
	return ids
}

func pinChecks() []check {
	card := agmem.Pin{Source: "cards", ID: "a/b"}
	return []check{
		{"pins are in the order in which they were made", func(f *fixture) {
			a, b := f.add("a"), f.add("b")
			f.pin(agmem.Pin{ID: b.ID[:8]})
			f.pin(card)
			f.pin(agmem.Pin{ID: a.ID}, agmem.Pin{ID: b.ID})
			f.same("pins", f.pinned(), []string{b.ID, "cards:a/b", a.ID})
			f.ok(f.src.Unpin(f.ctx, []agmem.Pin{{ID: b.ID}, card}, agmem.Origin{}))
			f.same("pins", f.pinned(), []string{a.ID})
		}},
		{"all or none are pinned and taken away", func(f *fixture) {
			a := f.add("a")
			missing := agmem.Pin{ID: "00000000-0000-4000-8000-000000000000"}
			f.fails(agmem.NotFound, f.src.Pin(f.ctx, []agmem.Pin{{ID: a.ID}, missing}, agmem.Origin{}))
			f.same("pins", f.pinned(), []string{})
			f.pin(agmem.Pin{ID: a.ID})
			f.fails(agmem.NotFound, f.src.Unpin(f.ctx, []agmem.Pin{{ID: a.ID}, card}, agmem.Origin{}))
			f.same("pins", f.pinned(), []string{a.ID})
		}},
		{"a pin is a change that undo takes back", func(f *fixture) {
			a := f.add("a")
			f.pin(agmem.Pin{ID: a.ID}, card)
			made := f.history(a.ID)
			f.same("changes", len(made), 2)
			f.same("fields", made[1].Fields, []string{"pinned"})
			f.same("by", made[1].By, "ann")
			undone := f.undo("")
			f.same("undone", len(undone), 2)
			f.same("id", undone[0].ID, "cards:a/b")
			f.same("pins", f.pinned(), []string{})
			f.undo("")
			f.same("pins", f.pinned(), []string{a.ID, "cards:a/b"})
		}},
		{"an unpin is a change that undo takes back", func(f *fixture) {
			a := f.add("a")
			f.pin(agmem.Pin{ID: a.ID})
			f.ok(f.src.Unpin(f.ctx, []agmem.Pin{{ID: a.ID}}, agmem.Origin{}))
			f.undo(a.ID)
			f.same("pins", f.pinned(), []string{a.ID})
		}},
		{"what is pinned twice has one pin and one change", func(f *fixture) {
			a := f.add("a")
			f.pin(agmem.Pin{ID: a.ID}, agmem.Pin{ID: a.ID})
			f.pin(agmem.Pin{ID: a.ID})
			f.same("changes", len(f.history(a.ID)), 2)
		}},
		{"a pin goes with its memory, and comes back with it", func(f *fixture) {
			a := f.add("a")
			f.pin(agmem.Pin{ID: a.ID})
			f.delete(a.ID)
			f.same("pins", f.pinned(), []string{})
			f.undo("")
			f.same("pins", f.pinned(), []string{a.ID})
			_, err := f.src.Delete(f.ctx, []string{a.ID}, agmem.DeleteOptions{Purge: true})
			f.ok(err)
			f.same("pins", f.pinned(), []string{})
		}},
		{"an update keeps the pin", func(f *fixture) {
			a := f.add("a")
			f.pin(agmem.Pin{ID: a.ID})
			f.update(a.ID, agmem.Patch{Content: new("b")})
			f.undo(a.ID)
			f.same("pins", f.pinned(), []string{a.ID})
			f.same("content", f.get(a.ID).Content, "a")
		}},
		{"what has expired is not pinned", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "a", ExpiresAt: f.now() + agmem.Instant(time.Hour.Milliseconds())})
			f.ok(err)
			f.pin(agmem.Pin{ID: m.ID})
			f.same("pins", f.pinned(), []string{m.ID})
			f.pass(2 * time.Hour)
			f.same("pins", f.pinned(), []string{})
			f.fails(agmem.Expired, f.src.Pin(f.ctx, []agmem.Pin{{ID: m.ID}}, agmem.Origin{}))
		}},
	}
}

func viewChecks() []check {
	return []check{
		{"a view counts no access", func(f *fixture) {
			m := f.add("a")
			seen, err := f.src.View(f.ctx, []string{m.ID})
			f.ok(err)
			f.same("the memory", seen, []agmem.Memory{m})
			f.same("accesses", f.get(m.ID).AccessCount, int64(1))
		}},
		{"what is not there is NotFound beside the others", func(f *fixture) {
			m := f.add("a")
			seen, err := f.src.View(f.ctx, []string{"00000000-0000-4000-8000-000000000000", m.ID})
			f.fails(agmem.NotFound, err)
			f.same("memories", len(seen), 1)
		}},
	}
}
