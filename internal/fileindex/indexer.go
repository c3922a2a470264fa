package fileindex

import (
	"context"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

const (
	// manyDocuments become a segment of the text index at once; fewer wait for
	// others.
	manyDocuments = 64
	// indexerQueue is how far the rows may be ahead of the analysis.
	indexerQueue = 256
)

// indexer analyses documents in its own goroutine while their rows are
// written. It must be ended by stop.
type indexer struct {
	queue chan job
	done  chan struct{}
	// few and many are the goroutine's until done is closed.
	few  []analysed
	many *textindex.Builder
}

type job struct {
	number int64
	text   recall.Document
}

type analysed struct {
	number int64
	terms  recall.Terms
}

func newIndexer() *indexer { return &indexer{} }

// add takes a document. Numbers must ascend.
func (x *indexer) add(number int64, text recall.Document) {
	if x.queue == nil {
		x.queue = make(chan job, indexerQueue)
		x.done = make(chan struct{})
		go x.run(x.queue)
	}
	x.queue <- job{number, text}
}

func (x *indexer) run(queue <-chan job) {
	defer close(x.done)
	analyzer := recall.NewAnalyzer()
	for j := range queue {
		terms := analyzer.Analyze(j.text)
		if x.many != nil {
			x.many.Add(j.number, terms)
			continue
		}
		if x.few = append(x.few, analysed{j.number, terms}); len(x.few) == manyDocuments {
			x.many = tables().NewBuilder()
			for _, a := range x.few {
				x.many.Add(a.number, a.terms)
			}
		}
	}
}

// stop waits for the analysis of what was added. It may be called again.
func (x *indexer) stop() {
	if x.queue == nil {
		return
	}
	close(x.queue)
	<-x.done
	x.queue = nil
}

// finish writes what was added to the text index. More may be added then.
func (x *indexer) finish(ctx context.Context, t *txn) error {
	x.stop()
	few, many := x.few, x.many
	x.few, x.many = nil, nil
	if many == nil {
		for _, a := range few {
			if err := t.text.Put(ctx, t, a.number, a.terms); err != nil {
				return err
			}
		}
		return nil
	}
	if err := many.Flush(ctx, t); err != nil {
		return err
	}
	_, err := t.text.Merge(ctx, t)
	return err
}
