package banksource

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/fileindex"
)

var _ agmem.Surveyor = (*Source)(nil)

// repository returns the repository that a folder of banks belongs to, where the
// projects of a question are these. The user's banks belong to none.
func repository(f *bankfolder.Folder, projects agmem.Projects) string {
	if f.Scope() != banks.ProjectScope {
		return ""
	}
	return projects.Current.Of(f.Path())
}

// List returns the values of all scopes, the latest first; those of the current
// project come before the others. Nothing counts how often they are fetched.
func (s *Source) List(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
	if err := listing.Validate(); err != nil {
		return nil, err
	}
	of := make(map[string]string) // the repository of a scope
	for _, shelf := range s.shelves {
		of[string(shelf.folder.Scope())] = repository(shelf.folder, listing.Projects)
	}
	belongs := func(e fileindex.Entry) string {
		scope, _, _ := strings.Cut(e.File, "/")
		return of[scope]
	}
	page := listing
	page.Offset, page.Limit = 0, listing.Offset+min(listing.Limit, math.MaxInt-listing.Offset)
	entries, failed := gather(ctx, s, func(ctx context.Context, x *fileindex.Index) ([]fileindex.Entry, error) { return x.List(ctx, page) })
	slices.SortStableFunc(entries, func(a, b fileindex.Entry) int {
		near := listing.Projects.Nearness
		return cmp.Or(cmp.Compare(near(belongs(b)), near(belongs(a))), cmp.Compare(b.CreatedAt, a.CreatedAt))
	})
	entries = entries[min(len(entries), listing.Offset):min(len(entries), page.Limit)]
	list := make([]agmem.Summary, len(entries))
	for i, e := range entries {
		list[i] = agmem.Summary{
			ID: id(e), Digest: e.Extra, Size: e.Size, Tags: []string{}, CreatedAt: e.CreatedAt, Repository: belongs(e),
		}
	}
	return list, failed
}

// Survey counts the values that a listing lets through by their repository.
func (s *Source) Survey(ctx context.Context, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	lists := make([][]agmem.RepositoryCount, len(s.shelves))
	var errs []error
	for i, shelf := range s.shelves {
		var err error
		lists[i], err = shelf.index.Survey(ctx, listing)
		errs = append(errs, err)
	}
	return agmem.SumRepositories(lists...), errors.Join(errs...)
}
