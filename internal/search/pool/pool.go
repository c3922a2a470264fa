// Package pool lets the collections that are asked the same question at the
// same time weigh its words together: a word that is rare in one of them and
// common in another is worth the same in both, so that the values of their hits
// can be compared, and a word that one of them has is misspelt in none.
//
// [Ask] puts the question to all of them, each in its own goroutine. Each
// calls [Share] once in every round with what it knows, waits for the others,
// and gets the sum. One that returns without having shared, because it failed
// or has no statistics, holds up no other.
package pool

import (
	"context"
	"sync"

	"github.com/agmem/agmem/internal/recall"
)

// Ask calls ask for each of n collections at once, with a context in which they
// share what they know, and returns when all calls have. Where ctx is that of a
// collection that is asked with others, the n join those in its place.
func Ask(ctx context.Context, n int, ask func(ctx context.Context, i int)) {
	asked := memberOf(ctx)
	if n == 1 && asked == nil {
		ask(ctx, 0)
		return
	}
	p := &pool{active: make(map[*member]bool), rounds: make(map[recall.Round]*round)}
	if asked != nil {
		p = asked.pool
	}
	members := p.join(n)
	if asked != nil {
		p.leave(asked)
	}
	var wait sync.WaitGroup
	for i, m := range members {
		wait.Go(func() {
			defer p.leave(m)
			ask(context.WithValue(ctx, memberKey{}, m), i)
		})
	}
	wait.Wait()
}

// Share returns the sum of what all collections know that are asked with this
// one, as soon as each has shared in this round or has returned. A collection
// that is asked alone gets back its own. Who shares twice in a round, after
// having started again, gets the sum with what was shared first. The error is
// that of ctx.
func Share(ctx context.Context, r recall.Round, own recall.Statistics) (recall.Statistics, error) {
	m := memberOf(ctx)
	if m == nil {
		return own, nil
	}
	return m.pool.share(ctx, m, r, own)
}

type memberKey struct{}

func memberOf(ctx context.Context) *member {
	m, _ := ctx.Value(memberKey{}).(*member)
	return m
}

// member is a collection in a pool.
type member struct{ pool *pool }

type pool struct {
	mu     sync.Mutex
	active map[*member]bool // that have not returned
	rounds map[recall.Round]*round
}

// round is open until every active member has shared.
type round struct {
	shared map[*member]bool
	sum    recall.Statistics
	closed chan struct{} // once sum changes no more
}

func (p *pool) join(n int) []*member {
	p.mu.Lock()
	defer p.mu.Unlock()
	members := make([]*member, n)
	for i := range members {
		members[i] = &member{p}
		p.active[members[i]] = true
	}
	return members
}

func (p *pool) leave(m *member) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.active, m)
	for _, r := range p.rounds {
		p.closeIfWhole(r)
	}
}

func (p *pool) share(ctx context.Context, m *member, number recall.Round, own recall.Statistics) (recall.Statistics, error) {
	r := p.give(m, number, own)
	select {
	case <-r.closed:
		return r.sum, nil
	case <-ctx.Done():
		return recall.Statistics{}, ctx.Err()
	}
}

func (p *pool) give(m *member, number recall.Round, own recall.Statistics) *round {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.rounds[number]
	if r == nil {
		r = &round{shared: make(map[*member]bool), closed: make(chan struct{})}
		p.rounds[number] = r
	}
	if !r.shared[m] {
		r.shared[m] = true
		r.sum = r.sum.Plus(own)
	}
	p.closeIfWhole(r)
	return r
}

func (p *pool) closeIfWhole(r *round) {
	for m := range p.active {
		if !r.shared[m] {
			return
		}
	}
	select {
	case <-r.closed:
	default:
		close(r.closed)
	}
}
