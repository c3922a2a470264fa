package library

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// The scopes that are not the name of a repository.
const (
	ScopePrefer = "prefer" // the current project first, then what is of none
	ScopeThis   = "this"   // the current project alone
	ScopeAny    = "any"    // all projects alike
)

// Projects returns what a scope means for a search or a listing; the empty scope is
// that of the configuration. The name of a repository is its whole name, or its last
// parts where no other repository that is known ends with these: Usage for one that
// is not unique, NotFound where there is none.
func (f Finder) Projects(ctx context.Context, scope string) (agmem.Projects, error) {
	configured := scope == ""
	if configured {
		scope = f.sources.scope
	}
	current := f.sources.project()
	switch scope {
	case ScopePrefer, ScopeAny, "":
		return agmem.Projects{Current: current, Alike: scope == ScopeAny}, nil
	}
	if scope != ScopeThis {
		only, err := f.repository(ctx, scope, current)
		return agmem.Projects{Current: current, Only: only}, err
	}
	if current.Repository == "" && !configured {
		return agmem.Projects{}, agmem.Errorf(agmem.Usage, "this folder is in no repository").
			WithHint("name a repository, or ask for %s", ScopeAny)
	}
	return agmem.Projects{Current: current, Only: current.Repository}, nil
}

// repository returns the repository that a name means.
func (f Finder) repository(ctx context.Context, name string, current agmem.Project) (string, error) {
	known, err := f.Repositories(ctx)
	if err != nil {
		return "", err
	}
	if current.Repository != "" && !slices.Contains(known, current.Repository) {
		known = append(known, current.Repository)
	}
	if slices.Contains(known, name) {
		return name, nil
	}
	var meant []string
	for _, repository := range known {
		if strings.HasSuffix(repository, "/"+name) {
			meant = append(meant, repository)
		}
	}
	switch {
	case len(meant) == 1:
		return meant[0], nil
	case len(meant) > 1:
		return "", agmem.Errorf(agmem.Usage, "%d repositories are called %q", len(meant), name).
			WithHint("say which one: %s", strings.Join(meant, ", "))
	case len(known) == 0:
		return "", agmem.Errorf(agmem.NotFound, "nothing is known of a repository %q", name).
			WithHint("no memory belongs to one")
	}
	return "", agmem.Errorf(agmem.NotFound, "nothing is known of a repository %q", name).
		WithHint("known repositories: %s", listed(known))
}

// mostListed is how many repositories an error names.
const mostListed = 20

func listed(names []string) string {
	if len(names) <= mostListed {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:mostListed], ", ") + ", …"
}

// LastPart returns what a repository is called among others with other names.
func LastPart(repository string) string { return path.Base(repository) }

// Repositories returns the repositories that anything belongs to, by name. A source
// that fails does not hide the others' as long as there are any.
func (f Finder) Repositories(ctx context.Context) ([]string, error) {
	active, err := f.sources.active()
	if err != nil {
		return nil, err
	}
	listing := agmem.Listing{Limit: 1, Projects: agmem.Projects{Current: f.sources.project()}}
	var names []string
	var errs []error
	for _, src := range active {
		counts, err := survey(ctx, src, listing)
		errs = append(errs, err)
		for _, c := range counts {
			if c.Repository != "" {
				names = append(names, c.Repository)
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > 0 {
		return names, nil
	}
	return nil, errors.Join(errs...)
}

// survey returns nothing for a source whose memories belong to no project.
func survey(ctx context.Context, src *source, listing agmem.Listing) ([]agmem.RepositoryCount, error) {
	ctx = agmem.WithMetadata(ctx, src.Metadata)
	opened, err := src.open(ctx)
	if err != nil {
		return nil, named(src, err)
	}
	surveyor, ok := opened.(agmem.Surveyor)
	if !ok {
		return nil, nil
	}
	return surveyor.Survey(ctx, listing)
}

// LeftOut is how much is not shown because of the projects of a question.
type LeftOut struct {
	Other int64 // of other projects
	None  int64 // of no project
}

func (l *LeftOut) count(repository string, n int64, projects agmem.Projects) {
	switch {
	case projects.Lets(repository):
	case repository == "":
		l.None += n
	default:
		l.Other += n
	}
}

// LeftOut returns how many of the hits that a query has with all projects are left
// out by its own. It searches once more, unless nothing can be left out.
func (f Finder) LeftOut(ctx context.Context, query agmem.Query) (LeftOut, error) {
	var l LeftOut
	if query.Projects.Only == "" {
		return l, nil
	}
	everywhere := query
	everywhere.Projects = agmem.Projects{Current: query.Projects.Current, Alike: true}
	hits, err := f.search(ctx, everywhere)
	for _, h := range hits {
		l.count(h.Repository, 1, query.Projects)
	}
	return l, err
}

// LeftOutOf returns how many memories a listing leaves out by its projects.
func (f Finder) LeftOutOf(ctx context.Context, listing agmem.Listing) (LeftOut, error) {
	var l LeftOut
	if listing.Projects.Only == "" {
		return l, nil
	}
	src, err := f.sources.target()
	if err != nil {
		return l, err
	}
	counts, err := survey(ctx, src, listing)
	for _, c := range counts {
		l.count(c.Repository, c.Count, listing.Projects)
	}
	return l, err
}
