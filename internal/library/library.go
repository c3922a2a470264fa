// Package library holds the use cases that every face calls: which source a
// call goes to, what travels with it, and how the answers of several sources
// become one.
//
// Each family of use cases is a small type, and a [Library] has one of each.
// Ids go in and come out as addresses, see [Address].
package library

import (
	"context"
	"time"

	"github.com/agmem/agmem"
)

// Local is the name of the store of memories on this machine, which is always there.
const Local = "local"

// Library is the use cases over one set of sources.
type Library struct {
	Memories Memories
	Finder   Finder
	Log      Log
	Transfer Transfer
	Runs     Runs
	Pins     Pins
	Context  Context
	Sources  *Sources
}

// Options says which source a call goes to.
type Options struct {
	// Memories names the store of memories: what a call without an address is
	// about, and whose ids have no source name.
	Memories string
	// Default names the source that something new goes to; empty: Memories.
	Default string
	// Chosen names the source that the caller asked for, for everything; empty:
	// those above, and every active source for a search.
	Chosen string
	// Fusion is how a search of several sources orders their hits; empty:
	// [FusionValue].
	Fusion Fusion
	// KeepTail keeps the hits that [Finder.WithoutTail] would leave out.
	KeepTail bool
	// Project returns the project of the caller. It is asked at most once, when
	// something needs it; nil for none.
	Project func() agmem.Project
	// Embedder opens what embeds questions; it may return nil. nil for none.
	Embedder func(context.Context) (agmem.Embedder, error)
	// Patience is how long a search waits for it; 0 for a second.
	Patience time.Duration
	// Scope is what [Finder.Projects] takes for an empty scope; empty: [ScopePrefer].
	Scope string
	// Init prepares what makes vectors; see [Runs.Init]. Nil where there is nothing
	// to prepare.
	Init func(ctx context.Context, from string, progress func(done, total int64)) (agmem.RunResult, error)
}

// New returns the library over these sources. None is opened before a use case
// needs it; Close closes those that were.
func New(registrations []Registration, opts Options) *Library {
	s := newSources(registrations, opts)
	l := &Library{
		Memories: Memories{s},
		Finder:   Finder{s},
		Log:      Log{s},
		Transfer: Transfer{s},
		Runs:     Runs{s, opts.Init},
		Sources:  s,
	}
	l.Pins = Pins{s, l.Memories}
	l.Context = Context{s, l.Finder, l.Memories, l.Pins}
	return l
}

// Close closes every source that was opened.
func (l *Library) Close() error { return l.Sources.close() }

// refused is the error of a source that does not offer what was asked for.
func refused(source, what string) error {
	return agmem.Errorf(agmem.Denied, "the source %q %s", source, what)
}
