package library_test

import (
	"context"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

// One source is listed by its name, whatever the others are and whatever was
// chosen; one that is not active is not opened for that.
func TestListSource(t *testing.T) {
	local, team := two()
	asleep := register(&fake{name: "asleep"})
	asleep.Active = func() bool { return false }
	asleep.Open = func(context.Context) (agmem.Source, error) { t.Error("it was opened"); return nil, nil }
	lib := library.New([]library.Registration{register(local), register(team), asleep}, library.Options{Memories: "local"})
	for name, want := range map[string][]string{"local": {"aaaa1111", "bbbb2222"}, "team": {"team:cccc3333"}, "asleep": {}} {
		list, err := lib.Finder.ListSource(t.Context(), name, agmem.Listing{Limit: 10})
		if err != nil || len(list) != len(want) {
			t.Errorf("%s lists %+v, %v", name, list, err)
			continue
		}
		for i, m := range list {
			if m.ID != want[i] {
				t.Errorf("%s lists %s, want %s", name, m.ID, want[i])
			}
		}
	}
	if _, err := lib.Finder.ListSource(t.Context(), "nowhere", agmem.Listing{Limit: 10}); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("a source that is unknown: %v", err)
	}
	if _, err := lib.Finder.ListSource(t.Context(), "local", agmem.Listing{}); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("a listing without a limit: %v", err)
	}
}
