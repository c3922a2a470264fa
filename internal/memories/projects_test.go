package memories_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// inProjects is a store with memories of two repositories and of none in turn, the
// latest last: "heron a0", "heron b1", "heron n2", "heron a3" and so on. Those of
// none have an origin or not.
func inProjects(t *testing.T, n int) *memories.Store {
	t.Helper()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{Now: func() time.Time { return now }})
	var all []agmem.Memory
	for i := range n {
		m := agmem.Memory{Content: fmt.Sprint("heron ", "abn"[i%3:i%3+1], i), CreatedAt: agmem.InstantOf(now) - agmem.Instant(1000*(n-i))}
		m.Origin.Repository = []string{"host/a", "host/b", ""}[i%3]
		m.Tags = []string{"odd"}
		if i%2 == 0 {
			m.Origin.Branch, m.Tags = "main", []string{"even"}
		}
		all = append(all, m)
	}
	if _, err := s.Import(t.Context(), storetest.Sequence(all...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	return s
}

func inA() agmem.Projects { return agmem.Projects{Current: agmem.Project{Repository: "host/a"}} }

// listed returns the digests of a listing without what they have in common.
func listed(t *testing.T, s *memories.Store, l agmem.Listing) string {
	t.Helper()
	list, err := s.List(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = strings.TrimPrefix(m.Digest, "heron ")
		if want := map[byte]string{'a': "host/a", 'b': "host/b", 'c': "host/c"}[names[i][0]]; m.Repository != want {
			t.Errorf("%s is of %q", m.Digest, m.Repository)
		}
	}
	return strings.Join(names, " ")
}

func TestListPrefersTheProject(t *testing.T) {
	s := inProjects(t, 9)
	whole := "a6 a3 a0 n8 n5 n2 b7 b4 b1"
	for _, c := range []struct {
		listing agmem.Listing
		want    string
	}{
		{agmem.Listing{Limit: 9, Projects: inA()}, whole},
		{agmem.Listing{Limit: 9, Projects: agmem.Projects{Current: inA().Current, Alike: true}}, "n8 b7 a6 n5 b4 a3 n2 b1 a0"},
		{agmem.Listing{Limit: 9, Projects: agmem.Projects{Current: agmem.Project{Repository: "host/new"}}}, "n8 n5 n2 b7 a6 b4 a3 b1 a0"},
		{agmem.Listing{Limit: 9, Projects: agmem.Projects{Current: inA().Current, Only: "host/b"}}, "b7 b4 b1"},
		{agmem.Listing{Limit: 9, Projects: agmem.Projects{Only: "host/new"}}, ""},
		{agmem.Listing{Limit: 9, Filter: agmem.Filter{Tags: []string{"even"}}, Projects: inA()}, "a6 a0 n8 n2 b4"},
		{agmem.Listing{Limit: 9, Filter: agmem.Filter{Tags: []string{"even"}}, Projects: agmem.Projects{Only: "host/a"}}, "a6 a0"},
	} {
		if got := listed(t, s, c.listing); got != c.want {
			t.Errorf("%+v: %q, want %q", c.listing, got, c.want)
		}
	}
	all := strings.Fields(whole)
	for offset := range 11 {
		for limit := 1; limit < 11; limit++ {
			want := strings.Join(all[min(offset, 9):min(offset+limit, 9)], " ")
			for _, sort := range []agmem.Sort{agmem.ByTime, agmem.ByAccess} {
				if got := listed(t, s, agmem.Listing{Limit: limit, Offset: offset, Sort: sort, Projects: inA()}); got != want {
					t.Errorf("%d from %d by %s: %q, want %q", limit, offset, sort, got, want)
				}
			}
		}
	}
}

func TestSearchPrefersTheProject(t *testing.T) {
	s := inProjects(t, 300) // more than are candidates at first
	found := func(q agmem.Query) string {
		t.Helper()
		q.Text, q.Limit = "heron", 4
		hits, err := s.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, h := range hits {
			names = append(names, strings.TrimPrefix(h.Digest, "heron ")+"="+h.Repository)
		}
		return strings.Join(names, " ")
	}
	rare := agmem.Projects{Current: agmem.Project{Repository: "host/c"}}
	if _, _, err := s.Add(t.Context(), agmem.Draft{Content: "heron c", Origin: agmem.Origin{Repository: "host/c"}}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Add(t.Context(), agmem.Draft{Content: "the heron of nobody at all", Tags: []string{"long"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query agmem.Query
		want  string
	}{
		{agmem.Query{Projects: inA()}, "a297=host/a a294=host/a a291=host/a a288=host/a"},
		{agmem.Query{Projects: agmem.Projects{Current: rare.Current, Only: "host/b"}}, "b298=host/b b295=host/b b292=host/b b289=host/b"},
		{agmem.Query{Projects: agmem.Projects{Only: "host/c"}}, "c=host/c"},
		{agmem.Query{Projects: agmem.Projects{Only: "host/d"}}, ""},
		{agmem.Query{Projects: rare}, "c=host/c n299= n296= n293="},
		{agmem.Query{Projects: rare, Filter: agmem.Filter{Tags: []string{"even"}}}, "n296= n290= n284= n278="},
	} {
		if got := found(c.query); got != c.want {
			t.Errorf("%+v: %q, want %q", c.query, got, c.want)
		}
	}
}

func TestSurvey(t *testing.T) {
	s := inProjects(t, 8)
	for _, c := range []struct {
		filter agmem.Filter
		want   []agmem.RepositoryCount
	}{
		{agmem.Filter{}, []agmem.RepositoryCount{{Count: 2}, {Repository: "host/a", Count: 3}, {Repository: "host/b", Count: 3}}},
		{agmem.Filter{Tags: []string{"even"}}, []agmem.RepositoryCount{{Count: 1}, {Repository: "host/a", Count: 2}, {Repository: "host/b", Count: 1}}},
		{agmem.Filter{Tags: []string{"unknown"}}, nil},
	} {
		got, err := s.Survey(t.Context(), agmem.Listing{Filter: c.filter, Limit: 1, Projects: agmem.Projects{Only: "host/b"}})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v, %v; want %+v", c.filter, got, err, c.want)
		}
	}
}

// A place that few memories are in is not looked for from the latest memory on.
func TestListOfAScatteredProject(t *testing.T) {
	s := inProjects(t, 1500)
	older := agmem.Memory{Content: "heron c1", CreatedAt: 1000, Origin: agmem.Origin{Repository: "host/c"}}
	oldest := agmem.Memory{Content: "heron c0", CreatedAt: 500, AccessCount: 3, Origin: agmem.Origin{Repository: "host/c", Branch: "side"}}
	if _, err := s.Import(t.Context(), storetest.Sequence(oldest, older), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	inC := agmem.Projects{Current: agmem.Project{Repository: "host/c"}}
	for _, c := range []struct {
		listing agmem.Listing
		want    string
	}{
		{agmem.Listing{Limit: 4, Projects: inC}, "c1 c0 n1499 n1496"},
		{agmem.Listing{Limit: 2, Offset: 1, Projects: inC}, "c0 n1499"},
		{agmem.Listing{Limit: 2, Offset: 3, Projects: inC}, "n1496 n1493"},
		{agmem.Listing{Limit: 2, Offset: 502, Projects: inC}, "b1498 a1497"},
		{agmem.Listing{Limit: 3, Sort: agmem.ByAccess, Projects: inC}, "c0 c1 n1499"},
	} {
		if got := listed(t, s, c.listing); got != c.want {
			t.Errorf("%+v: %q, want %q", c.listing, got, c.want)
		}
	}
}
