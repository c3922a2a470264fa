package ledger

import (
	"context"

	"github.com/agmem/agmem/internal/secrets"
)

// SetResource is a resource as it is to be.
type SetResource struct {
	URI, Title, Content string
	Kind                ResourceKind
	ParentURI           string // empty for a root
	Origin
}

// ResourceSet is a resource with the event that says so.
type ResourceSet struct {
	Event    Event    `json:"event"`
	Resource Resource `json:"resource"`
}

// Validate reports a resource that cannot be written.
func (s SetResource) Validate() error {
	for _, f := range []struct{ name, text string }{{"uri", s.URI}, {"title", s.Title}, {"content", s.Content}} {
		if err := required(f.name, f.text); err != nil {
			return err
		}
	}
	if err := s.Scope.Validate(); err != nil {
		return err
	}
	return s.Kind.Validate()
}

func (s SetResource) entry() *entry {
	e := &entry{kind: KindResource, scope: s.Scope, id: s.URI, content: s.Content, metadata: s.Metadata}
	e.resource.kind, e.resource.title, e.resource.parent = string(s.Kind), s.Title, s.ParentURI
	return e.analyzed()
}

// SetResource makes a resource, or takes the place of the last one of its URI.
func (l *Ledger) SetResource(ctx context.Context, s SetResource) (ResourceSet, error) {
	if err := s.Validate(); err != nil {
		return ResourceSet{}, err
	}
	err := l.guard(ctx, &s.Metadata, secrets.Field{Name: "uri", Text: &s.URI},
		secrets.Field{Name: "title", Text: &s.Title}, secrets.Field{Name: "content", Text: &s.Content})
	if err != nil {
		return ResourceSet{}, err
	}
	e := s.entry()
	l.embedAhead(ctx, e)
	event, err := l.project(ctx, s.Origin, "Workspace resource updated: "+s.URI, func(ctx context.Context, t *txn, sources []string) error {
		e.written, e.sources = t.now, sources
		return replace(ctx, t, e)
	})
	return ResourceSet{event, e.asResource()}, err
}

// BrowseRequest asks for the resources below one.
type BrowseRequest struct {
	ParentURI     string // empty for the roots
	Offset, Limit int
	Scope         Scope
}

// Resources returns the resources right below another, by title, then by URI.
func (l *Ledger) Resources(ctx context.Context, r BrowseRequest) ([]Resource, error) {
	if err := r.Scope.Validate(); err != nil {
		return nil, err
	}
	resources := []Resource{}
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		list, err := entries(ctx, t, `
			WHERE p.type = ? AND p.name = ? AND e.kind = 'resource' AND r.parent IS ? ORDER BY r.title, e.id LIMIT ? OFFSET ?`,
			r.Scope.Type, r.Scope.ID, orNull(r.ParentURI), r.Limit, r.Offset)
		for _, e := range list {
			resources = append(resources, e.asResource())
		}
		return err
	})
	return resources, err
}
