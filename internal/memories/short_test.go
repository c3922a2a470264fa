package memories

import (
	"regexp"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/storetest"
)

// A caller who asks gets with every id the shortest beginning that no other id
// has, and one who does not ask gets none.
func TestShortIDs(t *testing.T) {
	number := regexp.MustCompile(`^[0-9]+(e[0-9]+)?$`) // an id is random, its beginning may look like one
	s := filled(t)
	const near, other = "aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"
	_, err := s.Import(t.Context(), storetest.Sequence(
		agmem.Memory{ID: near, Content: "a heron"}, agmem.Memory{ID: other, Content: "another heron"}), agmem.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []bool{true, false} {
		ctx := t.Context()
		if wanted {
			ctx = agmem.WithShortIDs(ctx)
		}
		given := make(map[string][]string) // by id
		take := func(id, short string) { given[id] = append(given[id], short) }

		added, _, err := s.Add(ctx, agmem.Draft{Content: "an otter"})
		check(t, err)
		take(added.ID, added.Short)
		got, err := s.Get(ctx, []string{near, other})
		check(t, err)
		for _, m := range got {
			take(m.ID, m.Short)
		}
		digest := "updated for " + map[bool]string{true: "short", false: "long"}[wanted]
		updated, err := s.Update(ctx, near, agmem.Patch{Digest: &digest})
		check(t, err)
		take(updated.ID, updated.Short)
		list, err := s.List(ctx, agmem.Listing{Limit: 10})
		check(t, err)
		for _, m := range list {
			take(m.ID, m.Short)
		}
		hits, err := s.Search(ctx, agmem.Query{Text: "heron", Limit: 10})
		check(t, err)
		for _, h := range hits {
			take(h.ID, h.Short)
		}
		history, err := s.History(ctx, near)
		check(t, err)
		undone, err := s.Undo(ctx, agmem.UndoOptions{ID: near})
		check(t, err)
		for _, c := range append(history, undone...) {
			take(c.ID, c.Short)
		}

		if len(given) != 6 || len(given[near]) < 6 {
			t.Fatalf("ids are missing: %v", given)
		}
		for id, all := range given {
			want := id[:8]
			if number.MatchString(want) {
				want = id[:10]
			}
			switch {
			case !wanted:
				want = ""
			case id == near, id == other:
				want = id
			}
			for _, short := range all {
				if short != want {
					t.Errorf("%s has the short form %q, want %q", id, short, want)
				}
			}
		}
		if wanted && given[near][0] != near {
			t.Errorf("%s is cut to %s, which its neighbour has too", near, given[near][0])
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
