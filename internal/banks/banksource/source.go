// Package banksource shows the values of banks as a source of memories.
package banksource

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search/pool"
)

// Name is how the banks are called as a source of memories.
const Name = "banks"

var (
	_ agmem.Source   = (*Source)(nil)
	_ agmem.Reader   = (*Source)(nil)
	_ agmem.Searcher = (*Source)(nil)
)

// Source shows the values of banks as memories, to be found beside them. The
// id of one is `<scope>/<bank>/<key>`. It is read-only: a value of a bank needs a
// key, which a memory does not have.
//
// A bank that cannot be read does not hide the others: the answers come with an error
// that names it.
type Source struct {
	shelves []shelf
	now     func() time.Time
}

// shelf is one folder of banks with its index.
type shelf struct {
	folder *bankfolder.Folder
	index  *fileindex.Index
}

// Options says how the source is kept.
type Options struct {
	// Cache is the folder of the indexes, made when it is needed; empty for
	// indexes in memory.
	Cache string
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// Embedding is how vectors are made, if they are.
	Embedding agmem.Embedding
}

// New returns the banks of these folders, which have different scopes.
// It touches nothing.
func New(folders []*bankfolder.Folder, opts Options) *Source {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	s := &Source{now: opts.Now}
	for _, f := range folders {
		index := fileindex.New(cachePath(opts.Cache, f.Path()), indexed{f}, fileindex.Options{
			Now: opts.Now, Embedding: opts.Embedding, Repository: func(p agmem.Projects) string { return repository(f, p) },
		})
		s.shelves = append(s.shelves, shelf{f, index})
	}
	return s
}

// cachePath returns the file of a folder's index: one for each folder, so that no
// project sees the banks of another.
func cachePath(cache, folder string) string {
	if cache == "" {
		return ""
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	sum := sha256.Sum256([]byte(folder))
	return filepath.Join(cache, hex.EncodeToString(sum[:12])+".db")
}

// Discard removes the indexes of folders that have no banks any more.
func Discard(ctx context.Context, cache string, folders []*bankfolder.Folder) error {
	var errs []error
	for _, f := range folders {
		errs = append(errs, fileindex.Discard(ctx, cachePath(cache, f.Path())))
	}
	return errors.Join(errs...)
}

// Name is [Name].
func (s *Source) Name() string { return Name }

// Type is [Name] too: there is one source of this type.
func (s *Source) Type() string { return Name }

// Location is the folders of the banks.
func (s *Source) Location() string {
	paths := make([]string, len(s.shelves))
	for i, shelf := range s.shelves {
		paths[i] = shelf.folder.Path()
	}
	return strings.Join(paths, string(filepath.ListSeparator))
}

// Close releases the indexes.
func (s *Source) Close() error {
	var errs []error
	for _, shelf := range s.shelves {
		errs = append(errs, shelf.index.Close())
	}
	return errors.Join(errs...)
}

// Search returns the values that answer a query best, of all scopes.
func (s *Source) Search(ctx context.Context, query agmem.Query) ([]agmem.Hit, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	found, failed := gather(ctx, s, func(ctx context.Context, x *fileindex.Index) ([]fileindex.Found, error) {
		return x.Search(ctx, query)
	})
	slices.SortStableFunc(found, func(a, b fileindex.Found) int { return cmp.Compare(b.Value, a.Value) })
	found = found[:min(len(found), query.Limit)]
	hits := make([]agmem.Hit, len(found))
	for i, f := range found {
		hits[i] = agmem.Hit{
			ID: id(f.Entry), Digest: f.Extra, Size: f.Size, Tags: []string{}, Score: f.Score, Compared: f.Compared, CreatedAt: f.CreatedAt, Corrected: f.Corrected,
			Repository: f.Repository, Passage: f.Passage, Value: f.Value, Hash: agmem.HashText(f.Text.Content),
		}
		if e := f.Explanation; e != nil {
			hits[i].Explanation = &agmem.Explanation{RRF: recall.ReciprocalRank(i + 1), Reasons: e.Reasons}
		}
	}
	recall.Descend(len(hits), func(i int) *float64 { return &hits[i].Score })
	return hits, failed
}

// gather asks every index at once and returns all that they found, in the
// order of the scopes, with what went wrong.
func gather[E any](ctx context.Context, s *Source, ask func(context.Context, *fileindex.Index) ([]E, error)) ([]E, error) {
	lists := make([][]E, len(s.shelves))
	errs := make([]error, len(s.shelves))
	pool.Ask(ctx, len(s.shelves), func(ctx context.Context, i int) { lists[i], errs[i] = ask(ctx, s.shelves[i].index) })
	return slices.Concat(lists...), errors.Join(errs...)
}

// id returns the id of an entry, whose file has the name of scope and bank.
func id(e fileindex.Entry) string { return e.File + "/" + e.Key }

// Tags returns none: values have no tags.
func (s *Source) Tags(context.Context) ([]agmem.TagCount, error) { return []agmem.TagCount{}, nil }

// Stats returns how many values there are, and the size of the banks.
func (s *Source) Stats(ctx context.Context) (agmem.Stats, error) {
	counts, failed := gather(ctx, s, func(ctx context.Context, x *fileindex.Index) ([]agmem.IndexStatus, error) {
		status, err := x.Embedded(ctx)
		return []agmem.IndexStatus{status}, err
	})
	var stats agmem.Stats
	var vectors agmem.IndexStatus
	for _, c := range counts {
		stats.TotalMemories += c.Total
		vectors.Indexed += c.Indexed
		vectors.Model = cmp.Or(vectors.Model, c.Model)
	}
	if vectors.Total = stats.TotalMemories; vectors.Model != "" {
		stats.IndexStatus = &vectors
	}
	for _, shelf := range s.shelves {
		size, err := shelf.folder.Size()
		stats.StorageSize += size
		failed = errors.Join(failed, err)
	}
	return stats, failed
}

// Embed gives the values vectors.
func (s *Source) Embed(ctx context.Context, again bool, progress func(done int)) (int, error) {
	sum := 0
	for _, shelf := range s.shelves {
		done, err := shelf.index.Embed(ctx, again, func(done int) { progress(sum + done) })
		if sum += done; err != nil {
			return sum, err
		}
	}
	return sum, nil
}
