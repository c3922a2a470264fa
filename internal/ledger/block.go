package ledger

import (
	"cmp"
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
)

// SetBlock is a core block as it is to be.
type SetBlock struct {
	ID             string // empty for a new one
	Label, Content string
	Authority      float64
	ReadOnly       bool
	Scope          Scope
	Metadata       Metadata
}

// BlockSet is a core block with the event that says so.
type BlockSet struct {
	Event     Event `json:"event"`
	CoreBlock Block `json:"coreBlock"`
}

// Validate reports a block that cannot be written.
func (s SetBlock) Validate() error {
	if err := required("label", s.Label); err != nil {
		return err
	}
	if err := required("content", s.Content); err != nil {
		return err
	}
	if !(0 <= s.Authority && s.Authority <= fullAuthority) {
		return Expected("authority", "a number from 0 to 100")
	}
	return s.Scope.Validate()
}

// SetBlock makes a core block, or changes one that is not read-only.
func (l *Ledger) SetBlock(ctx context.Context, s SetBlock) (BlockSet, error) {
	if err := s.Validate(); err != nil {
		return BlockSet{}, err
	}
	if err := l.guard(ctx, &s.Metadata, secrets.Field{Name: "label", Text: &s.Label}, secrets.Field{Name: "content", Text: &s.Content}); err != nil {
		return BlockSet{}, err
	}
	e := &entry{kind: KindCore, scope: s.Scope, id: cmp.Or(s.ID, newID("core")), content: s.Content, metadata: s.Metadata}
	e.block.label, e.block.authority, e.block.readOnly = s.Label, s.Authority, s.ReadOnly
	l.embedAhead(ctx, e.analyzed())
	origin := Origin{Scope: s.Scope, Metadata: s.Metadata}
	event, err := l.project(ctx, origin, "Core memory block updated: "+s.Label, func(ctx context.Context, t *txn, _ []string) error {
		there, err := find(ctx, t, KindCore, e.scope, e.id)
		if err != nil {
			return err
		}
		if there != nil && there.block.readOnly {
			return agmem.Errorf(agmem.Denied, "The core memory block %q is read-only", e.id)
		}
		e.written = t.now
		return replace(ctx, t, e)
	})
	return BlockSet{event, e.asBlock()}, err
}
