package library_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

func memory(id string) agmem.Memory { return agmem.Memory{ID: id, Content: "content of " + id} }

func two() (local, team *fake) {
	return &fake{name: "local", memories: []agmem.Memory{memory("aaaa1111"), memory("bbbb2222")}},
		&fake{name: "team", memories: []agmem.Memory{memory("cccc3333")}}
}

func open(chosen string, sources ...*fake) *library.Library {
	return openWith(library.Options{Memories: "local", Chosen: chosen}, sources...)
}

func openWith(opts library.Options, sources ...*fake) *library.Library {
	var all []library.Registration
	for _, f := range sources {
		all = append(all, register(f))
	}
	return library.New(all, opts)
}

func TestEveryCallCarriesTheConfigurationOfItsSource(t *testing.T) {
	ctx := t.Context()
	content := "new"
	calls := map[string]func(*library.Library) error{
		"add": func(l *library.Library) error {
			_, _, err := l.Memories.Add(ctx, agmem.Draft{Content: "x"})
			return err
		},
		"get": func(l *library.Library) error { _, err := l.Memories.Get(ctx, []string{"team:cccc"}); return err },
		"update": func(l *library.Library) error {
			_, err := l.Memories.Update(ctx, "cccc", agmem.Patch{Content: &content})
			return err
		},
		"delete": func(l *library.Library) error {
			_, err := l.Memories.Delete(ctx, []string{"cccc"}, agmem.DeleteOptions{})
			return err
		},
		"search": func(l *library.Library) error {
			_, err := l.Finder.Search(ctx, agmem.Query{Text: "x", Limit: 1})
			return err
		},
		"list": func(l *library.Library) error {
			_, err := l.Finder.List(ctx, agmem.Listing{Limit: 1, Sort: agmem.ByTime})
			return err
		},
		"tags":    func(l *library.Library) error { _, err := l.Finder.Tags(ctx); return err },
		"stats":   func(l *library.Library) error { _, err := l.Finder.Stats(ctx); return err },
		"history": func(l *library.Library) error { _, err := l.Log.History(ctx, "cccc"); return err },
		"undo":    func(l *library.Library) error { _, err := l.Log.Undo(ctx, agmem.UndoOptions{ID: "cccc"}); return err },
		"export":  func(l *library.Library) error { return l.Transfer.Export(ctx, func(agmem.Memory) error { return nil }) },
		"import": func(l *library.Library) error {
			_, err := l.Transfer.Import(ctx, none, agmem.ImportOptions{})
			return err
		},
		"run":     func(l *library.Library) error { _, err := l.Runs.Run(ctx, "status", nil); return err },
		"sources": func(l *library.Library) error { _, err := l.Sources.List(ctx); return err },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			local, team := two()
			if err := call(open("team", local, team)); err != nil {
				t.Fatal(err)
			}
			if len(team.metadata) == 0 || len(local.metadata) != 0 {
				t.Fatalf("team was called %d times, local %d times", len(team.metadata), len(local.metadata))
			}
			for _, md := range team.metadata {
				if md["token"] != "team-secret" {
					t.Errorf("metadata %v", md)
				}
			}
		})
	}
}

func TestGetAcrossSourcesKeepsTheOrder(t *testing.T) {
	local, team := two()
	got, err := open("", local, team).Memories.Get(t.Context(), []string{"bbbb", "team:cccc", "nope", "aaaa", "cards:x"})
	var ids []string
	for _, m := range got {
		ids = append(ids, m.ID)
	}
	if want := []string{"bbbb2222", "team:cccc3333", "aaaa1111"}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	if err == nil || !strings.Contains(err.Error(), "no memory nope") || !strings.Contains(err.Error(), `"cards"`) {
		t.Errorf("error %v, want the two that are missing", err)
	}
}

func TestDeleteRefusesTwoSources(t *testing.T) {
	local, team := two()
	_, err := open("", local, team).Memories.Delete(t.Context(), []string{"aaaa", "team:cccc"}, agmem.DeleteOptions{})
	if agmem.KindOf(err) != agmem.Usage || len(local.metadata)+len(team.metadata) != 0 {
		t.Errorf("error %v after %d calls", err, len(local.metadata)+len(team.metadata))
	}
}

