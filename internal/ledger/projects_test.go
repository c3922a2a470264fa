package ledger_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
)

// What is in a workspace or a project belongs to the repository that its id names,
// or to the current one where that is a folder in it; anything else to none.
func TestProjectsOfScopes(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledger.db"))
	root, err := filepath.Abs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	own := agmem.Project{Repository: "host/own", Root: root}
	for text, scope := range map[string]ledger.Scope{
		"heron folder":  {Type: ledger.Workspace, ID: filepath.Join(root, "below")},
		"heron named":   {Type: ledger.Project, ID: "host/own"},
		"heron default": ledger.DefaultScope(),
		"heron session": {Type: ledger.Session, ID: "host/other"},
		"heron other":   {Type: ledger.Project, ID: "host/other"},
		"heron beside":  {Type: ledger.Workspace, ID: root + "-beside"},
	} {
		e := event(text)
		e.Scope = scope
		if _, err := l.Remember(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	s := ledger.AsSource(l)
	for _, c := range []struct {
		projects agmem.Projects
		want     string // groups that are equally near
	}{
		{agmem.Projects{Current: own}, "folder named|default session|beside other"},
		{agmem.Projects{Current: own, Only: "host/own"}, "folder named"},
		{agmem.Projects{Current: own, Only: "host/other"}, "other"},
		{agmem.Projects{Only: "host/unknown"}, ""},
		{agmem.Projects{Current: own, Alike: true}, "beside default folder named other session"},
	} {
		hits, err := s.Search(t.Context(), agmem.Query{Text: "heron", Limit: 10, Projects: c.projects})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, h := range hits {
			found = append(found, h.Digest)
			if h.Digest == "heron folder" && h.Repository != "host/own" {
				t.Errorf("%s is of %q", h.Digest, h.Repository)
			}
		}
		list, err := s.List(t.Context(), agmem.Listing{Limit: 10, Projects: c.projects})
		if err != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, m := range list {
			listed = append(listed, m.Digest)
		}
		for _, got := range [][]string{found, listed} {
			if grouped(got, c.want) != c.want {
				t.Errorf("%+v: %v, want %s", c.projects, got, c.want)
			}
		}
	}
	counts, err := s.Survey(t.Context(), agmem.Listing{Limit: 1, Projects: agmem.Projects{Current: own}})
	want := []agmem.RepositoryCount{{Count: 2}, {Repository: root + "-beside", Count: 1}, {Repository: "host/other", Count: 1}, {Repository: "host/own", Count: 2}}
	slices.SortFunc(want, func(a, b agmem.RepositoryCount) int { return strings.Compare(a.Repository, b.Repository) })
	if err != nil || !slices.Equal(counts, want) {
		t.Errorf("%+v, %v; want %+v", counts, err, want)
	}
}

// grouped sorts names within groups that are as long as those of like.
func grouped(names []string, like string) string {
	var groups []string
	for group := range strings.SplitSeq(like, "|") {
		n := min(len(strings.Fields(group)), len(names))
		part := slices.Clone(names[:n])
		for i := range part {
			part[i] = strings.TrimPrefix(part[i], "heron ")
		}
		slices.Sort(part)
		groups, names = append(groups, strings.Join(part, " ")), names[n:]
	}
	if len(names) > 0 {
		groups = append(groups, names...)
	}
	return strings.Join(groups, "|")
}
