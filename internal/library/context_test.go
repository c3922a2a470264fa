package library_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/tokens"
)

// keeper is a fake that keeps pins, knows the state of a session and objects.
type keeper struct {
	*fake
	pins    []agmem.Pin
	state   agmem.Memory
	against map[string]string // what is said against a name
}

func (k *keeper) Pin(_ context.Context, pins []agmem.Pin, _ agmem.Origin) error {
	k.pins = append(k.pins, pins...)
	return nil
}

func (k *keeper) Unpin(_ context.Context, pins []agmem.Pin, _ agmem.Origin) error {
	k.pins = slices.DeleteFunc(k.pins, func(p agmem.Pin) bool { return slices.Contains(pins, p) })
	return nil
}

func (k *keeper) Pins(context.Context) ([]agmem.Pin, error) { return k.pins, nil }

func (k *keeper) LastState(context.Context, string) (agmem.Memory, bool, error) {
	return k.state, k.state.ID != "", nil
}

func (k *keeper) Objections(_ context.Context, subjects []agmem.Subject) ([]agmem.Objection, error) {
	var all []agmem.Objection
	for i, s := range subjects {
		for _, name := range append([]string{s.ID}, s.Names...) {
			if said := k.against[name]; said != "" {
				all = append(all, agmem.Objection{Subject: i, Kind: agmem.Superseded, Text: said})
			}
		}
	}
	return all, nil
}

// twoKeepers returns a library of two sources that keep what their fakes hold.
func twoKeepers() (*library.Library, *keeper, *keeper) { return keepersFor("") }

// keepersFor is twoKeepers for a caller in a repository.
func keepersFor(repository string) (*library.Library, *keeper, *keeper) {
	local, team := two()
	keepers := []*keeper{{fake: local}, {fake: team}}
	var all []library.Registration
	for _, k := range keepers {
		r := register(k.fake)
		r.Open = func(context.Context) (agmem.Source, error) { return k, nil }
		all = append(all, r)
	}
	return library.New(all, library.Options{
		Memories: "local", Project: func() agmem.Project { return agmem.Project{Repository: repository} },
	}), keepers[0], keepers[1]
}

func request(query string, budget int) library.ContextRequest {
	return library.ContextRequest{
		Query: query, Budget: budget, MinScore: library.Relevant, Now: 1_000_000_000,
		Cost: func(p *library.ContextPack) int { return tokens.Estimate(p.Markdown()) },
	}
}

