package embed

import (
	"context"
	"sync"

	"github.com/agmem/agmem"
)

// Process is the embedder of one process: it is chosen at most once, and opened at
// most once, when something needs it. Its methods are the forms in which others
// take it.
type Process struct {
	chooser *Chooser
	mu      sync.Mutex
	choice  *Choice
	opened  agmem.Embedder
}

// NewProcess returns the embedder that a chooser chooses.
func NewProcess(c *Chooser) *Process { return &Process{chooser: c} }

// Choice is [Chooser.Choose], asked once.
func (p *Process) Choice(ctx context.Context) (Choice, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.choose(ctx)
}

func (p *Process) choose(ctx context.Context) (Choice, error) {
	if p.choice == nil {
		choice, err := p.chooser.Choose(ctx)
		if err != nil {
			return choice, err
		}
		p.choice = &choice
	}
	return *p.choice, nil
}

// Open returns the embedder, nil for none. A service may take its time.
func (p *Process) Open(ctx context.Context) (agmem.Embedder, error) {
	return p.open(ctx, p.chooser.Open)
}

// ForQuestion returns the embedder to ask one question, nil for none and while a
// service rests. It takes no longer than a question may.
func (p *Process) ForQuestion(ctx context.Context) (agmem.Embedder, error) {
	return p.open(ctx, p.chooser.OpenForQuestion)
}

// InWrites returns the embedder if a write may use it, which one over a network is
// not; nil where there is none or it cannot be opened. A network is not asked.
func (p *Process) InWrites(ctx context.Context) agmem.Embedder {
	choice, err := p.Choice(ctx)
	if err != nil || choice.Provider.IsNetwork() {
		return nil
	}
	opened, err := p.Open(ctx)
	if err != nil {
		return nil // the command embed says what is wrong
	}
	return opened
}

func (p *Process) open(ctx context.Context, open func(context.Context, Choice) (agmem.Embedder, error)) (agmem.Embedder, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opened == nil {
		choice, err := p.choose(ctx)
		if err != nil {
			return nil, err
		}
		opened, err := open(ctx, choice)
		if err != nil || opened == nil {
			return nil, err
		}
		p.opened = opened
	}
	return p.opened, nil
}
