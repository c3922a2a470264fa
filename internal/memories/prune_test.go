package memories

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/storetest"
)

// aging is a store whose clock the test sets.
type aging struct {
	*testing.T
	*Store
	clock time.Time
}

const day = 24 * time.Hour

// window is how long undo can take back a change, and a little more.
const window = agmem.UndoDays*day + 2*time.Hour

func newAging(t *testing.T) *aging {
	t.Helper()
	a := &aging{T: t, clock: time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)}
	a.open(filepath.Join(t.TempDir(), "agmem.db"))
	t.Cleanup(func() { a.ok(a.Close()) })
	return a
}

func (a *aging) open(path string) {
	a.Helper()
	s, err := Open(a.Context(), path, Options{Now: func() time.Time { return a.clock }})
	a.ok(err)
	a.Store = s
}

func (a *aging) ok(err error) {
	a.Helper()
	if err != nil {
		a.Fatal(err)
	}
}

// add stores a memory that expires after a while, 0 for never.
func (a *aging) add(content string, expires time.Duration) agmem.Memory {
	a.Helper()
	d := agmem.Draft{Content: content, Tags: []string{"t"}}
	if expires > 0 {
		d.ExpiresAt = agmem.InstantOf(a.clock.Add(expires))
	}
	m, _, err := a.Add(a.Context(), d)
	a.ok(err)
	return m
}

// count says how many memories the file has, expired ones too.
func (a *aging) count() int { return len(contents(a.T, a.Store)) }

// writes makes some changes, each a while after the one before.
func (a *aging) writes(n int, apart time.Duration) {
	a.Helper()
	for range n {
		a.clock = a.clock.Add(apart)
		a.add(fmt.Sprint("written at ", a.clock), 0)
	}
}

// fileHas says whether the closed file contains a text. The store is open again
// afterwards.
func (a *aging) fileHas(texts ...string) []string {
	a.Helper()
	path := a.Location()
	a.ok(a.Close())
	data, err := os.ReadFile(path)
	a.ok(err)
	a.open(path)
	return slices.DeleteFunc(texts, func(text string) bool { return !bytes.Contains(data, []byte(text)) })
}

