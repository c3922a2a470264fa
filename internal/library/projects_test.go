package library_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// surveyed is a source that knows projects.
type surveyed struct {
	*fake
	counts []agmem.RepositoryCount
}

func (s *surveyed) Survey(ctx context.Context, _ agmem.Listing) ([]agmem.RepositoryCount, error) {
	return s.counts, s.called(ctx)
}

// projectLibrary returns a library whose sources know host/a, host/sub/b and
// other/b; the caller is in host/here, of which nothing is stored.
func projectLibrary(scope string) (*library.Library, *surveyed) {
	local := &surveyed{&fake{name: "local"}, []agmem.RepositoryCount{{Count: 5}, {Repository: "host/a", Count: 3}, {Repository: "host/sub/b", Count: 2}}}
	team := &surveyed{&fake{name: "team"}, []agmem.RepositoryCount{{Repository: "host/a", Count: 1}, {Repository: "other/b", Count: 1}}}
	registered := register(local.fake)
	registered.Open = func(context.Context) (agmem.Source, error) { return local, nil }
	second := register(team.fake)
	second.Open = func(context.Context) (agmem.Source, error) { return team, nil }
	return library.New([]library.Registration{registered, second, register(&fake{name: "without projects"})}, library.Options{
		Memories: "local", Scope: scope,
		Project: func() agmem.Project { return agmem.Project{Repository: "host/here", Root: "/here"} },
	}), local
}

func TestScopes(t *testing.T) {
	here := agmem.Project{Repository: "host/here", Root: "/here"}
	for _, c := range []struct {
		configured, scope string
		want              agmem.Projects
	}{
		{"", "", agmem.Projects{Current: here}},
		{"", "prefer", agmem.Projects{Current: here}},
		{"", "any", agmem.Projects{Current: here, Alike: true}},
		{"", "this", agmem.Projects{Current: here, Only: "host/here"}},
		{"any", "", agmem.Projects{Current: here, Alike: true}},
		{"this", "", agmem.Projects{Current: here, Only: "host/here"}},
		{"this", "prefer", agmem.Projects{Current: here}},
		{"", "host/a", agmem.Projects{Current: here, Only: "host/a"}},
		{"", "a", agmem.Projects{Current: here, Only: "host/a"}},
		{"", "sub/b", agmem.Projects{Current: here, Only: "host/sub/b"}},
		{"", "here", agmem.Projects{Current: here, Only: "host/here"}},
	} {
		lib, _ := projectLibrary(c.configured)
		got, err := lib.Finder.Projects(t.Context(), c.scope)
		if err != nil || got != c.want {
			t.Errorf("%q, configured %q: %+v, %v", c.scope, c.configured, got, err)
		}
	}
}

func TestScopesThatMeanNothing(t *testing.T) {
	lib, _ := projectLibrary("")
	nowhere := open("", &fake{name: "local"})
	for _, c := range []struct {
		lib   *library.Library
		scope string
		kind  agmem.Kind
		hint  string
	}{
		{lib, "b", agmem.Usage, "host/sub/b, other/b"},
		{lib, "ub/b", agmem.NotFound, "host/a, host/sub/b, other/b, host/here"},
		{lib, "HOST/A", agmem.NotFound, "host/a"},
		{nowhere, "this", agmem.Usage, "any"},
		{nowhere, "a", agmem.NotFound, "no memory belongs to one"},
	} {
		_, err := c.lib.Finder.Projects(t.Context(), c.scope)
		e, ok := err.(*agmem.Error)
		if !ok || e.Kind != c.kind || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%q: %+v", c.scope, err)
		}
	}
	if got, err := openWith(library.Options{Memories: "local", Scope: "this"}, &fake{name: "local"}).Finder.Projects(t.Context(), ""); err != nil || got != (agmem.Projects{}) {
		t.Errorf("without a repository the configuration means %+v, %v", got, err)
	}
}

func TestLeftOut(t *testing.T) {
	lib, local := projectLibrary("")
	local.hits = []agmem.Hit{
		{ID: "1", Score: .9, Value: 4, Repository: "host/a"}, {ID: "2", Score: .9, Value: 3},
		{ID: "3", Score: .8, Value: 2, Repository: "other/b"}, {ID: "4", Score: .7, Value: 1, Repository: "host/here"},
	}
	query := agmem.Query{Text: "x", Limit: 3, Projects: agmem.Projects{Current: agmem.Project{Repository: "host/here"}, Only: "host/a"}}
	got, err := lib.Finder.LeftOut(t.Context(), query)
	if want := (library.LeftOut{Other: 1, None: 1}); err != nil || got != want {
		t.Errorf("of a search %+v, %v", got, err)
	}
	if local.asked.Projects.Only != "" || local.asked.Projects.Prefers() {
		t.Errorf("the source was asked %+v", local.asked)
	}
	got, err = lib.Finder.LeftOutOf(t.Context(), agmem.Listing{Limit: 1, Projects: query.Projects})
	if want := (library.LeftOut{Other: 2, None: 5}); err != nil || got != want {
		t.Errorf("of a listing %+v, %v", got, err)
	}
	local.metadata = nil
	query.Projects.Only = ""
	if got, err := lib.Finder.LeftOut(t.Context(), query); err != nil || got != (library.LeftOut{}) || len(local.metadata) > 0 {
		t.Errorf("where nothing is left out: %+v, %v, after %d calls", got, err, len(local.metadata))
	}
}
