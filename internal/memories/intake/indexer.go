package intake

import (
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// indexer turns terms around in its own goroutine while rows are written.
// It must be ended by finish.
type indexer struct {
	builder *textindex.Builder // the goroutine's until done is closed
	waiting []numbered
	chunks  chan<- []numbered // nil once finished
	done    chan struct{}
}

// numbered is the terms of a memory.
type numbered struct {
	number int64
	terms  recall.Terms
}

func newIndexer(b *textindex.Builder) *indexer {
	chunks := make(chan []numbered, 4)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for chunk := range chunks {
			for _, n := range chunk {
				b.Add(n.number, n.terms)
			}
		}
	}()
	return &indexer{builder: b, chunks: chunks, done: done}
}

// add takes terms. Numbers must ascend.
func (x *indexer) add(number int64, terms recall.Terms) {
	x.waiting = append(x.waiting, numbered{number, terms})
	if len(x.waiting) == prepareChunk {
		x.chunks <- x.waiting
		x.waiting = nil
	}
}

// finish returns the builder with all that was added. It may be called again.
func (x *indexer) finish() *textindex.Builder {
	if x.chunks != nil {
		x.chunks <- x.waiting
		close(x.chunks)
		x.chunks = nil
	}
	<-x.done
	return x.builder
}
