package library

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/agmem/agmem"
)

// Registration tells the library of a source that it can open.
type Registration struct {
	Name string
	Type string // such as "sqlite"
	// ReadOnly says that it cannot be written to.
	ReadOnly bool
	// Location says where its data is, for people. Like Active and Open it
	// may have to look for that, so it is called only when something needs it.
	Location func() string
	// Active says whether a search asks the source without being told to.
	Active func() bool
	// Open opens it. It is called at most once, when a use case needs it.
	Open func(context.Context) (agmem.Source, error)
	// Metadata reaches the source with every call.
	Metadata agmem.Metadata
}

// Sources is every source that is known, open or not.
type Sources struct {
	known    []*source
	memories string // the store of memories, whose ids have no source name
	home     string // where something new goes
	chosen   string // by the caller; empty for none
	fusion   Fusion
	keepTail bool
	scope    string // of a question that names none
	project  func() agmem.Project
	embedder func(context.Context) (agmem.Embedder, error)
	patience time.Duration
}

// SourceInfo describes a source. Count is nil where it could not be asked, and
// leaves out what cannot be read of it.
type SourceInfo struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Active   bool   `json:"active"`
	Count    *int64 `json:"count"`
	Location string `json:"location"`
}

// source opens itself once; a search opens several at the same time.
type source struct {
	Registration

	mu     sync.Mutex
	opened agmem.Source
	err    error
}

func newSources(registrations []Registration, opts Options) *Sources {
	s := &Sources{
		memories: opts.Memories, home: cmp.Or(opts.Default, opts.Memories), chosen: opts.Chosen, fusion: opts.Fusion,
		keepTail: opts.KeepTail, scope: opts.Scope, project: func() agmem.Project { return agmem.Project{} },
		embedder: opts.Embedder, patience: opts.Patience,
	}
	if opts.Project != nil {
		s.project = sync.OnceValue(opts.Project)
	}
	for _, r := range registrations {
		s.known = append(s.known, &source{Registration: r})
	}
	return s
}

// Names returns the names of every source.
func (s *Sources) Names() []string {
	names := make([]string, len(s.known))
	for i, src := range s.known {
		names[i] = src.Name
	}
	return names
}

// List describes every source, or the chosen one. An inactive one is not
// opened, because opening may create it. A source that fails is in the list, and
// its error is joined to the others'.
func (s *Sources) List(ctx context.Context) ([]SourceInfo, error) {
	known := s.known
	if s.chosen != "" {
		src, err := s.find(s.chosen)
		if err != nil {
			return nil, err
		}
		known = []*source{src}
	}
	list := make([]SourceInfo, 0, len(known))
	var errs []error
	for _, src := range known {
		info := SourceInfo{Name: src.Name, Type: src.Type, Active: src.Active(), Location: src.Location()}
		if info.Active {
			count, err := countOf(ctx, src)
			errs = append(errs, err)
			info.Count = count
		} else {
			info.Count = new(int64)
		}
		list = append(list, info)
	}
	return list, errors.Join(errs...)
}

func countOf(ctx context.Context, src *source) (*int64, error) {
	ctx, reader, err := port[agmem.Reader](ctx, src, "cannot be read")
	if err != nil {
		return nil, named(src, err)
	}
	stats, err := reader.Stats(ctx)
	switch {
	case err == nil:
		return &stats.TotalMemories, nil
	case stats.TotalMemories == 0: // nothing is known of it
		return nil, named(src, err)
	}
	return &stats.TotalMemories, named(src, err)
}

// named says in an error which of several sources failed, in each of those that
// it joins.
func named(src *source, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, named(src, e))
		}
		return errors.Join(all...)
	}
	return agmem.Named("source "+src.Name, err)
}

// target returns the source that a call without an address goes to: the chosen
// one, else the store of memories.
func (s *Sources) target() (*source, error) { return s.find(cmp.Or(s.chosen, s.memories)) }

// writing returns the source that something new goes to.
func (s *Sources) writing() (*source, error) {
	if s.chosen != "" {
		return s.find(s.chosen)
	}
	src, err := s.find(s.home)
	if e, ok := errors.AsType[*agmem.Error](err); ok {
		return nil, e.WithHint("set default_source to an existing source, such as %s", s.memories).
			WithStep(agmem.ActionConfigure, "default_source "+s.memories)
	}
	return src, err
}

// CheckDefault reports a name that default_source cannot have: NotFound where
// there is no such source, Denied where it cannot be written to.
func (s *Sources) CheckDefault(name string) error {
	src, err := s.find(name)
	if err != nil {
		return err
	}
	if src.ReadOnly {
		return refused(name, noWriter)
	}
	return nil
}

func (s *Sources) knows(name string) bool {
	return slices.ContainsFunc(s.known, func(src *source) bool { return src.Name == name })
}

func (s *Sources) find(name string) (*source, error) {
	for _, src := range s.known {
		if src.Name == name {
			return src, nil
		}
	}
	return nil, agmem.Errorf(agmem.NotFound, "there is no source called %q", name).
		WithHint("known sources: %s", strings.Join(s.Names(), ", "))
}

// active returns the sources that a search asks.
func (s *Sources) active() ([]*source, error) {
	if s.chosen != "" {
		src, err := s.find(s.chosen)
		return []*source{src}, err
	}
	var active []*source
	for _, src := range s.known {
		if src.Active() {
			active = append(active, src)
		}
	}
	return active, nil
}

func (s *Sources) close() error {
	var errs []error
	for _, src := range s.known {
		if src.opened != nil {
			errs = append(errs, src.opened.Close())
		}
	}
	return errors.Join(errs...)
}

func (src *source) open(ctx context.Context) (agmem.Source, error) {
	src.mu.Lock()
	defer src.mu.Unlock()
	if src.opened == nil && src.err == nil {
		src.opened, src.err = src.Open(ctx)
	}
	return src.opened, src.err
}

// port opens a source and returns it as one of its ports, with a context that
// carries its configuration. Lacks completes the sentence about a source that
// does not have that port.
func port[P any](ctx context.Context, src *source, lacks string) (context.Context, P, error) {
	var none P
	ctx = agmem.WithMetadata(ctx, src.Metadata)
	opened, err := src.open(ctx)
	if err != nil {
		return ctx, none, err
	}
	p, ok := opened.(P)
	if !ok {
		return ctx, none, refused(src.Name, lacks)
	}
	return ctx, p, nil
}

// targetPort is [port] of the target.
func targetPort[P any](ctx context.Context, s *Sources, lacks string) (context.Context, P, *source, error) {
	src, err := s.target()
	return portOf[P](ctx, src, err, lacks)
}

// writingPort is [port] of the source that something new goes to.
func writingPort[P any](ctx context.Context, s *Sources, lacks string) (context.Context, P, *source, error) {
	src, err := s.writing()
	return portOf[P](ctx, src, err, lacks)
}

func portOf[P any](ctx context.Context, src *source, err error, lacks string) (context.Context, P, *source, error) {
	var none P
	if err != nil {
		return ctx, none, nil, err
	}
	ctx, p, err := port[P](ctx, src, lacks)
	return ctx, p, src, err
}
