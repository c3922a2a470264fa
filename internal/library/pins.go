package library

import (
	"context"
	"slices"

	"github.com/agmem/agmem"
)

const noPins = "keeps no pins"

// Pins says what belongs into every context. The store of memories keeps the
// pins, also of what other sources hold.
type Pins struct {
	sources  *Sources
	memories Memories
}

// Pin pins what these addresses name, all or nothing, and returns the addresses
// in full.
func (p Pins) Pin(ctx context.Context, ids []string, origin agmem.Origin) ([]string, error) {
	found, err := p.memories.View(ctx, ids)
	if err != nil {
		return nil, err
	}
	addresses := make([]string, len(found))
	for i, m := range found {
		addresses[i] = m.ID
	}
	return addresses, p.change(ctx, addresses, func(ctx context.Context, pinner agmem.Pinner, pins []agmem.Pin) error {
		return pinner.Pin(ctx, pins, origin)
	})
}

// Unpin takes the pins of these addresses away, all or none, and returns the
// addresses in full. What is no longer there can be unpinned by the address that
// it had.
func (p Pins) Unpin(ctx context.Context, ids []string, origin agmem.Origin) ([]string, error) {
	addresses := make([]string, len(ids))
	for i, id := range ids {
		addresses[i] = id
		if found, err := p.memories.View(ctx, []string{id}); err == nil && len(found) == 1 {
			addresses[i] = found[0].ID
		}
	}
	return addresses, p.change(ctx, addresses, func(ctx context.Context, pinner agmem.Pinner, pins []agmem.Pin) error {
		return pinner.Unpin(ctx, pins, origin)
	})
}

func (p Pins) change(ctx context.Context, addresses []string, do func(context.Context, agmem.Pinner, []agmem.Pin) error) error {
	pins := make([]agmem.Pin, len(addresses))
	for i, address := range addresses {
		a, err := p.sources.parse(address)
		if err != nil {
			return err
		}
		if pins[i] = (agmem.Pin{Source: a.Source, ID: a.ID}); a.Source == p.sources.memories {
			pins[i].Source = ""
		}
	}
	keeper, err := p.sources.find(p.sources.memories)
	if err != nil {
		return err
	}
	ctx, pinner, err := port[agmem.Pinner](ctx, keeper, noPins)
	if err != nil {
		return err
	}
	return do(ctx, pinner, pins)
}

// addresses returns the addresses of what is pinned, of the chosen source where
// there is one, in the order in which that was done.
func (p Pins) addresses(ctx context.Context) ([]string, error) {
	keeper, err := p.sources.find(p.sources.memories)
	if err != nil || !keeper.Active() {
		return nil, err
	}
	opened, err := keeper.open(ctx)
	if err != nil {
		return nil, err
	}
	pinner, ok := opened.(agmem.Pinner)
	if !ok {
		return nil, nil
	}
	pins, err := pinner.Pins(agmem.WithMetadata(ctx, keeper.Metadata))
	var all []string
	for _, pin := range pins {
		if pin.Source == "" {
			pin.Source = p.sources.memories
		}
		if p.sources.chosen == "" || pin.Source == p.sources.chosen {
			all = append(all, p.sources.written(Address{pin.Source, pin.ID}))
		}
	}
	return all, err
}

// pinned returns what is pinned and still there.
func (p Pins) pinned(ctx context.Context) ([]agmem.Memory, error) {
	addresses, err := p.addresses(ctx)
	if err != nil || len(addresses) == 0 {
		return nil, err
	}
	found, err := p.memories.View(ctx, addresses)
	return found, withoutMissing(err)
}

// List returns summaries of what is pinned and still there, in the order in which
// it was pinned.
func (p Pins) List(ctx context.Context) ([]agmem.Summary, error) {
	found, err := p.pinned(ctx)
	list := make([]agmem.Summary, len(found))
	for i, m := range found {
		list[i] = agmem.Summary{
			ID: m.ID, Short: m.Short, Digest: shownDigest(m.Digest), Size: int64(len(m.Content)), Tags: m.Tags,
			CreatedAt: m.CreatedAt, AccessCount: m.AccessCount,
		}
	}
	return list, err
}

// withoutMissing drops from joined errors those about memories that are not there
// any more.
func withoutMissing(err error) error {
	return without(err, agmem.NotFound, agmem.Expired)
}

func without(err error, kinds ...agmem.Kind) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		if err == nil || slices.Contains(kinds, agmem.KindOf(err)) {
			return nil
		}
		return err
	}
	for _, e := range joined.Unwrap() {
		if rest := without(e, kinds...); rest != nil {
			return rest
		}
	}
	return nil
}
