package ledger_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/meaning"
	"github.com/agmem/agmem/internal/storetest"
	"github.com/agmem/agmem/internal/testsize"
)

func TestEmbedding(t *testing.T) {
	storetest.RunEmbedding(t, "ledger_meaning", func(t *testing.T, path string, e agmem.Embedding) storetest.Embeddable {
		l := openWith(t, path, ledger.Options{Embedding: e})
		return storetest.Embeddable{
			Source: ledger.AsSource(l),
			Add: func(texts ...string) {
				news := make([]ledger.NewEvent, len(texts))
				for i, text := range texts {
					news[i] = event(text)
				}
				if _, err := l.Remember(t.Context(), news...); err != nil {
					t.Fatal(err)
				}
			},
			Set: func(name, text string) { setState(t, l, name, text) },
		}
	})
}

// setState writes the state of a session, whose summary is a text.
func setState(t *testing.T, l *ledger.Ledger, id, summary string) {
	t.Helper()
	_, err := l.SetSession(t.Context(), ledger.SetSession{
		ID: id, CurrentGoal: "goal", Summary: summary, Status: ledger.Complete, Origin: ledger.Origin{Scope: ledger.DefaultScope()},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// meaningful opens a ledger whose writes and questions have vectors of a made model.
func meaningful(t *testing.T, path string, e *storetest.Embedder) *ledger.Ledger {
	t.Helper()
	embedding := e.Embedding(true)
	return openWith(t, path, ledger.Options{
		Embedding: embedding,
		Meaning: func(ctx context.Context, question string) func() *agmem.Vector {
			return meaning.OfQuestion(ctx, embedding.Open, time.Minute, question)
		},
	})
}

func status(t *testing.T, l *ledger.Ledger) string {
	t.Helper()
	result, err := ledger.AsSource(l).Run(t.Context(), "embed-status", nil)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%v/%v %v", result[1].Value, result[2].Value, result[0].Value)
}

// A rebuild is killed again and again at any moment: old vectors answer until the new
// ones do, and the next one goes on where it was.
func TestKilledRebuild(t *testing.T) {
	size := testsize.Of(1500, 400)
	path := filepath.Join(t.TempDir(), "ledger.db")
	l := openWith(t, path, ledger.Options{Embedding: (&storetest.Embedder{Name: "old"}).Embedding(false)})
	news := make([]ledger.NewEvent, size)
	for i := range news {
		news[i] = event(fmt.Sprintf("event %d of w%d and w%d", i, i*7919%1000, i*104729%777))
	}
	if _, err := l.Remember(t.Context(), news...); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Embed(t.Context(), false, func(int) {}); err != nil {
		t.Fatal(err)
	}
	both := []string{fmt.Sprintf("%d/%d old", size, size), fmt.Sprintf("%d/%d next", size, size)}
	storetest.KilledRebuild(t, func() *exec.Cmd { return helper(t, "rebuild", path, 1) }, func(round int) {
		sound(t, l)
		if got := status(t, l); !slices.Contains(both, got) {
			t.Fatalf("round %d: %s", round, got)
		}
	})
	next := openWith(t, path, ledger.Options{Embedding: (&storetest.Embedder{Name: "next"}).Embedding(false)})
	if _, err := next.Embed(t.Context(), true, func(int) {}); err != nil {
		t.Fatal(err)
	}
	sound(t, l)
	if got := status(t, l); got != both[1] {
		t.Errorf("in the end: %s", got)
	}
}

// A pack holds what has the meaning of the question, of every kind that the policy
// lets through, of its scope, and nothing that is far from the question.
func TestPacksByMeaning(t *testing.T) {
	var e storetest.Embedder
	w := &scene{t, meaningful(t, filepath.Join(t.TempDir(), "ledger.db"), &e), map[string]string{}}
	for i := range 40 {
		remember(t, w.Ledger, fmt.Sprintf("w%d w%d w%d", i, i*31, i*97))
	}
	remember(t, w.Ledger, "the car is fast")
	w.fact("is", "a car", "has", "wheels")
	w.resource("repo://car", "car", "about the car")
	other := event("another car")
	other.Scope = ledger.Scope{Type: ledger.Project, ID: "other"}
	if _, err := w.Remember(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[ledger.Policy]string{
		ledger.Auto:    "a car has wheels; car (doc): about the car; the car is fast",
		ledger.ForTask: "a car has wheels; the car is fast",
	} {
		pack, err := w.ContextPack(t.Context(), ledger.PackRequest{
			Query: "automobile vehicle", Scope: ledger.DefaultScope(), BudgetTokens: 4000, Policy: policy,
		})
		w.ok(err)
		var items []string
		for _, item := range pack.Items {
			if strings.Contains(item.Content, "car") {
				items = append(items, item.Content)
			}
		}
		slices.Sort(items)
		if got := strings.Join(items, "; "); got != want || len(pack.Items) > len(items)+4 {
			t.Errorf("%s: %q of %d items, want %q", policy, got, len(pack.Items), want)
		}
	}
	if got := w.found("automobile vehicle", other.Scope); !strings.Contains(got, "event:event_") {
		t.Errorf("another scope: %q", got)
	}
}

// What exactly has the words of a question comes before what only means the same.
func TestWordsBeforeMeaning(t *testing.T) {
	var e storetest.Embedder
	l := meaningful(t, filepath.Join(t.TempDir(), "ledger.db"), &e)
	for i := range 100 {
		remember(t, l, fmt.Sprintf("w%d w%d w%d", i, i*31, i*97))
	}
	exact := remember(t, l, "the vehicle ZX-4711 failed its inspection")
	remember(t, l, "the car failed its inspection")
	found, err := l.Search(t.Context(), ledger.SearchRequest{Query: "vehicle ZX-4711", Limit: 5, Scope: ledger.DefaultScope()})
	if err != nil || len(found) < 2 || found[0].ID != exact {
		t.Errorf("%v, %+v", err, found)
	}
}

// What is written again with the same text keeps its vector, an event of the audit
// has none, and a ledger that ends with the process embeds nothing.
func TestWhatIsEmbedded(t *testing.T) {
	var e storetest.Embedder
	path := filepath.Join(t.TempDir(), "ledger.db")
	l := meaningful(t, path, &e)
	setState(t, l, "s", "the car is red")
	if _, err := l.Seed(t.Context(), ledger.DefaultScope()); err != nil {
		t.Fatal(err)
	}
	if got := status(t, l); got != "6/6 made" {
		t.Error(got)
	}
	before := e.Texts.Load()
	if n, err := l.Embed(t.Context(), false, func(int) {}); n != 0 || err != nil || e.Texts.Load() != before {
		t.Errorf("%d more are embedded, %v", n, err)
	}
	without := openWith(t, path, ledger.Options{})
	setState(t, without, "s", "the car is red")
	if got := status(t, l); got != "6/6 made" {
		t.Errorf("with the same text: %s", got)
	}
	before = e.Texts.Load()
	remember(t, meaningful(t, ledger.Memory, &e), "the car is red")
	if n := e.Texts.Load() - before; n != 0 {
		t.Errorf("%d texts of a ledger in memory were embedded", n)
	}
	sound(t, l)
}

// A ledger of the version before vectors is opened, found by words, and embedded.
// One that cannot be written is refused, as every older one is.
func TestLedgerWithoutVectors(t *testing.T) {
	path := made(t)
	execute(t, path, `DROP TABLE ledger_meaning_generation; DROP TABLE ledger_meaning_vector; DROP TABLE ledger_meaning_chunk;
		UPDATE sqlitedb_components SET version = 1 WHERE name = 'ledger'`)
	var e storetest.Embedder
	l := meaningful(t, path, &e)
	found, err := l.Search(t.Context(), ledger.SearchRequest{Query: "heron", Limit: 5, Scope: ledger.DefaultScope()})
	if err != nil || len(found) != 1 {
		t.Errorf("%v, %+v", err, found)
	}
	if got := status(t, l); got != "0/1 made" {
		t.Error(got)
	}
	if n, err := l.Embed(t.Context(), false, func(int) {}); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	sound(t, l)
}

// A write of many entries does not wait long for a slow model: what it has no vectors
// for waits for the command embed.
func TestLongWriteIsEmbeddedLater(t *testing.T) {
	at := now()
	e := storetest.Embedder{Each: func() { at = at.Add(10 * time.Second) }}
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.Options{
		Now: func() time.Time { return at }, Embedding: e.Embedding(true),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	news := make([]ledger.NewEvent, 100)
	for i := range news {
		news[i] = event(fmt.Sprint("message ", i))
	}
	if _, err := l.Remember(t.Context(), news...); err != nil {
		t.Fatal(err)
	}
	if got := status(t, l); got != "32/100 made" {
		t.Error(got)
	}
	if n, err := l.Embed(t.Context(), false, func(int) {}); n != 68 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	sound(t, l)
}