// What goes to one source does not look for the others.
func TestAnAddLooksForNoOtherSource(t *testing.T) {
	local, _ := two()
	looked := func(what string) { t.Errorf("an add asked another source for its %s", what) }
	other := library.Registration{
		Name:     "other",
		Location: func() string { looked("location"); return "" },
		Active:   func() bool { looked("activity"); return true },
		Open:     func(context.Context) (agmem.Source, error) { looked("data"); return nil, nil },
	}
	lib := library.New([]library.Registration{register(local), other}, library.Options{Memories: "local"})
	if _, _, err := lib.Memories.Add(t.Context(), agmem.Draft{Content: "x"}); err != nil {
		t.Error(err)
	}
	if err := lib.Close(); err != nil {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	local, team := two()
	lib := open("", local, team)
	got, err := lib.Memories.Get(agmem.WithShortIDs(t.Context()), []string{"team:cccc3333", "aaaa1111"})
	if err != nil || got[0].Short != "team:cccc" || got[1].Short != "aaaa" {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = lib.Memories.Get(t.Context(), []string{"team:cccc3333"})
	if err != nil || got[0].ID != "team:cccc3333" || got[0].Short != "" {
		t.Errorf("got %+v, %v", got, err)
	}
	report, err := open("team", local, team).Transfer.Import(t.Context(), none, agmem.ImportOptions{})
	if err != nil || !slices.Equal(report.KeptOut, []string{"team:dead"}) {
		t.Errorf("kept out %v, %v", report.KeptOut, err)
	}
	changes, err := lib.Log.Undo(t.Context(), agmem.UndoOptions{ID: "team:cccc"})
	if err != nil || changes[0].ID != "team:cccc3333" {
		t.Errorf("undo %v, %v", changes, err)
	}
	if _, err := open("local", local, team).Memories.Update(t.Context(), "team:cccc", agmem.Patch{Digest: new(string)}); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("an address against --source: %v", err)
	}
}

func TestUnknownSourcesAreNamed(t *testing.T) {
	local, team := two()
	_, err := open("gist", local, team).Finder.Tags(t.Context())
	e, ok := err.(*agmem.Error)
	if !ok || e.Kind != agmem.NotFound || !strings.Contains(e.Hint, "local, team") {
		t.Errorf("chosen: %#v", err)
	}
	lib := library.New([]library.Registration{register(local)}, library.Options{Memories: "local", Default: "gone"})
	_, _, err = lib.Memories.Add(t.Context(), agmem.Draft{Content: "x"})
	if e, ok := err.(*agmem.Error); !ok || e.Kind != agmem.NotFound || !strings.Contains(e.Hint, "default_source") {
		t.Errorf("default: %#v", err)
	}
	if _, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 1}); err != nil {
		t.Errorf("a search needs no place for something new: %v", err)
	}
}

// An address means the same whatever the configuration says, and whatever
// colons and slashes an id holds.
func TestAddressesDoNotDependOnTheDefault(t *testing.T) {
	const slashed, colons = "user/s/k", "user/s/a:x"
	local := &fake{name: "local", memories: []agmem.Memory{{ID: "aaaa1111"}}, hits: []agmem.Hit{hit("aaaa1111", .9)}}
	banks := &fake{name: "banks", memories: []agmem.Memory{{ID: colons}, {ID: "user/s/b:x"}, {ID: slashed}},
		hits: []agmem.Hit{hit(colons, .8), hit("user/s/b:x", .7), hit(slashed, .6)}}
	cards := &fake{name: "cards", memories: []agmem.Memory{{ID: slashed}}, hits: []agmem.Hit{hit(slashed, .5)}}
	all := []library.Registration{register(local), register(banks), register(cards)}
	for _, standard := range []string{"", "local", "banks"} {
		lib := library.New(all, library.Options{Memories: "local", Default: standard})
		found, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 10})
		if err != nil || len(found) != 5 {
			t.Fatalf("default %q: %d hits, %v", standard, len(found), err)
		}
		for _, h := range found {
			got, err := lib.Memories.Get(t.Context(), []string{h.ID})
			if err != nil || len(got) != 1 || got[0].ID != h.ID {
				t.Errorf("default %q: %s fetches %+v, %v", standard, h.ID, got, err)
			}
		}
		if got, err := lib.Memories.Get(t.Context(), []string{"banks:" + colons, "aaaa"}); err != nil || len(got) != 2 || got[1].ID != "aaaa1111" {
			t.Errorf("default %q: got %+v, %v", standard, got, err)
		}
	}
	lib := library.New(all, library.Options{Memories: "local", Chosen: "banks"})
	for _, id := range []string{colons, "banks:" + colons} {
		if got, err := lib.Memories.Get(t.Context(), []string{id}); err != nil || len(got) != 1 || got[0].ID != "banks:"+colons {
			t.Errorf("of banks, %s fetches %+v, %v", id, got, err)
		}
	}
	if _, err := lib.Memories.Get(t.Context(), []string{"cards:" + slashed}); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("an address of another source: %v", err)
	}
}

