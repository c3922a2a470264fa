package search

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// Corpus is a collection of documents as one transaction sees it, with the
// filter of the question already in mind. D is what the caller wants to know
// of a document that answers. A corpus may also be a [Neighbourhood], a
// [Chronicle] and [Mixed].
type Corpus[D any] interface {
	// Snapshot opens the index of the texts.
	Snapshot(ctx context.Context) (*textindex.Snapshot, error)
	// Written returns the latest of the documents that were written from one
	// instant to before another, each once, in any order.
	Written(ctx context.Context, from, to agmem.Instant, limit int) ([]int64, error)
	// Narrow returns lists of documents: what is missing in one of them is no
	// answer. A filter that lets many through may be left to Texts.
	Narrow(ctx context.Context) ([][]int64, error)
	// Texts reads those of the documents that are alive and pass the filter.
	// Of two that answer equally well the later one in the list comes first.
	Texts(ctx context.Context, numbers []int64) ([]Text[D], error)
}

// Text is a document as it is read.
type Text[D any] struct {
	Number    int64
	Document  recall.Document
	CreatedAt agmem.Instant
	// Repository is the project that it belongs to; empty for none.
	Repository string
	Of         D
}

// Mixed is a corpus whose documents belong to several projects. It is not a
// [Chronicle].
type Mixed interface {
	// Nearness calls yield for each of some documents with what the projects of
	// the question say of the one that it belongs to.
	Nearness(ctx context.Context, numbers []int64, yield func(number int64, nearness float64)) error
}

// Neighbourhood is a corpus whose documents are beside each other, such as
// the memories of a session.
type Neighbourhood interface {
	// Beside calls yield for each document that was written shortly before or
	// after one of numbers, with its distance, negative for before. It always
	// does so in the same order.
	Beside(ctx context.Context, numbers []int64, yield func(number, neighbour int64, distance int)) error
}

// Chronicle is a corpus whose numbers do not say which document is the latest.
type Chronicle interface {
	// Latest returns the n latest of some documents, the latest first.
	Latest(ctx context.Context, numbers []int64, n int) ([]int64, error)
}
