package intake

import (
	"context"
	"iter"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

const (
	// prepareChunk is how many memories go from the analyzer to the writer at
	// once, and prepareBytes ends a chunk of long ones.
	prepareChunk = 64
	prepareBytes = 256 << 10
	// prepareChunks is how many chunks wait for the writer.
	prepareChunks = 4
)

// ahead checks and analyses the memories of a sequence before the writer asks
// for them, a few chunks at most. It must be ended by stop.
type ahead struct {
	chunks <-chan []*incoming // closed at the end and after an error
	cancel context.CancelFunc
	next   []*incoming // what the writer has not taken of a chunk

	// err is why the sequence ended before its end: written before chunks is
	// closed and read after that.
	err error
}

// prepare begins to work ahead.
func prepare(ctx context.Context, memories iter.Seq2[agmem.Memory, error], now agmem.Instant, origin agmem.Origin) *ahead {
	ctx, cancel := context.WithCancel(ctx)
	chunks := make(chan []*incoming, prepareChunks)
	a := &ahead{chunks: chunks, cancel: cancel}
	go func() {
		defer close(chunks)
		p := preparer{analyzer: recall.NewAnalyzer(), now: now, origin: origin}
		a.err = p.run(ctx, memories, chunks)
	}()
	return a
}

// stop ends the work and waits until the sequence is left.
func (a *ahead) stop() {
	a.cancel()
	for range a.chunks { // until it is closed
	}
}

// wait says whether there is something to take. It is false at the end of the
// sequence and when over fires.
func (a *ahead) wait(ctx context.Context, over <-chan time.Time) (bool, error) {
	if len(a.next) > 0 {
		return true, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	select {
	case <-over: // after the end of a turn no waiting chunk is taken
		return false, nil
	default:
	}
	select {
	case chunk, open := <-a.chunks:
		if !open {
			return false, a.err
		}
		a.next = chunk
		return true, nil
	case <-over:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// take returns up to n memories of those that are there.
func (a *ahead) take(n int) []*incoming {
	n = min(n, len(a.next))
	taken := a.next[:n]
	a.next = a.next[n:]
	return taken
}

// preparer makes chunks of a sequence.
type preparer struct {
	analyzer *recall.Analyzer
	now      agmem.Instant
	origin   agmem.Origin
	chunk    []*incoming
	bytes    int
}

// run sends chunks until the sequence ends.
func (p *preparer) run(ctx context.Context, memories iter.Seq2[agmem.Memory, error], to chan<- []*incoming) error {
	for m, err := range checked(ctx, memories) {
		if err != nil {
			return err
		}
		p.add(&m)
		if len(p.chunk) < prepareChunk && p.bytes < prepareBytes {
			continue
		}
		if err := p.send(ctx, to); err != nil {
			return err
		}
	}
	return p.send(ctx, to)
}

func (p *preparer) add(m *agmem.Memory) {
	in := incomingOf(m, p.now, p.origin)
	in.terms = p.analyzer.Analyze(in.Document())
	p.chunk = append(p.chunk, &in)
	p.bytes += len(in.Content) + len(in.Digest)
}

func (p *preparer) send(ctx context.Context, to chan<- []*incoming) error {
	if len(p.chunk) == 0 {
		return ctx.Err()
	}
	select {
	case to <- p.chunk:
		p.chunk, p.bytes = make([]*incoming, 0, prepareChunk), 0
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