// The text of an expired memory leaves the file when no undo can bring it back,
// and with it what the change log keeps of the memory.
func TestExpiredTextLeavesTheFile(t *testing.T) {
	for name, repeat := range map[string]int{"in a page with others": 1, "in pages of its own": 2000} {
		t.Run(name, func(t *testing.T) {
			a := newAging(t)
			m := a.add(strings.Repeat("zanzibar quokka ", repeat), 40*day)
			other := strings.Repeat("other wombat ", repeat)
			_, err := a.Update(a.Context(), m.ID, agmem.Patch{Content: &other, Digest: new("numbat digest"), AddTags: []string{"bilby-tag"}})
			a.ok(err)
			gone := a.add(strings.Repeat("deleted potoroo ", repeat), 0)
			_, err = a.Delete(a.Context(), []string{gone.ID}, agmem.DeleteOptions{})
			a.ok(err)
			a.clock = a.clock.Add(40*day + window)
			texts := []string{"zanzibar quokka", "other wombat", "numbat digest", "bilby-tag", "deleted potoroo"}
			a.writes(1, 0)
			if found := a.fileHas(slices.Clone(texts)...); len(found) != len(texts) {
				t.Errorf("before it is time the file has only %q", found)
			}
			a.writes(1, day)
			if found := a.fileHas(slices.Clone(texts)...); len(found) != 0 {
				t.Errorf("the file still has %q", found)
			}
			changes, err := a.History(a.Context(), m.ID)
			a.ok(err)
			last := changes[len(changes)-1]
			if len(changes) != 3 || last.Operation != agmem.Deleted || !slices.Equal(last.Fields, []string{"expiresAt"}) || last.By != "" || last.Undoable {
				t.Errorf("the history is %+v", changes)
			}
			if _, err := a.Undo(a.Context(), agmem.UndoOptions{ID: m.ID}); agmem.KindOf(err) != agmem.Expired {
				t.Errorf("undo of it: %v", err)
			}
			if _, err := a.Store.Run(a.Context(), "check", nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// What a write removes besides is no part of the call, and no change that an
// undo without an id means.
func TestUndoPassesOverWhatWasPruned(t *testing.T) {
	a := newAging(t)
	a.add("soon over", time.Hour)
	a.clock = a.clock.Add(window)
	a.writes(2, day)
	if n := a.count(); n != 2 {
		t.Fatalf("%d memories, want the 2 that do not expire", n)
	}
	undone, err := a.Undo(a.Context(), agmem.UndoOptions{})
	if err != nil || len(undone) != 1 || !strings.HasPrefix(undone[0].Digest, "written at") {
		t.Errorf("undone %+v, %v", undone, err)
	}
	// A call that changes nothing leaves the pruning as the last change.
	a.add("soon over too", time.Hour)
	a.clock = a.clock.Add(window)
	m := a.add("stays", 0)
	a.clock = a.clock.Add(day)
	if again := a.add("stays", 0); again.ID != m.ID || a.count() != 2 {
		t.Fatalf("%d memories", a.count())
	}
	if undone, err = a.Undo(a.Context(), agmem.UndoOptions{}); err != nil || undone[0].Digest != "stays" {
		t.Errorf("undone %+v, %v", undone, err)
	}
}

// A clock that jumps ahead for a while removes nothing, however often it does
// and however much is written meanwhile.
func TestAClockThatJumpsRemovesNothing(t *testing.T) {
	a := newAging(t)
	m := a.add("expires", 7*day)
	_, err := a.Update(a.Context(), m.ID, agmem.Patch{Content: new("changed")})
	a.ok(err)
	for range 3 {
		right := a.clock
		a.clock = time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC).Add(right.Sub(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)))
		a.writes(10, time.Hour)
		a.clock = right
		a.writes(3, day/2)
	}
	if got := a.fileHas("changed"); len(got) != 1 {
		t.Error("the memory is gone")
	}
	got, err := a.Get(a.Context(), []string{m.ID})
	if err != nil || got[0].Content != "changed" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if _, err := a.Undo(a.Context(), agmem.UndoOptions{ID: m.ID}); err != nil {
		t.Error(err)
	}
}

// A write removes a little, and those that follow the rest.
func TestPruningIsBounded(t *testing.T) {
	a := newAging(t)
	var many []agmem.Memory
	for i := range 100 {
		many = append(many, agmem.Memory{Content: fmt.Sprint("memory ", i), ExpiresAt: agmem.InstantOf(a.clock.Add(day))})
	}
	for i := range 4 {
		many = append(many, agmem.Memory{Content: strings.Repeat(fmt.Sprint(i), 900_000), ExpiresAt: agmem.InstantOf(a.clock.Add(2 * day))})
	}
	_, err := a.Import(a.Context(), storetest.Sequence(many...), agmem.ImportOptions{})
	a.ok(err)
	a.clock = a.clock.Add(2*day + window)
	a.writes(1, 0)
	a.clock = a.clock.Add(day)
	expiring := func() int {
		n := 0
		a.ok(a.Export(a.Context(), func(m agmem.Memory) error {
			if m.ExpiresAt != 0 {
				n++
			}
			return nil
		}))
		return n
	}
	for left := expiring(); left > 0; {
		a.writes(1, time.Second)
		now := expiring()
		if removed := left - now; removed < 1 || removed > 20 || left <= 4 && removed > 2 {
			t.Fatalf("one write removed %d of %d memories", removed, left)
		}
		left = now
	}
}

// What came from elsewhere long after its expiry stays as long as it can be
// undone.
func TestAnImportOfExpiredMemoriesCanBeUndone(t *testing.T) {
	a := newAging(t)
	a.writes(1, 0)
	_, err := a.Import(a.Context(), storetest.Sequence(agmem.Memory{Content: "of old", ExpiresAt: 1000}), agmem.ImportOptions{})
	a.ok(err)
	a.writes(29, day)
	if n := a.count(); n != 31 {
		t.Fatalf("%d memories", n)
	}
	a.writes(4, day)
	if n := a.count(); n != 34 {
		t.Errorf("%d memories, want the 34 that do not expire", n)
	}
}

// Who adds the content again at the last moment has the memory back.
func TestAddRevivesWhatIsAboutToGo(t *testing.T) {
	a := newAging(t)
	m := a.add("needed again", time.Hour)
	a.clock = a.clock.Add(window)
	a.writes(1, 0)
	a.clock = a.clock.Add(day)
	if again := a.add("needed again", 0); again.ID != m.ID {
		t.Errorf("it has the id %s, it had %s", again.ID, m.ID)
	}
	a.writes(2, day)
	if _, err := a.Get(a.Context(), []string{m.ID}); err != nil {
		t.Error(err)
	}
}
