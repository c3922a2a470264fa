package library

import (
	"context"
	"errors"
	"strings"

	"github.com/agmem/agmem"
)

const (
	noReader = "cannot be read by id"
	noWriter = "cannot be written to"
)

// Memories adds, fetches, changes and removes memories by their ids.
type Memories struct{ sources *Sources }

// Add stores a draft in the target source; see [agmem.Writer].
func (m Memories) Add(ctx context.Context, draft agmem.Draft) (agmem.Memory, bool, error) {
	if err := draft.Validate(); err != nil {
		return agmem.Memory{}, false, err
	}
	ctx, writer, src, err := writingPort[agmem.Writer](ctx, m.sources, noWriter)
	if err != nil {
		return agmem.Memory{}, false, err
	}
	memory, created, err := writer.Add(ctx, draft)
	m.sources.name(src, &memory.ID, &memory.Short)
	return memory, created, err
}

// Get returns memories in the order of their ids. Where some cannot be had it
// returns the others with the joined errors of those.
func (m Memories) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	return m.each(ctx, ids, func(ctx context.Context, r agmem.Reader, ids []string) ([]agmem.Memory, error) {
		return r.Get(ctx, ids)
	})
}

// View is Get without counting accesses.
func (m Memories) View(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	return m.each(ctx, ids, func(ctx context.Context, r agmem.Reader, ids []string) ([]agmem.Memory, error) {
		if v, ok := r.(agmem.Viewer); ok {
			return v.View(ctx, ids)
		}
		return r.Get(ctx, ids)
	})
}

// fetch reads memories with the ids of a source.
type fetch func(ctx context.Context, r agmem.Reader, ids []string) ([]agmem.Memory, error)

// each fetches memories from their sources, in the order of their ids.
func (m Memories) each(ctx context.Context, ids []string, from fetch) ([]agmem.Memory, error) {
	var errs []error
	asked := make([]located, 0, len(ids))
	perSource := map[*source][]string{}
	for _, id := range ids {
		src, own, err := m.sources.locate(id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		asked = append(asked, located{src, own})
		perSource[src] = append(perSource[src], own)
	}
	found := map[*source][]agmem.Memory{}
	for _, src := range m.sources.known {
		if len(perSource[src]) == 0 {
			continue
		}
		memories, err := fetchFrom(ctx, src, perSource[src], from)
		errs = append(errs, err)
		found[src] = memories
	}
	return m.interleave(asked, found), errors.Join(errs...)
}

type located struct {
	source *source
	id     string
}

// fetchFrom returns memories with the ids of their source.
func fetchFrom(ctx context.Context, src *source, ids []string, from fetch) ([]agmem.Memory, error) {
	ctx, reader, err := port[agmem.Reader](ctx, src, noReader)
	if err != nil {
		return nil, err
	}
	return from(ctx, reader, ids)
}

// interleave restores the order of ids over several sources, and makes
// addresses of the ids. Within a source the memories are in that order already,
// so each id that was asked for means the next memory or was not found.
func (m Memories) interleave(asked []located, found map[*source][]agmem.Memory) []agmem.Memory {
	all := make([]agmem.Memory, 0, len(asked))
	for _, a := range asked {
		rest := found[a.source]
		if len(rest) == 0 || !means(a.id, rest[0].ID) {
			continue
		}
		found[a.source] = rest[1:]
		m.sources.name(a.source, &rest[0].ID, &rest[0].Short)
		all = append(all, rest[0])
	}
	return all
}

// means says whether what was asked for is an id: the id itself, or the
// beginning of a UUID in any spelling.
func means(asked, id string) bool {
	plain := strings.NewReplacer("-", "").Replace
	return asked == id || strings.HasPrefix(plain(id), plain(strings.ToLower(asked)))
}

// Update changes one memory; see [agmem.Writer].
func (m Memories) Update(ctx context.Context, id string, patch agmem.Patch) (agmem.Memory, error) {
	if err := patch.Validate(); err != nil {
		return agmem.Memory{}, err
	}
	src, own, err := m.sources.locate(id)
	if err != nil {
		return agmem.Memory{}, err
	}
	ctx, writer, err := port[agmem.Writer](ctx, src, noWriter)
	if err != nil {
		return agmem.Memory{}, err
	}
	memory, err := writer.Update(ctx, own, patch)
	m.sources.name(src, &memory.ID, &memory.Short)
	return memory, err
}

// Delete removes all the memories or none, and returns what they were called.
// They must be in one source, because nothing is atomic across two.
func (m Memories) Delete(ctx context.Context, ids []string, opts agmem.DeleteOptions) ([]agmem.Identity, error) {
	src, own, err := m.oneSource(ids)
	if err != nil {
		return nil, err
	}
	ctx, writer, err := port[agmem.Writer](ctx, src, noWriter)
	if err != nil {
		return nil, err
	}
	deleted, err := writer.Delete(ctx, own, opts)
	for i := range deleted {
		m.sources.name(src, &deleted[i].ID, &deleted[i].Short)
	}
	return deleted, err
}

func (m Memories) oneSource(ids []string) (*source, []string, error) {
	var one *source
	own := make([]string, 0, len(ids))
	for _, id := range ids {
		src, rest, err := m.sources.locate(id)
		if err != nil {
			return nil, nil, err
		}
		if one != nil && src != one {
			return nil, nil, agmem.Errorf(agmem.Usage, "the memories are in two sources, %q and %q", one.Name, src.Name).
				WithHint("delete from one source at a time: a command deletes all of its memories or none")
		}
		one = src
		own = append(own, rest)
	}
	return one, own, nil
}
