package ledger

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
)

// address is the id of an entry in the source. The id of the scope has no slash in
// there, so that it ends where the next one is.
func (e *entry) address() string {
	if e.kind.shown() == KindEvidence {
		return e.id
	}
	return strings.Join([]string{string(e.kind), string(e.scope.Type), strings.NewReplacer("%", "%25", "/", "%2F").Replace(e.scope.ID), e.id}, "/")
}

// Get returns entries by their ids. No access is counted: evidence never changes.
func (s *Source) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	return agmem.GetEach(ctx, ids, func(ctx context.Context, id string) (agmem.Memory, error) {
		var found *entry
		err := s.ledger.read(ctx, func(ctx context.Context, t *txn) (err error) {
			found, err = resolve(ctx, t, id)
			return err
		})
		if err != nil {
			return agmem.Memory{}, err
		}
		return found.memory(), nil
	})
}

// memory is an entry as the source shows it whole.
func (e *entry) memory() agmem.Memory {
	content := e.shown()
	return agmem.Memory{
		ID: e.address(), Hash: agmem.HashContent(content), Content: content, Digest: digest(content), Tags: []string{},
		CreatedAt: e.written, UpdatedAt: e.written, Origin: agmem.Origin{Repository: e.scope.project()},
	}
}

func resolve(ctx context.Context, t *txn, id string) (*entry, error) {
	if e, err := findEvent(ctx, t, id); err != nil || e != nil {
		return e, err
	}
	if e, err := findAddressed(ctx, t, id); err != nil || e != nil {
		return e, err
	}
	missing := agmem.Errorf(agmem.NotFound, "there is no entry %q in the ledger", id)
	const few = 6
	named, err := entries(ctx, t, `WHERE e.id = ? ORDER BY e.number LIMIT ?`, id, few)
	if err != nil {
		return nil, err
	}
	if len(named) == 0 {
		return nil, missing.WithHint("list what it has").WithStep(agmem.ActionListSource, SourceName)
	}
	addresses := make([]string, len(named))
	for i, e := range named {
		addresses[i] = e.address()
	}
	return nil, missing.WithHint("by that id alone, without kind and scope, it has %s", strings.Join(addresses, ", "))
}

// findAddressed finds an entry by its kind, scope and id. The id may have slashes
// itself.
func findAddressed(ctx context.Context, t *txn, address string) (*entry, error) {
	const places = 4
	parts := strings.SplitN(address, "/", places)
	if len(parts) < places || oneOf("", Kind(parts[0]), all(agmem.Filter{}).kinds, "") != nil {
		return nil, nil
	}
	scope := Scope{ScopeType(parts[1]), strings.NewReplacer("%25", "%", "%2F", "/").Replace(parts[2])}
	return find(ctx, t, Kind(parts[0]), scope, parts[3])
}
