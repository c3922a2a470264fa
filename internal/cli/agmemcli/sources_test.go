package agmemcli_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	face "github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/library"
)

// answering is a source made for these tests: it can only be searched, and
// answers what it was told to.
type answering struct {
	name string
	hits []agmem.Hit
	err  error
}

var (
	_ agmem.Source   = answering{}
	_ agmem.Searcher = answering{}
)

func (s answering) Name() string     { return s.name }
func (s answering) Type() string     { return "answering" }
func (s answering) Location() string { return "here" }
func (s answering) Close() error     { return nil }

func (s answering) Search(context.Context, agmem.Query) ([]agmem.Hit, error) { return s.hits, s.err }

// over returns services whose library has these sources, the first of them
// called local.
func over(sources []answering) face.Services {
	var all []library.Registration
	for _, s := range sources {
		all = append(all, library.Registration{
			Name:   s.name,
			Type:   s.Type(),
			Active: func() bool { return true },
			Open:   func(context.Context) (agmem.Source, error) { return s, nil },
		})
	}
	return face.Services{
		Library: func(p face.Place) (*library.Library, error) {
			return library.New(all, library.Options{Memories: "local", Chosen: p.Source}), nil
		},
		Origin:    func(string, string) (agmem.Origin, error) { return agmem.Origin{}, nil },
		Embedding: face.Embedding{Ready: func(context.Context, bool) error { return nil }},
	}
}

// ask executes a command line over these sources.
func ask(t *testing.T, sources []answering, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	env, out, errs := newHome(t).Environment(strings.NewReader(""), args)
	code = face.Run(t.Context(), env, over(sources))
	return out.String(), errs.String(), code
}

var misspelt = agmem.Hit{
	ID:        "a3f2b7e1-0000-4000-8000-000000000001",
	Digest:    "Kubernetes, mostly",
	Tags:      []string{"ops", "k8s"},
	Score:     0.87654321,
	CreatedAt: 1,
	Corrected: []agmem.Correction{{From: "kuberntes", To: "kubernetes"}},
	Explanation: &agmem.Explanation{RRF: 1. / 61, Reasons: []agmem.Reason{
		{Signal: agmem.SignalBM25, Value: 0.61249}, {Signal: agmem.SignalFuzzy, Value: -0.1},
	}},
}

func TestSearchSaysWhatAWordWasTakenFor(t *testing.T) {
	twice := misspelt
	twice.ID = "b" + misspelt.ID[1:]
	twice.Score = 0.9 // never shown as higher than the one before
	sources := []answering{{name: "local", hits: []agmem.Hit{misspelt, twice}}}
	const said = "agmem: no match for \"kuberntes\"; searched for \"kubernetes\"\n"

	out, stderr, code := ask(t, sources, "search", "kuberntes")
	if stderr != said || code != 0 {
		t.Errorf("TOON: exit code %d, standard error %q", code, stderr)
	}
	if want := "\n  a3f2b7e1-0000-4000-8000-000000000001,0.88,ops|k8s,\"Kubernetes, mostly\"\n"; !strings.Contains(out, want) {
		t.Errorf("TOON: %s", out)
	}
	if _, stderr, _ = ask(t, sources, "search", "kuberntes", "--human"); stderr != said {
		t.Errorf("human: standard error %q", stderr)
	}
	out, stderr, _ = ask(t, sources, "search", "kuberntes", "--json")
	if stderr != "" || strings.Count(out, "\n") != 1 ||
		!strings.Contains(out, `"score":0.876543`) || !strings.Contains(out, `"corrected":[{"from":"kuberntes","to":"kubernetes"}]`) {
		t.Errorf("JSON: %s%s", out, stderr)
	}
}

func TestSearchExplains(t *testing.T) {
	sources := []answering{{name: "local", hits: []agmem.Hit{misspelt}}}
	out, _, _ := ask(t, sources, "search", "x", "--explain")
	if want := ",0.0164,bm25=0.61|fuzzy=-0.1\n"; !strings.HasSuffix(out, want) {
		t.Errorf("TOON: %s", out)
	}
	out, _, _ = ask(t, sources, "search", "x", "--explain", "--human")
	if want := "\n    rrf 0.0164  bm25 0.61  fuzzy -0.1\n"; !strings.HasSuffix(out, want) {
		t.Errorf("human: %s", out)
	}
}

func TestAFailingSourceDoesNotHideTheOthers(t *testing.T) {
	sources := []answering{
		{name: "local", hits: []agmem.Hit{misspelt}},
		{name: "team", err: agmem.Errorf(agmem.Unavailable, "the network is down").WithHint("plug it in")},
		{name: "gist", hits: []agmem.Hit{{ID: "g1", Digest: "from afar", Score: 0.5}}},
	}
	out, stderr, code := ask(t, sources, "search", "x", "--human")
	if code != 1 || !strings.Contains(out, "Kubernetes") || !strings.Contains(out, "gist:g1") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	if !strings.Contains(stderr, "agmem: source team: the network is down\nhint: plug it in\n") {
		t.Errorf("standard error:\n%s", stderr)
	}
	_, stderr, code = ask(t, sources[1:2], "search", "x", "--json", "--source", "team")
	if want := `{"error":{"code":"unavailable","message":"the network is down","hint":"plug it in"}}` + "\n"; code != 1 || stderr != want {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestASourceThatCannotDoWhatIsAsked(t *testing.T) {
	sources := []answering{{name: "local"}}
	for _, args := range [][]string{{"add", "x"}, {"get", "abcd"}, {"list"}, {"undo"}, {"export"}, {"run", "embed"}, {"stats"}} {
		out, stderr, code := ask(t, sources, args...)
		if code != 1 || out != "" || !strings.HasPrefix(stderr, `agmem: the source "local" `) {
			t.Errorf("%v: exit code %d, %q, %q", args, code, out, stderr)
		}
	}
}

// The columns that standard output has decide how a listing looks, and nothing
// else of the environment does.
func TestPaintedSearch(t *testing.T) {
	env, out, _ := newHome(t).Environment(strings.NewReader(""), []string{"search", "x", "--human"})
	env.StdoutTerminal, env.Columns = true, 70
	code := face.Run(t.Context(), env, over([]answering{{name: "local", hits: []agmem.Hit{misspelt}}}))
	want := "\x1b[" + string(cli.Yellow) + "m" + misspelt.ID + "\x1b[0m  \x1b[36m[ops, k8s]\x1b[0m  Kubernetes, m…  \x1b[2m0.88\x1b[0m\n"
	if code != 0 || out.String() != want {
		t.Errorf("exit code %d: %q, want %q", code, out.String(), want)
	}
}
