package library_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// fake is a source made for these tests: it holds memories by their ids and
// notes the metadata of every call.
type fake struct {
	name     string
	memories []agmem.Memory
	hits     []agmem.Hit
	asked    agmem.Query // last
	fails    error

	mu       sync.Mutex
	metadata []agmem.Metadata
	closed   int
}

var (
	_ agmem.Source   = (*fake)(nil)
	_ agmem.Reader   = (*fake)(nil)
	_ agmem.Writer   = (*fake)(nil)
	_ agmem.Searcher = (*fake)(nil)
	_ agmem.Recorder = (*fake)(nil)
	_ agmem.Exporter = (*fake)(nil)
	_ agmem.Importer = (*fake)(nil)
	_ agmem.Runner   = (*fake)(nil)
)

func (f *fake) Name() string     { return f.name }
func (f *fake) Type() string     { return "fake" }
func (f *fake) Location() string { return "memory" }
func (f *fake) Close() error     { f.closed++; return nil }

func (f *fake) called(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.metadata = append(f.metadata, agmem.MetadataFrom(ctx))
	return f.fails
}

func (f *fake) find(id string) (agmem.Memory, error) {
	for _, m := range f.memories {
		if strings.HasPrefix(m.ID, id) {
			return m, nil
		}
	}
	return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "no memory %s", id)
}

func (f *fake) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	if err := f.called(ctx); err != nil {
		return nil, err
	}
	var found []agmem.Memory
	var errs []error
	for _, id := range ids {
		m, err := f.find(id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, m)
	}
	if agmem.WantsShortIDs(ctx) {
		for i := range found {
			found[i].Short = found[i].ID[:4]
		}
	}
	return found, errors.Join(errs...)
}

func (f *fake) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	var list []agmem.Summary
	for _, m := range f.memories[:min(listing.Limit, len(f.memories))] {
		list = append(list, agmem.Summary{ID: m.ID, Digest: m.Digest, Repository: m.Origin.Repository})
	}
	return list, f.called(ctx)
}

func (f *fake) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	return []agmem.TagCount{{Tag: f.name, Count: 1}}, f.called(ctx)
}

func (f *fake) Stats(ctx context.Context) (agmem.Stats, error) {
	return agmem.Stats{TotalMemories: int64(len(f.memories))}, f.called(ctx)
}

func (f *fake) Add(ctx context.Context, d agmem.Draft) (agmem.Memory, bool, error) {
	m := agmem.Memory{ID: agmem.HashContent(d.Content), Content: d.Content}
	f.memories = append(f.memories, m)
	return m, true, f.called(ctx)
}

func (f *fake) Update(ctx context.Context, id string, p agmem.Patch) (agmem.Memory, error) {
	if err := f.called(ctx); err != nil {
		return agmem.Memory{}, err
	}
	m, err := f.find(id)
	if p.Content != nil {
		m.Content = *p.Content
	}
	return m, err
}

func (f *fake) Delete(ctx context.Context, ids []string, _ agmem.DeleteOptions) ([]agmem.Identity, error) {
	var full []agmem.Identity
	for _, id := range ids {
		m, err := f.find(id)
		if err != nil {
			return nil, err
		}
		full = append(full, agmem.Identity{ID: m.ID, Short: m.ID[:4]})
	}
	return full, f.called(ctx)
}

func (f *fake) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	f.asked = query
	return slices.Clone(f.hits), f.called(ctx)
}

func (f *fake) History(ctx context.Context, id string) ([]agmem.Change, error) {
	m, err := f.find(id)
	return []agmem.Change{{Seq: 1, ID: m.ID, Operation: agmem.Added}}, errors.Join(err, f.called(ctx))
}

func (f *fake) Undo(ctx context.Context, opts agmem.UndoOptions) ([]agmem.Change, error) {
	m, err := f.find(opts.ID)
	return []agmem.Change{{Seq: 2, ID: m.ID, Operation: agmem.Deleted, Undoes: 1}}, errors.Join(err, f.called(ctx))
}

func (f *fake) Export(ctx context.Context, yield func(agmem.Memory) error) error {
	for _, m := range f.memories {
		if err := yield(m); err != nil {
			return err
		}
	}
	return f.called(ctx)
}

func (f *fake) Import(ctx context.Context, memories iter.Seq2[agmem.Memory, error], _ agmem.ImportOptions) (agmem.ImportReport, error) {
	report := agmem.ImportReport{Tombstoned: 1, KeptOut: []string{"dead"}}
	for range memories {
		report.Added++
	}
	return report, f.called(ctx)
}

// none is an import of nothing.
func none(func(agmem.Memory, error) bool) {}

func (f *fake) Commands() []agmem.RunCommand { return []agmem.RunCommand{{Name: "status"}} }

func (f *fake) Run(ctx context.Context, name string, _ func(string)) (agmem.RunResult, error) {
	return agmem.RunResult{{Name: "ran", Value: name}}, f.called(ctx)
}

// register offers a fake as an active source with one configuration pair.
func register(f *fake) library.Registration {
	return library.Registration{
		Name:     f.name,
		Type:     f.Type(),
		Location: f.Location,
		Active:   func() bool { return true },
		Open:     func(context.Context) (agmem.Source, error) { return f, nil },
		Metadata: agmem.Metadata{"token": f.name + "-secret"},
	}
}

// chronicle is a fake that says what was changed last.
type chronicle struct {
	*fake
	list  []agmem.Recent
	fails error
}

func (c *chronicle) Recent(context.Context, int) ([]agmem.Recent, error) {
	return slices.Clone(c.list), c.fails
}

func (c *chronicle) register() library.Registration {
	r := register(c.fake)
	r.Open = func(context.Context) (agmem.Source, error) { return c, nil }
	return r
}
