package library

import (
	"context"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/search/pool"
)

// Finder finds memories: by words, by place, by tag.
type Finder struct{ sources *Sources }

// Search asks the chosen source, or every active one at once, and merges their
// answers; see [Fusion]. A source that fails does not hide the others' hits:
// they come with the joined errors, each naming its source. Their digests are
// cut, and they have passages.
func (f Finder) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	query.Passages = true
	hits, err := f.search(ctx, query)
	for i := range hits {
		hits[i].Digest = shownDigest(hits[i].Digest)
	}
	return hits, err
}

func (f Finder) search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	active, err := f.sources.active()
	if err != nil {
		return nil, err
	}
	query.Meaning = f.sources.meaning(ctx, query) // of the question with all its words
	query = f.withoutProject(ctx, active, query)
	byRanks := f.sources.fusion == FusionRRF && query.Meaning != nil // there may be two lists in a source
	if len(active) == 1 && !byRanks {
		return f.ask(ctx, active[0], query)
	}
	each := query
	each.MinScore = 0 // scores are final once the lists are merged
	if byRanks {
		each.Explain, each.Limit = true, max(query.Limit, rankedByRRF)
	}
	lists := make([][]agmem.Hit, len(active))
	errs := make([]error, len(active))
	pool.Ask(ctx, len(active), func(ctx context.Context, i int) {
		hits, err := f.ask(ctx, active[i], each)
		lists[i] = hits
		if err != nil && len(active) > 1 {
			err = named(active[i], err)
		}
		errs[i] = err
	})
	return merge(lists, query, f.sources.fusion), errors.Join(errs...)
}

func (f Finder) ask(ctx context.Context, src *source, query agmem.Query) ([]agmem.Hit, error) {
	ctx, searcher, err := port[agmem.Searcher](ctx, src, "cannot be searched")
	if err != nil {
		return nil, err
	}
	hits, err := searcher.Search(ctx, query)
	for i := range hits {
		hits[i].Source = src.Name
		f.sources.name(src, &hits[i].ID, &hits[i].Short)
	}
	return hits, err
}

// List returns summaries of the target source in the order of the listing, with
// their digests cut.
func (f Finder) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	src, err := f.sources.target()
	if err != nil {
		return nil, err
	}
	return f.listOf(ctx, src, listing)
}

// Tags returns the tags of the target source, by count descending, then name.
func (f Finder) Tags(ctx context.Context) ([]agmem.TagCount, error) {
	ctx, reader, _, err := targetPort[agmem.Reader](ctx, f.sources, "has no tags")
	if err != nil {
		return nil, err
	}
	return reader.Tags(ctx)
}

// Overview is the size of a source and what is in it.
type Overview struct {
	Stats    agmem.Stats
	Tags     []agmem.TagCount // every tag, most used first
	Source   string
	Location string
}

// Stats returns the overview of the target source; the zero value with an error
// where nothing could be counted, and what could be where a part of the source
// cannot be read.
func (f Finder) Stats(ctx context.Context) (Overview, error) {
	ctx, reader, src, err := targetPort[agmem.Reader](ctx, f.sources, "cannot be counted")
	if err != nil {
		return Overview{}, err
	}
	stats, failed := reader.Stats(ctx)
	if failed != nil && stats == (agmem.Stats{}) {
		return Overview{}, failed
	}
	tags, err := reader.Tags(ctx)
	if failed == nil { // else it would say the same again
		failed = err
	}
	return Overview{Stats: stats, Tags: tags, Source: src.Name, Location: src.Location()}, failed
}