func TestWhatDefaultSourceMayName(t *testing.T) {
	local, team := two()
	reading := register(team)
	reading.ReadOnly = true
	sources := library.New([]library.Registration{register(local), reading}, library.Options{Memories: "local"}).Sources
	for name, kind := range map[string]agmem.Kind{"team": agmem.Denied, "sqlite": agmem.NotFound} {
		if err := sources.CheckDefault(name); agmem.KindOf(err) != kind || err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := sources.CheckDefault("local"); err != nil {
		t.Error(err)
	}
}

// bare is a source that offers nothing but its name.
type bare struct{ agmem.Source }

func TestASourceMayOfferLittle(t *testing.T) {
	local, _ := two()
	r := register(local)
	r.Open = func(context.Context) (agmem.Source, error) { return bare{local}, nil }
	lib := library.New([]library.Registration{r}, library.Options{Memories: "local"})
	_, _, err := lib.Memories.Add(t.Context(), agmem.Draft{Content: "x"})
	if agmem.KindOf(err) != agmem.Denied {
		t.Errorf("add: %v", err)
	}
	if list, err := lib.Runs.Commands(t.Context()); err != nil || len(list) != 2 {
		t.Errorf("commands: %v, %v", list, err)
	}
	if state, err := lib.Runs.Run(t.Context(), "status", nil); err != nil || state[0] != (agmem.RunField{Name: "location", Value: "memory"}) {
		t.Errorf("run status: %v, %v", state, err)
	}
	if _, err := lib.Runs.Run(t.Context(), "dance", nil); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("run dance: %v", err)
	}
}

// What is wrong with a source is its state, and no failure of asking for it.
func TestStatusOfASourceThatFails(t *testing.T) {
	local, _ := two()
	local.fails = agmem.Errorf(agmem.Corrupt, "the file is damaged")
	lib := open("", local)
	state, err := lib.Runs.Run(t.Context(), "status", nil)
	if err != nil || state[len(state)-1] != (agmem.RunField{Name: "problem", Value: "the file is damaged"}) {
		t.Errorf("run status: %v, %v", state, err)
	}
	if _, err := lib.Runs.Run(t.Context(), "embed", nil); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("run embed: %v", err)
	}
}

func TestNothingIsOpenedInVain(t *testing.T) {
	local, team := two()
	sleeping := register(team)
	sleeping.Active = func() bool { return false }
	sleeping.Open = func(context.Context) (agmem.Source, error) { t.Error("team was opened"); return team, nil }
	lib := library.New([]library.Registration{register(local), sleeping}, library.Options{Memories: "local"})
	if _, err := lib.Finder.Search(t.Context(), agmem.Query{Text: "x", Limit: 1}); err != nil {
		t.Error(err)
	}
	list, err := lib.Sources.List(t.Context())
	if err != nil || len(list) != 2 || *list[0].Count != 2 || *list[1].Count != 0 || list[1].Active {
		t.Errorf("list %+v, %v", list, err)
	}
	if err := lib.Close(); err != nil || local.closed != 1 || team.closed != 0 {
		t.Errorf("closed %d and %d times, %v", local.closed, team.closed, err)
	}
}

func TestMalformedCallsOpenNothing(t *testing.T) {
	local, _ := two()
	r := register(local)
	r.Open = func(context.Context) (agmem.Source, error) { t.Error("opened"); return local, nil }
	lib := library.New([]library.Registration{r}, library.Options{Memories: "local"})
	for name, call := range map[string]func() error{
		"blank content": func() error { _, _, err := lib.Memories.Add(t.Context(), agmem.Draft{Content: " \n"}); return err },
		"empty patch":   func() error { _, err := lib.Memories.Update(t.Context(), "aaaa", agmem.Patch{}); return err },
		"blank query":   func() error { _, err := lib.Finder.Search(t.Context(), agmem.Query{Text: " ", Limit: 1}); return err },
		"limit": func() error {
			_, err := lib.Finder.List(t.Context(), agmem.Listing{Sort: agmem.ByTime})
			return err
		},
		"offset": func() error {
			_, err := lib.Finder.List(t.Context(), agmem.Listing{Sort: agmem.ByTime, Limit: 1, Offset: -1})
			return err
		},
		"order": func() error {
			_, err := lib.Finder.List(t.Context(), agmem.Listing{Sort: "size", Limit: 1})
			return err
		},
	} {
		if err := call(); agmem.KindOf(err) != agmem.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
}