func pack(t *testing.T, l *library.Library, r library.ContextRequest) library.ContextPack {
	t.Helper()
	p, err := l.Context.Pack(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// told is what a pack has, one word an item.
func told(p library.ContextPack) string {
	var all []string
	for _, i := range p.Items {
		all = append(all, string(i.Why)+"="+i.Address)
	}
	return strings.Join(all, " ")
}

func TestAPackHasPinsTheStateAndWhatWasFound(t *testing.T) {
	l, local, team := twoKeepers()
	local.pins = []agmem.Pin{{Source: "team", ID: "cccc3333"}, {Source: "team", ID: "gone"}}
	team.memories = append(team.memories, agmem.Memory{ID: "s1", Content: "goal"})
	team.state = agmem.Memory{ID: "s1", Content: "goal", CreatedAt: 5}
	team.against = map[string]string{"local:aaaa1111": "not any more", "cccc3333": "older"}
	local.hits = []agmem.Hit{hit("aaaa1111", .9), hit("bbbb2222", .4)}
	p := pack(t, l, request("x", 1000))
	if want := "pinned=team:cccc3333 state=team:s1 found=aaaa1111 found=bbbb2222"; told(p) != want {
		t.Errorf("got %s, want %s", told(p), want)
	}
	for i, want := range []int{1, 0, 1, 0} {
		if len(p.Items[i].Against) != want {
			t.Errorf("against %s: %+v", p.Items[i].Address, p.Items[i].Against)
		}
	}
	if again := pack(t, l, request("x", 1000)); again.Markdown() != p.Markdown() {
		t.Error("the same question gave another pack")
	}
}

// Nothing but a good answer breaks the silence, and a chance hit beside it is left
// out.
func TestAPackIsEmptyUnlessSomethingAnswers(t *testing.T) {
	l, local, _ := twoKeepers()
	local.pins = []agmem.Pin{{ID: "bbbb2222"}}
	local.hits = []agmem.Hit{hit("aaaa1111", library.Relevant-.01)}
	p := pack(t, l, request("x", 1000))
	if len(p.Items) != 0 || p.Markdown() != "" || p.EstimatedTokens != 0 || p.LeftOut.Weak != 1 {
		t.Errorf("got %+v", p)
	}
	local.hits = []agmem.Hit{hit("aaaa1111", library.Relevant), hit("bbbb2222", .1)}
	p = pack(t, l, request("x", 1000))
	if told(p) != "pinned=bbbb2222 found=aaaa1111" || p.LeftOut.Weak != 1 {
		t.Errorf("got %s, %+v", told(p), p.LeftOut)
	}
	local.pins = nil
	local.hits = nil
	if p := pack(t, l, request("  ", 1000)); told(p) != "newest=aaaa1111 newest=bbbb2222" {
		t.Errorf("without a question: %s", told(p))
	}
}

// The same text is one item, wherever it is and however often it is asked for.
func TestNothingIsPackedTwice(t *testing.T) {
	l, local, team := twoKeepers()
	team.memories[0].Content = local.memories[0].Content + "\n"
	local.pins = []agmem.Pin{{ID: "aaaa1111"}}
	local.hits = []agmem.Hit{hit("aaaa1111", .9)}
	team.hits = []agmem.Hit{hit("cccc3333", .8)}
	p := pack(t, l, request("x", 1000))
	if told(p) != "pinned=aaaa1111" || !slices.Equal(p.Items[0].Also, []string{"team:cccc3333"}) || p.Items[0].Score != .9 {
		t.Errorf("got %s, %+v", told(p), p.Items)
	}
}

// The newest memories are those of the project and of none, in the order of the
// list; how many are of others is said.
func TestTheNewestAreOfTheProject(t *testing.T) {
	l, local, _ := keepersFor("mine")
	local.memories = nil
	for i, repository := range []string{"other", "", "mine", "mine"} {
		local.memories = append(local.memories, agmem.Memory{
			ID: fmt.Sprint("id", i), Content: fmt.Sprint("text ", i), Origin: agmem.Origin{Repository: repository},
		})
	}
	if p := pack(t, l, request("", 1000)); told(p) != "newest=id1 newest=id2 newest=id3" || p.LeftOut.OtherProjects != 1 {
		t.Errorf("got %s, %+v", told(p), p.LeftOut)
	}
	elsewhere, others, _ := twoKeepers()
	others.memories, l = local.memories, elsewhere
	if p := pack(t, l, request("", 1000)); len(p.Items) != 4 || p.LeftOut.OtherProjects != 0 {
		t.Errorf("without a project: %s", told(p))
	}
}

// What a source fails at is said, and the others' answers are there.
func TestAPackOfWhatCouldBeRead(t *testing.T) {
	l, local, team := twoKeepers()
	local.hits = []agmem.Hit{hit("aaaa1111", .9)}
	team.fails = agmem.Errorf(agmem.Corrupt, "the file is damaged")
	p, err := l.Context.Pack(t.Context(), request("x", 1000))
	if told(p) != "found=aaaa1111" || err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %s, %v", told(p), err)
	}
}

// However long the texts are and whatever is in them, the text of a pack costs no
// more than its budget, and nothing that was left out for it would still fit.
func TestAPackKeepsToItsBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	pieces := []string{"word ", "数据库", "```", "\n# heading\n", "a,b ", strings.Repeat("x", 90), "\x1b[2J", "— ", "😀"}
	for round := range 60 {
		l, local, team := twoKeepers()
		local.memories, local.hits = nil, nil
		for i := range 2 + random.IntN(20) {
			var text strings.Builder
			for range random.IntN(200) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
			id := fmt.Sprint("id", i, "x") // no id begins another
			local.memories = append(local.memories, agmem.Memory{ID: id, Content: fmt.Sprint(i, text.String()), Origin: agmem.Origin{Author: text.String()}})
			local.hits = append(local.hits, hit(id, .9))
			if random.IntN(4) == 0 {
				local.pins = append(local.pins, agmem.Pin{ID: id})
			}
		}
		team.against = map[string]string{"id1x": strings.Repeat("no longer ", 40)}
		budget := 1 + random.IntN(1500)
		p := pack(t, l, request([]string{"x", ""}[round%2], budget))
		cost := tokens.Estimate(p.Markdown())
		if cost > budget || cost != p.EstimatedTokens {
			t.Fatalf("%d items cost %d of %d tokens, the pack says %d", len(p.Items), cost, budget, p.EstimatedTokens)
		}
		seen := map[string]bool{}
		for _, i := range p.Items {
			if seen[i.Address] || len([]rune(i.Text)) > 601 {
				t.Errorf("%s is twice in the pack, or too long", i.Address)
			}
			seen[i.Address] = true
		}
	}
}

func TestPinsAreByAddress(t *testing.T) {
	l, local, _ := twoKeepers()
	got, err := l.Pins.Pin(t.Context(), []string{"aaaa", "team:cccc"}, agmem.Origin{})
	if err != nil || !slices.Equal(got, []string{"aaaa1111", "team:cccc3333"}) {
		t.Fatalf("pinned %v, %v", got, err)
	}
	if want := []agmem.Pin{{ID: "aaaa1111"}, {Source: "team", ID: "cccc3333"}}; !slices.Equal(local.pins, want) {
		t.Errorf("kept %+v", local.pins)
	}
	if _, err := l.Pins.Pin(t.Context(), []string{"team:gone"}, agmem.Origin{}); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("pinned what is not there: %v", err)
	}
	list, err := l.Pins.List(t.Context())
	if err != nil || len(list) != 2 || list[1].ID != "team:cccc3333" {
		t.Errorf("listed %+v, %v", list, err)
	}
	if _, err := l.Pins.Unpin(t.Context(), []string{"team:cccc"}, agmem.Origin{}); err != nil || len(local.pins) != 1 {
		t.Errorf("kept %+v, %v", local.pins, err)
	}
}
