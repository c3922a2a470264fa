package storetest

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// check is one sentence of the contract.
type check struct {
	name string
	run  func(*fixture)
}

// fixture is an empty source with a clock that a test sets.
type fixture struct {
	*testing.T
	ctx   context.Context
	src   ports
	into  Fill
	clock time.Time
}

func newFixture(t *testing.T, open Open) *fixture {
	t.Helper()
	f := &fixture{T: t, ctx: t.Context(), clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	src, into := open(t, func() time.Time { return f.clock })
	f.src, f.into = portsOf(src), into
	return f
}

func (f *fixture) now() agmem.Instant { return agmem.InstantOf(f.clock) }

// pass lets time pass.
func (f *fixture) pass(d time.Duration) { f.clock = f.clock.Add(d) }

// add stores a memory that must be new.
func (f *fixture) add(content string, tags ...string) agmem.Memory {
	f.Helper()
	m, created, err := f.src.Add(f.ctx, agmem.Draft{Content: content, Tags: tags})
	f.ok(err)
	if !created {
		f.Fatalf("adding %q created nothing", content)
	}
	return m
}

// again stores a draft whose content must be there already.
func (f *fixture) again(d agmem.Draft) agmem.Memory {
	f.Helper()
	m, created, err := f.src.Add(f.ctx, d)
	f.ok(err)
	if created {
		f.Fatalf("adding %q again created a memory", d.Content)
	}
	return m
}

func (f *fixture) get(id string) agmem.Memory {
	f.Helper()
	found, err := f.src.Get(f.ctx, []string{id})
	f.ok(err)
	if len(found) != 1 {
		f.Fatalf("get %s returned %d memories", id, len(found))
	}
	return found[0]
}

func (f *fixture) update(id string, p agmem.Patch) agmem.Memory {
	f.Helper()
	m, err := f.src.Update(f.ctx, id, p)
	f.ok(err)
	return m
}

func (f *fixture) delete(ids ...string) {
	f.Helper()
	_, err := f.src.Delete(f.ctx, ids, agmem.DeleteOptions{})
	f.ok(err)
}

func (f *fixture) undo(id string) []agmem.Change {
	f.Helper()
	changes, err := f.src.Undo(f.ctx, agmem.UndoOptions{ID: id})
	f.ok(err)
	return changes
}

func (f *fixture) history(id string) []agmem.Change {
	f.Helper()
	changes, err := f.src.History(f.ctx, id)
	f.ok(err)
	return changes
}

func (f *fixture) bring(memories []agmem.Memory, opts agmem.ImportOptions) agmem.ImportReport {
	f.Helper()
	opts.Total = len(memories)
	report, err := f.src.Import(f.ctx, Sequence(memories...), opts)
	f.ok(err)
	return report
}

// Sequence returns memories as an import takes them.
func Sequence(memories ...agmem.Memory) iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		for _, m := range memories {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// all returns what the source exports.
func (f *fixture) all() []agmem.Memory {
	f.Helper()
	var all []agmem.Memory
	f.ok(f.src.Export(f.ctx, func(m agmem.Memory) error {
		all = append(all, m)
		return nil
	}))
	return all
}

// list returns the digests of a listing.
func (f *fixture) list(l agmem.Listing) []string {
	f.Helper()
	if l.Limit == 0 {
		l.Limit = 100
	}
	found, err := f.src.List(f.ctx, l)
	f.ok(err)
	digests := []string{}
	for _, m := range found {
		digests = append(digests, m.Digest)
	}
	return digests
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// fails wants an error of a kind, as a sentence.
func (f *fixture) fails(kind agmem.Kind, err error) {
	f.Helper()
	if err == nil {
		f.Fatalf("no error, want one of kind %v", kind)
	}
	if got := agmem.KindOf(err); got != kind {
		f.Fatalf("kind %v of %q, want %v", got, err, kind)
	}
	if e, ok := errors.AsType[*agmem.Error](err); !ok || e.Message == "" {
		f.Fatalf("%#v has no sentence", err)
	}
}

// same compares two values.
func (f *fixture) same(what string, got, want any) {
	f.Helper()
	if !reflect.DeepEqual(got, want) {
		f.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}
